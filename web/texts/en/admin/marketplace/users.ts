import { number, plural } from '../../../../ui/formats.ts'

/** What the console says of the people of the marketplace. */
export const texts = {
  title: 'People',
  hint: 'Includes people who have chosen not to be found by others.',
  person: 'Person',
  heading: { name: 'Name', verified: 'Email', since: 'Member since' },
  verified: 'Verified',
  unverified: 'Not verified',
  listings: 'Latest listings',
  noListings: 'Nothing on sale.',
  history: 'Decisions',
  unknown: 'this person',
  since: (date: string) => `Member since ${date}`,
  active: (count: number) => `${number(count)} on sale`,
  sold: (count: number) => `${number(count)} sold`,
  counts: (active: number, sold: number) =>
    `${plural(active, { one: 'listing on sale', other: 'listings on sale' })}, ${number(sold)} sold`,
}
