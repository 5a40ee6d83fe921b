import { plural } from '../../../../ui/formats.ts'

/** What the console says of what people write to those who run the place. */
export const texts = {
  title: 'Feedback',
  feedback: 'Feedback',
  messages: 'Messages to support',
  category: 'About',
  categories: { bug: 'A fault', idea: 'An idea', praise: 'Praise', other: 'Something else' } as Record<
    string,
    string
  >,
  heading: {
    message: 'Message',
    category: 'About',
    rating: 'Stars',
    pictures: 'Pictures',
    from: 'From',
    app: 'Where',
    when: 'When',
  },
  stars: (count: number) => `${count} of 5`,
  showPictures: (count: number) => plural(count, { one: 'picture', other: 'pictures' }),
  person: 'Profile',
  stranger: 'Not signed in',
  noFeedback: 'No feedback yet',
  noMessages: 'No messages yet',
}
