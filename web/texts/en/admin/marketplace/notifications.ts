import { plural } from '../../../../ui/formats.ts'

/** What the console says of notices to everybody. */
export const texts = {
  title: 'Broadcast',
  hint: 'Both notices go to everybody of the audience who is here. It cannot be taken back.',
  tutorial: 'Tutorial',
  breakingNews: 'Breaking news',
  send: (name: string) => `Send ${name.toLowerCase()}`,
  titleField: 'Title',
  message: 'Message',
  image: 'Picture',
  buttonLabel: 'Text of the button',
  screen: 'Where the button leads',
  screenHint: 'An https address, or the name of a screen of the apps, such as Home.',
  audience: 'Audience',
  audiences: {
    everyone: 'Everybody',
    verified: 'People with a confirmed address',
    unverified: 'People whose address is not confirmed',
    staff: 'Moderators and administrators',
  } as Record<string, string>,
  preview: 'As the phone shows it',
  previewEmpty: 'Nothing to send yet: choose at least one notice.',
  review: 'Review and send',
  confirmTitle: 'Send it now?',
  confirm: (count: number) => `It reaches ${plural(count, { one: 'person', other: 'people' })}.`,
  confirmAction: 'Send',
  sent: 'Sent.',
  picture: {
    hint: 'JPEG, PNG or WebP, at most 15 MB.',
    choose: 'Choose a picture',
    remove: 'Remove the picture',
    busy: 'The picture is on its way',
  },
}
