import type { Texts } from './texts.en.ts'

/** Was die Wellness-App in Mitteilungen und Mails sagt. */
export const de: Texts = {
  code: {
    subjects: {
      signup: 'Dein Bestätigungscode für Plaza Wellness',
      reset: 'Neues Passwort für Plaza Wellness',
    },
    text: (code, lifetime) =>
      `Dein Code ist ${code}. Er gilt ${lifetime}.\n\nWenn du ihn nicht angefordert hast, brauchst du nichts zu tun.\n`,
  },
  welcome: {
    subject: 'Willkommen bei Plaza Wellness',
    text: (name) => `Hallo ${name},\n\ndein Konto ist bereit. Auch kleine Schritte zählen.\n`,
    title: (name) => `Willkommen, ${name}`,
    message: 'Dein Konto ist bereit. Unter „Heute“ wartet etwas Kurzes für den Anfang.',
  },
  newDevice: {
    subject: 'Neue Anmeldung bei Plaza Wellness',
    text: (name) =>
      `Hallo ${name},\n\ndein Konto wurde auf einem neuen Gerät benutzt. Wenn du das nicht warst, setze dein Passwort zurück.\n`,
  },
  sessionEnded: {
    subject: 'Eine Sitzung bei Plaza Wellness wurde beendet',
    text: (name) =>
      `Hallo ${name},\n\nein schon benutzter Schlüssel einer deiner Sitzungen wurde noch einmal vorgelegt, deshalb wurde sie beendet. Melde dich neu an. Wenn du nicht weißt, wie es dazu kam, setze dein Passwort zurück.\n`,
  },
  passwordChanged: {
    subject: 'Dein Passwort für Plaza Wellness wurde geändert',
    text: (name) =>
      `Hallo ${name},\n\ndein Passwort wurde geändert, und alle Geräte wurden abgemeldet. Wenn du das nicht warst, setze es noch einmal zurück und schreibe dem Support.\n`,
  },
  reminder: { message: 'Es ist so weit.' },
  campaign: {
    footer: 'Das sind Neuigkeiten von Plaza Wellness. So bekommst du sie nicht mehr per Mail:',
    unsubscribe: {
      title: 'Keine Mails mehr?',
      text: 'Du bekommst dann keine Neuigkeiten von Plaza Wellness mehr per Mail. Codes und Warnungen zu deinem Konto kommen weiterhin.',
      button: 'Abbestellen',
    },
    unsubscribed: {
      title: 'Abbestellt',
      text: 'Du bekommst keine Neuigkeiten von Plaza Wellness mehr per Mail.',
    },
  },
  goals: {
    milestone: (goal, count, frequency) => ({
      title: `${count} ${unitsDe(frequency)} in Folge`,
      message: `„${goal}“: ${count} ${unitsDe(frequency)} ohne Lücke. Das ist einen Moment wert.`,
    }),
    freezeUsed: (goal, left) => ({
      title: 'Deine Serie ist gerettet',
      message: `Ein Joker hat deine Serie bei „${goal}“ gehalten. ${left === 0 ? 'Es war der letzte; sieben weitere in Folge bringen einen neuen.' : 'Du hast noch einen.'}`,
    }),
    completed: (goal) => ({
      title: 'Ziel erreicht',
      message: `Du hast „${goal}“ abgeschlossen.`,
    }),
  },
}

const unitsDe = (frequency: string): string =>
  ({ WEEKLY: 'Wochen', MONTHLY: 'Monate', EVERY_N_DAYS: 'Mal', RRULE: 'Mal' })[frequency] ?? 'Tage'
