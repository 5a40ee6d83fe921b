import { plural } from '../../../../ui/formats.ts'

/** What the console says of the categories of listings. */
export const texts = {
  title: 'Categories',
  add: 'Add a category',
  addBelow: (name: string) => `Add below ${name}`,
  edit: (name: string) => `Edit ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  listings: (count: number) => plural(count, { one: 'listing', other: 'listings' }),
  disabled: 'hidden',
  expand: (name: string) => `Show what is below ${name}`,
  empty: 'There are no categories yet',
  emptyHint: 'Listings need one: add the first.',
  form: {
    newTitle: 'New category',
    name: 'Name',
    icon: 'Icon',
    iconHint: 'A name or an address of a picture; the apps decide how to show it.',
    enabled: 'Offered for new listings',
    days: 'Days a listing stays up',
    attributes: 'What sellers tell of a thing',
    addAttribute: 'Add a question',
    removeAttribute: (name: string) => `Remove ${name}`,
    key: 'Key',
    label: 'Label',
    type: 'Kind of answer',
    types: { text: 'Text', number: 'Number', enum: 'One of a list', bool: 'Yes or no' } as Record<
      string,
      string
    >,
    required: 'Must be answered',
    options: 'Choices, one on each line',
    unit: 'Unit',
    save: 'Save',
    saved: 'Saved.',
  },
  merge: {
    open: 'Merge into another',
    title: (name: string) => `Merge ${name} into another category`,
    hint: 'Its listings and everything below move there, and it is gone afterwards.',
    target: 'Category that stays',
    action: 'Merge',
    done: 'Merged.',
  },
  remove: {
    open: 'Delete',
    title: (name: string) => `Delete ${name}?`,
    hint: 'An empty category goes at once.',
    action: 'Delete',
    refused: (posts: number, below: number) =>
      `It is not empty: ${plural(posts, { one: 'listing', other: 'listings' })} and ${plural(below, { one: 'category', other: 'categories' })} are in it. Choose where they go.`,
    target: 'Move everything to',
    moveAction: 'Move and delete',
    done: 'Deleted.',
  },
}
