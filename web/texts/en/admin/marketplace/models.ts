import { number, plural } from '../../../../ui/formats.ts'

/** What the console says of makes and models. */
export const texts = {
  title: 'Makes and models',
  hint: 'What people choose from when they list a car, a bicycle or a phone.',
  caption: 'Models',
  from: 'From the make',
  heading: { make: 'Make', model: 'Model', years: 'Made', category: 'Category' },
  years: (from: number | null, to: number | null) => `${from ?? '…'} – ${to ?? '…'}`,
  none: 'No models from here on',
  export: 'Download the table',
  fileName: 'models.csv',
  import: {
    open: 'Take in a table',
    title: 'Take in makes and models',
    hint: 'A CSV file with the columns make, model, first_year, last_year and category. The downloaded table is one: change it and take it in again.',
    file: 'Table',
    choose: 'Choose a file',
    remove: 'Choose another file',
    whole: 'Remove models that are not in the table',
    preview: 'What it would change',
    count: (models: number) => plural(models, { one: 'model in the table', other: 'models in the table' }),
    added: (count: number) => `${number(count)} new`,
    changed: (count: number) => `${number(count)} changed`,
    removed: (count: number) => `${number(count)} removed`,
    nothing: 'It changes nothing.',
    action: 'Take in',
    done: 'The models are taken in.',
    wrong: 'The table cannot be taken in:',
  },
}
