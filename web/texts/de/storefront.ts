import { plural } from '../../ui/formats.ts'

/** Was die Storefront sagt. */
export const texts = {
  name: 'Plaza',
  nav: {
    home: 'Start',
    search: 'Suche',
    sell: 'Verkaufen',
    chats: 'Chats',
    notices: 'Neues',
    account: 'Du',
    signIn: 'Anmelden',
    saved: 'Gemerkt',
    unreadMessages: (count: number) =>
      plural(count, { one: 'ungelesene Nachricht', other: 'ungelesene Nachrichten' }),
    unreadNotices: (count: number) =>
      plural(count, { one: 'ungelesene Mitteilung', other: 'ungelesene Mitteilungen' }),
  },
  home: {
    claim: 'Kaufen und verkaufen in deiner Nähe',
    search: 'Was suchst du?',
    categories: 'Kategorien',
    free: 'Geschenkt',
    freeNear: 'Zu verschenken in deiner Nähe',
    allFree: 'Alle ansehen',
    title: 'In deiner Nähe',
    titleAround: 'Rund um',
    titleAnywhere: 'Gerade eingestellt',
    ownPlace: 'Dein Standort',
    anyPlace: 'Überall',
    pickedPlace: 'Gewählter Standort',
    trending: 'Gerade gefragt',
    mostViewed: 'Diese Woche am meisten angesehen',
    refresh: 'Neu laden',
    empty: 'Hier gibt es noch nichts',
    emptyHint: 'Mach den Anfang: Was brauchst du nicht mehr?',
    emptyHereHint: 'Wähle einen anderen Standort, suche überall oder mach den Anfang.',
    searchEverywhere: 'Überall suchen',
  },
  listing: {
    sold: 'Verkauft',
    reserved: 'Reserviert',
    free: 'Zu verschenken',
    save: (title: string) => `${title} merken`,
    saveShort: 'Merken',
    savedShort: 'Gemerkt.',
    collect: 'In eine Sammlung legen',
    isSaved: 'Gemerkt',
    saved: 'Gemerkt. Du findest es unter „Du“.',
    savedHere: 'Auf diesem Gerät gemerkt. Mit einem Konto behältst du es überall.',
  },
} satisfies typeof import('../en/storefront.ts').texts
