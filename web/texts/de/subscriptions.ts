import { number, plural } from '../../ui/formats.ts'
import type { texts as english } from '../en/subscriptions.ts'

const days = (count: number) => plural(count, { one: 'Tag', other: 'Tage' })

/** Was über Tarife, Probezeiten und Abos gesagt wird. */
export const texts: typeof english = {
  title: 'Tarife',
  hint: 'Kaufen, verkaufen und schreiben kostet nichts. Ein Tarif öffnet von manchem mehr.',
  entry: 'Was du hast, was es noch gibt und was es kostet',
  back: 'Zurück zu dir',
  yours: 'Dein Tarif',
  all: 'Alle Tarife',
  onTrial: (plan: string) => `${plan}, zur Probe`,
  states: {
    none: 'Du hast, was alle haben, und zahlst nichts.',
    trial_ready:
      'Eine Probezeit liegt für dich bereit. Sie beginnt, wenn du zum ersten Mal mehr nutzt, als ohne Tarif offen ist.',
    trialing: (end: string) =>
      `Deine Probezeit dauert bis ${end} und kostet nichts. Danach hast du, was alle haben.`,
    converts: (end: string, price: string) => `Deine Probezeit dauert bis ${end}. Danach zahlst du ${price}.`,
    trialCancelled: (end: string) => `Deine Probezeit dauert bis ${end}. Danach wird nichts abgebucht.`,
    active: (at: string, price: string) => `Er verlängert sich am ${at}: ${price}.`,
    past_due:
      'Die letzte Zahlung ist nicht gelungen. Wir versuchen es wieder; du kannst auch mit einer anderen Karte zahlen.',
    shut: 'Bis bezahlt ist, hast du, was alle haben.',
    cancel_scheduled: (at: string) => `Gekündigt: Er bleibt bis ${at} offen und wird nicht verlängert.`,
    paused: (until: string) => `Pausiert bis ${until}. Die bezahlte Zeit wartet auf dich.`,
    canceled: (at: string) => `Dein Abo ging am ${at} zu Ende. Du hast, was alle haben.`,
    expired: (at: string) => `Deine Probezeit ging am ${at} zu Ende. Du hast, was alle haben.`,
  },
  shops: {
    apple: 'Du hast ihn im App Store gekauft. Ändere oder kündige ihn dort.',
    google: 'Du hast ihn bei Google Play gekauft. Ändere oder kündige ihn dort.',
  },
  endsAtOnce:
    'Wenn du jetzt kündigst, endet er sofort, und was du bezahlt und nicht genutzt hast, wird erstattet.',
  used: 'Was du genutzt hast',
  features: { saved_searches: 'Gespeicherte Suchen', transaction_exports: 'Exporte deiner Umsätze im Monat' },
  usedOf: (used: number, limit: number) => `${number(used)} von ${number(limit)}`,
  comesBack: (at: string) => `der nächste wird am ${at} wieder frei`,
  notOpen: 'Nicht in diesem Tarif',
  opens: {
    saved_searches: (limit: number) =>
      plural(limit, { one: 'gespeicherte Suche', other: 'gespeicherte Suchen' }),
    transaction_exports: (limit: number) =>
      limit === 0
        ? 'Kein Export deiner Umsätze'
        : `${plural(limit, { one: 'Export', other: 'Exporte' })} deiner Umsätze im Monat`,
  },
  free: 'Kostenlos',
  price: (amount: string, months: number) =>
    months === 1 ? `${amount} im Monat` : `${amount} für ${number(months)} Monate`,
  trial: (count: number) => `Einmal kostenlos zur Probe: ${days(count)}.`,
  current: 'Diesen hast du',
  signIn: 'Melde dich an, um ihn zu wählen',
  try: (count: number) => `${days(count)} ausprobieren`,
  tried: 'Deine Probezeit hat begonnen.',
  subscribe: 'Abonnieren',
  subscribeTo: (plan: string) => `${plan} abonnieren`,
  payAgain: 'Mit einer Karte zahlen',
  pays: (price: string) =>
    `Du zahlst jetzt ${price}. Der Tarif verlängert sich, bis du kündigst, und das geht mit einem Klick.`,
  paysLater: (price: string, end: string) =>
    `Bis ${end} zahlst du nichts, danach ${price}, bis du kündigst, und das geht mit einem Klick.`,
  told: 'Drei Tage vor jeder Verlängerung bekommst du eine Mail.',
  now: 'Jetzt zahlen, obwohl die Probezeit noch läuft',
  card: 'Karte',
  cardOf: (brand: string, last4: string) => `${brand} •••• ${last4}`,
  noCard: 'Du hast noch keine Karte gespeichert.',
  testCard: 'Testkarte speichern',
  test: 'Dies ist ein Test: Es fließt kein Geld.',
  confirm: 'Abonnieren',
  follows: 'Nach der Probezeit geht dein Tarif weiter.',
  paid: { succeeded: 'Dein Tarif ist bezahlt.', processing: 'Deine Zahlung läuft.' },
  refused: 'Deine Bank hat diese Zahlung nicht zugelassen.',
  extend: 'Probezeit um eine Woche verlängern',
  extendHint: 'Das geht einmal. Sag kurz, warum.',
  reason: 'Warum',
  extended: 'Deine Probezeit ist eine Woche länger.',
  pause: 'Pausieren',
  pauseTitle: 'Tarif pausieren?',
  pauseHint:
    'So lange wird nichts abgebucht und ist nichts offen, und die bezahlte Zeit bleibt dir. Einmal in zwölf Monaten.',
  until: 'Bis',
  paused: 'Dein Tarif pausiert.',
  unpause: 'Jetzt fortsetzen',
  unpaused: 'Dein Tarif geht weiter.',
  cancel: 'Tarif kündigen',
  cancelTrial: 'Probezeit beenden',
  cancelled: (at: string) => `Gekündigt. Er bleibt bis ${at} offen.`,
  ended: 'Gekündigt. Was du nicht genutzt hast, wird erstattet.',
  undo: 'Rückgängig',
  reinstate: 'Doch behalten',
  reinstated: 'Es geht weiter wie zuvor.',
}
