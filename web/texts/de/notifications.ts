import { plural } from '../../ui/formats.ts'

/** Was der Eingang der Mitteilungen sagt. */
export const texts = {
  title: 'Mitteilungen',
  all: 'Alle',
  onlyUnread: 'Ungelesen',
  filter: 'Anzeigen',
  readAll: 'Alle als gelesen markieren',
  allRead: 'Alles gelesen.',
  empty: 'Noch keine Mitteilungen',
  emptyHint: 'Nachrichten, Merker an deinen Anzeigen und Preissenkungen stehen hier.',
  emptyUnread: 'Alles gelesen',
  emptyUnreadHint: 'Du hast keine ungelesenen Mitteilungen.',
  isNew: 'Neu',
  dismiss: (title: string) => `${title} ausblenden`,
  dismissed: 'Ausgeblendet.',
  undo: 'Rückgängig',
  undoOf: (title: string) => `${title} zurückholen`,
  others: (count: number) => plural(count, { one: 'weitere Person', other: 'weitere Personen' }),
} satisfies typeof import('../en/notifications.ts').texts
