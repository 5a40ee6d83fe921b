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
  safety: {
    title: 'Du musst da nicht allein durch',
    message:
      'Bitte sprich jetzt mit einem Menschen. Hier hört dir jemand zu, egal worum es geht und ohne zu urteilen, vielerorts rund um die Uhr.',
    emergency: (number) => `Wenn dein Leben oder das eines anderen in Gefahr ist, rufe ${number} an.`,
    emergencyAnywhere: (number) =>
      `Wenn dein Leben oder das eines anderen in Gefahr ist, rufe den Notruf des Landes an, in dem du bist. Von den meisten Handys führt ${number} dorthin.`,
    directory: 'Hilfetelefone in allen anderen Ländern',
  },
  questionnaire: {
    notADiagnosis: 'Nur zu deiner Information: Das ist keine Diagnose.',
    newVersion: {
      title: 'Es gibt neue Fragen für dich',
      message:
        'Ein Fragebogen, den du beantwortet hast, ist jetzt anders. Deine Antworten bleiben; gefragt wird nur, was neu ist.',
      subject: 'Neue Fragen bei Plaza Wellness',
      text: (name) =>
        `Hallo ${name},\n\nein Fragebogen, den du beantwortet hast, ist jetzt anders. Deine Antworten bleiben; gefragt wird nur, was neu ist, in der App und wann du magst.\n`,
    },
  },
  referral: {
    refunded: 'Wen du eingeladen hast, hat den Preis des Abonnements zurückbekommen.',
    JOINED: {
      title: 'Deine Einladung wurde angenommen',
      message: (name: string, _points: number) =>
        `${name} ist über deinen Code dazugekommen. Nach zwei Tagen mit einer Übung sind deine Punkte unterwegs.`,
    },
    REWARDED: {
      title: 'Du hast neue Punkte',
      message: (name: string, points: number) => `${points} Punkte für die Einladung von ${name}. Danke!`,
    },
    REVERSED: {
      title: 'Eine Belohnung wurde zurückgenommen',
      message: (name: string, points: number) =>
        `Die ${points} Punkte für die Einladung von ${name} wurden zurückgenommen. Warum, steht bei deinen Einladungen.`,
    },
  },
  recommended: {
    FOR_YOUR_GOAL: 'Das gehört zu einem deiner Ziele.',
    HELPED_YOU: 'Danach ging es dir schon besser.',
    HELPS_OTHERS: 'Vielen geht es danach besser.',
    NEW_TO_YOU: 'Das kennst du noch nicht.',
    NOT_LATELY: 'Das hast du länger nicht gemacht.',
    FOR_TODAY: 'Etwas für heute.',
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
  practice: {
    freezeUsed: (left) => ({
      title: 'Deine Serie ist gerettet',
      message: `Ein Joker hat deine Serie von Übungstagen gehalten. ${left === 0 ? 'Es war der letzte; sieben weitere Tage in Folge bringen einen neuen.' : 'Du hast noch einen.'}`,
    }),
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
    exerciseRetired: (goal, exercise) => ({
      title: 'Eine Übung wird nicht mehr angeboten',
      message: `„${exercise}“ gehört zu deinem Ziel „${goal}“. Das Ziel läuft weiter: Hak es selbst ab, oder wähle eine andere Übung.`,
    }),
  },
}

const unitsDe = (frequency: string): string =>
  ({ WEEKLY: 'Wochen', MONTHLY: 'Monate', EVERY_N_DAYS: 'Mal', RRULE: 'Mal' })[frequency] ?? 'Tage'
