import { number, plural } from '../../../../ui/formats.ts'

/** Was die Konsole über die Personen des Marktplatzes sagt. */
export const texts = {
  title: 'Personen',
  hint: 'Auch wer für andere nicht auffindbar sein will, steht hier.',
  person: 'Person',
  heading: { name: 'Name', verified: 'E-Mail', since: 'Dabei seit' },
  verified: 'Bestätigt',
  unverified: 'Nicht bestätigt',
  listings: 'Neueste Anzeigen',
  noListings: 'Nichts im Angebot.',
  history: 'Entscheidungen',
  unknown: 'diese Person',
  since: (date: string) => `Dabei seit ${date}`,
  active: (count: number) => `${number(count)} im Angebot`,
  sold: (count: number) => `${number(count)} verkauft`,
  counts: (active: number, sold: number) =>
    `${plural(active, { one: 'Anzeige im Angebot', other: 'Anzeigen im Angebot' })}, ${number(sold)} verkauft`,
} satisfies typeof import('../../../en/admin/marketplace/users.ts').texts
