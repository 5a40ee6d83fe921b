import { number, plural } from '../../ui/formats.ts'

/** What the page of one's invitations says. */
export const texts = {
  title: 'Invite a friend',
  back: 'Back to you',
  hint: (points: number) =>
    `Send your link to somebody whom a quiet moment would do good. Once they have practised on two days, and two weeks have passed, you get ${number(points)} points.`,
  code: 'Your code',
  link: 'Your link',
  copy: 'Copy link',
  copied: 'Copied.',
  share: 'Share',
  sums: 'So far',
  points: 'Points',
  invited: 'Invited',
  rewarded: 'Rewarded',
  ofMost: (rewarded: number, most: number) => `${number(rewarded)} of ${number(most)}`,
  next: (date: string) => `Your next points come on ${date}.`,
  list: 'Whom you invited',
  empty: 'Nobody yet',
  emptyHint: 'Whoever signs up by your link appears here.',
  statuses: {
    PENDING: 'Signed up',
    JOINED: 'Joined',
    QUALIFIED: 'Practises',
    REWARDED: 'Rewarded',
    REJECTED: 'Does not count',
    REVERSED: 'Taken back',
  },
  pending: (date: string) => `Signed up on ${date}. Their address is not confirmed yet.`,
  joined: (until: string) =>
    `Here since they confirmed their address. Counts with practice on two days until ${until}.`,
  over: 'Did not practise on two days within two weeks.',
  qualified: (date: string) => `Your points come on ${date}.`,
  waits: {
    REVIEW: 'We are taking a look at this one before your points come.',
    CAP: 'You already have as many rewards as there are for one person.',
  },
  reward: (points: number, date: string) => `${plural(points, { one: 'point', other: 'points' })} on ${date}`,
  reason: (reason: string) => `Why: ${reason}`,
  enterCode: 'Invitation code (if you have one)',
}
