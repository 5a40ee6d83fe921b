import { number, plural } from '../../../../ui/formats.ts'

/** What the console says of the people of the marketplace. */
export const texts = {
  title: 'People',
  hint: 'Search for a name. People who do not want to be found are shown to staff only.',
  heading: { name: 'Name', since: 'Here since' },
  back: 'All people',
  listings: 'Their latest listings',
  noListings: 'Nothing is on offer.',
  since: (date: string) => `Here since ${date}`,
  counts: (active: number, sold: number) =>
    `${plural(active, { one: 'listing on offer', other: 'listings on offer' })}, ${number(sold)} sold`,
}
