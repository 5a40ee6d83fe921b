import { number, plural } from '../../ui/formats.ts'

/** Was beim Hervorheben einer Anzeige gesagt wird. */
export const texts = {
  title: 'Diese Anzeige hervorheben',
  hint: 'Sie bekommt einen eigenen Platz zwischen anderen, mit dem Wort „hervorgehoben“. Tage, an denen sie niemand sehen kann, werden erstattet.',
  kinds: {
    bump: 'Auf der Startseite',
    top: 'In der Suche',
    featured: 'Auf der Startseite und in der Suche',
    urgent: 'Auf der Startseite vor anderen, als dringend',
    bundle: 'Auf der Startseite und in der Suche vor anderen, als dringend',
  },
  length: (days: number) => (days === 0 ? 'Sechs Stunden' : plural(days, { one: 'Tag', other: 'Tage' })),
  forecast: (low: number, high: number, boosts: number) =>
    `Meist ${number(low)} bis ${number(high)} Aufrufe, nach ${plural(boosts, { one: 'Hervorhebung', other: 'Hervorhebungen' })} bisher`,
  noForecast: 'Noch niemand hatte das lange genug, um zu sagen, was es bringt.',
  refusals: {
    POST_NOT_ACTIVE: 'Nur solange die Anzeige zu kaufen ist',
    PACKAGE_NOT_ELIGIBLE: 'Nicht für diese Kategorie',
    ALREADY_QUEUED: 'Drei laufen oder warten schon',
  },
  buy: (price: string) => `Für ${price} kaufen`,
  source: 'Bezahlen mit',
  sources: { wallet: 'Guthaben', card: 'Karte' },
  bought: 'Die Hervorhebung ist gekauft.',
  awaited: 'Die Bank hat noch nicht geantwortet. Die Hervorhebung beginnt, sobald sie es tut.',
  none: 'Zurzeit gibt es keine Hervorhebungen.',
  mine: 'Hervorhebungen dieser Anzeige',
  states: {
    pending_payment: 'Wartet auf die Zahlung',
    unpaid: 'Nicht bezahlt',
    scheduled: 'Wartet',
    active: 'Läuft',
    suspended: 'Steht still',
    completed: 'Zu Ende',
    ended_early: 'Vorzeitig beendet',
    refunded: 'Erstattet',
  },
  span: (from: string, to: string) => `${from} bis ${to}`,
  shown: (count: number) => `${number(count)}-mal auf dem eigenen Platz gezeigt`,
  inLists: (count: number, before: number) =>
    `In der Zeit ${number(count)}-mal in Listen gesehen; ${number(before)}-mal in der Woche davor`,
  result: (views: number, before: number) =>
    `${plural(views, { one: 'Aufruf', other: 'Aufrufe' })} in der Zeit; ${number(before)} in der Woche davor`,
  refunded: (amount: string) => `${amount} erstattet`,
}
