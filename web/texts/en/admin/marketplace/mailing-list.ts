/** What the console says of mailing lists. */
export const texts = {
  title: 'Mailing lists',
  hint: 'Who said yes to which mails. An address that wants no more is forgotten.',
  counts: 'People on each list',
  subscriptions: 'Subscriptions',
  list: 'List',
  lists: { news: 'News', tips: 'Tips' } as Record<string, string>,
  states: { active: 'Said yes', pending: 'Were asked', suppressed: 'Want no more' } as Record<string, string>,
  heading: {
    email: 'Address',
    list: 'List',
    state: 'State',
    language: 'Language',
    asked: 'Asked for',
    confirmed: 'Confirmed',
  },
  forgotten: 'Forgotten',
  none: 'Nobody yet',
}
