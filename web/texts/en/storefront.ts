import { plural } from '../../ui/formats.ts'

/** What the storefront says. */
export const texts = {
  name: 'Plaza',
  nav: {
    home: 'Home',
    search: 'Search',
    sell: 'Sell',
    chats: 'Chats',
    notices: 'Notices',
    account: 'You',
    signIn: 'Sign in',
    unreadMessages: (count: number) => plural(count, { one: 'unread message', other: 'unread messages' }),
    unreadNotices: (count: number) => plural(count, { one: 'unread notice', other: 'unread notices' }),
  },
  home: {
    title: 'Near you',
    titleAround: 'Around',
    titleAnywhere: 'Just in',
    ownPlace: 'Your place',
    anyPlace: 'Everywhere',
    pickedPlace: 'Picked place',
    refresh: 'Look for newer ones',
    empty: 'Nothing is offered here yet',
    emptyHint: 'Be the first: what do you no longer need?',
    emptyHereHint: 'Pick another place, look everywhere, or be the first.',
    searchEverywhere: 'Look everywhere',
  },
  listing: {
    sold: 'Sold',
    reserved: 'Reserved',
    free: 'Free',
    save: (title: string) => `Save ${title}`,
  },
}
