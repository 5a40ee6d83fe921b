import { plural } from '../../ui/formats.ts'

/** What the storefront says of help and feedback. */
export const texts = {
  title: 'Help and feedback',
  entry: 'Ask us, or tell us what you think',
  feedback: {
    title: 'What do you think?',
    about: 'What is it about?',
    categories: { bug: 'Something is broken', idea: 'An idea', praise: 'Praise', other: 'Something else' },
    rating: 'How do you like it here?',
    stars: (count: number) => plural(count, { one: 'star', other: 'stars' }),
    message: 'What would you like to tell us?',
    hint: 'We read everything, but answer only questions.',
    pictures: 'Up to five, such as screenshots. Only we see them.',
    send: 'Send feedback',
    sent: 'Thank you. We have got it.',
  },
  contact: {
    title: 'A question for us',
    hint: 'The answer comes by mail.',
    name: 'Your name',
    email: 'Your e-mail address',
    subject: 'Subject',
    message: 'Your question',
    send: 'Send question',
    sent: 'Your question has arrived. We answer by mail.',
  },
  pictures: {
    add: 'Add pictures',
    added: (count: number) => plural(count, { one: 'picture added', other: 'pictures added' }),
    adding: 'Adding pictures…',
    name: (number: number) => `Picture ${number}`,
    remove: (name: string) => `Remove ${name}`,
  },
}
