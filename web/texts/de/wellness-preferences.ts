import type { texts as en } from '../en/wellness-preferences.ts'

/** Was die Seite sagt, auf der jemand wählt, worüber er benachrichtigt wird. */
export const texts: typeof en = {
  link: 'Was dir mitgeteilt wird',
  back: 'Zurück zu deinem Konto',
  title: 'Benachrichtigungen',
  ways: 'Wie wir dich erreichen',
  channels: { inApp: 'In der App', push: 'Push', email: 'E-Mail' },
  kinds: 'Was dir mitgeteilt wird',
  kindsHint: 'Codes und Warnungen zu deinem Konto erreichen dich immer.',
  kind: 'Art',
  choice: (kind, channel) => `${kind}: ${channel}`,
  names: {
    reminders: 'Erinnerungen',
    goalUpdates: 'Ziele und Serien',
    subscription: 'Dein Abonnement',
    service: 'Antworten und Neues zu deinem Konto',
    marketing: 'Neues aus der App',
  },
  quiet: 'Ruhezeiten',
  quietHint: (zone) =>
    `Was in dieser Zeit kommt, erreicht deine Geräte danach. Erinnerungen melden sich zu der Zeit, die du gewählt hast. Deine Uhr: ${zone}.`,
  quietOn: 'Ruhezeiten einhalten',
  from: 'Von',
  to: 'Bis',
}
