import { plural } from '../../ui/formats.ts'

/** What the page of one's invitations says. */
export const texts = {
  title: 'Invitations',
  entry: 'Links by which others join',
  back: 'Back to you',
  hint: 'Whoever opens the link signs up as your guest. It counts once they have confirmed their address.',
  make: 'New invitation',
  empty: 'No invitations yet',
  emptyHint: 'Make one and send its link to your neighbours.',
  one: (code: string) => `Invitation ${code}`,
  used: (uses: number, most: number) =>
    uses === 0 ? `Nobody yet, of ${most}` : `${plural(uses, { one: 'person', other: 'people' })} of ${most}`,
  until: (date: string) => `Until ${date}`,
  states: { expired: 'Over', exhausted: 'Used up', revoked: 'Ended' } as Record<string, string>,
  link: 'Link',
  copy: 'Copy',
  copied: 'Copied.',
  share: 'Share',
  end: 'End invitation',
  endTitle: 'End this invitation?',
  endHint: 'Nobody can sign up by this link any more. Whoever came by it stays.',
  ended: 'The invitation has ended.',
}
