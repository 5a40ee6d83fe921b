import { number, plural } from '../../ui/formats.ts'

/** Was die Seite der eigenen Einladungen sagt. */
export const texts = {
  title: 'Freunde einladen',
  back: 'Zurück zu dir',
  hint: (points: number) =>
    `Schick deinen Link jemandem, dem ein ruhiger Moment guttäte. Wer an zwei Tagen übt, bringt dir zwei Wochen später ${number(points)} Punkte.`,
  code: 'Dein Code',
  link: 'Dein Link',
  copy: 'Link kopieren',
  copied: 'Kopiert.',
  share: 'Teilen',
  sums: 'Bisher',
  points: 'Punkte',
  invited: 'Eingeladen',
  rewarded: 'Belohnt',
  ofMost: (rewarded: number, most: number) => `${number(rewarded)} von ${number(most)}`,
  next: (date: string) => `Die nächsten Punkte kommen am ${date}.`,
  list: 'Wen du eingeladen hast',
  empty: 'Noch niemand',
  emptyHint: 'Wer sich über deinen Link anmeldet, erscheint hier.',
  statuses: {
    PENDING: 'Angemeldet',
    JOINED: 'Dabei',
    QUALIFIED: 'Übt',
    REWARDED: 'Belohnt',
    REJECTED: 'Zählt nicht',
    REVERSED: 'Zurückgenommen',
  },
  pending: (date: string) => `Angemeldet am ${date}. Die Adresse ist noch nicht bestätigt.`,
  joined: (until: string) =>
    `Dabei, seit die Adresse bestätigt ist. Zählt mit Übungen an zwei Tagen bis zum ${until}.`,
  over: 'Hat in zwei Wochen nicht an zwei Tagen geübt.',
  qualified: (date: string) => `Deine Punkte kommen am ${date}.`,
  waits: {
    REVIEW: 'Diese Einladung sehen wir uns an, bevor deine Punkte kommen.',
    CAP: 'Du hast schon so viele Belohnungen, wie es für eine Person gibt.',
  },
  reward: (points: number, date: string) => `${plural(points, { one: 'Punkt', other: 'Punkte' })} am ${date}`,
  reason: (reason: string) => `Warum: ${reason}`,
  enterCode: 'Einladungscode (falls du einen hast)',
}
