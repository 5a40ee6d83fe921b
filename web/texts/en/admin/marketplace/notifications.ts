import { plural } from '../../../../ui/formats.ts'

/** What the console says of notices to everybody. */
export const texts = {
  title: 'Broadcast',
  hint: 'Goes to everyone in the audience at once. It can’t be undone.',
  tutorial: 'Tutorial',
  breakingNews: 'Breaking news',
  send: (name: string) => `Send ${name.toLowerCase()}`,
  titleField: 'Title',
  message: 'Message',
  image: 'Image',
  buttonLabel: 'Button label',
  screen: 'Button link',
  screenHint: 'An https address, or the name of an app screen, such as Home.',
  audience: 'Audience',
  audiences: {
    everyone: 'Everyone',
    verified: 'People with a verified email',
    unverified: 'People without a verified email',
    staff: 'Moderators and administrators',
  } as Record<string, string>,
  preview: 'Preview',
  previewEmpty: 'Choose at least one notice to see it here.',
  review: 'Review and send',
  confirmTitle: 'Send now?',
  confirm: (count: number) => `Reaches ${plural(count, { one: 'person', other: 'people' })}.`,
  confirmAction: 'Send',
  sent: 'Sent.',
  picture: {
    hint: 'JPEG, PNG or WebP, at most 15 MB.',
    choose: 'Choose an image',
    remove: 'Remove the image',
    busy: 'Uploading…',
  },
}
