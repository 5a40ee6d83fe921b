import type { Texts } from './texts.en.ts'

/** Was der Marktplatz in Mitteilungen und Mails sagt. */
export const de: Texts = {
  greeting: (name) => `Hallo ${name},\n\n`,
  amount: (value, currency) => new Intl.NumberFormat('de', { style: 'currency', currency }).format(value),
  welcome: {
    title: (name) => `Willkommen, ${name}`,
    message:
      'Bestätige deine E-Mail-Adresse mit dem Code, den wir dir geschickt haben. Dann sieh dich um oder stell deine erste Anzeige ein.',
  },
  code: {
    subjects: {
      verify: 'Dein Bestätigungscode für Plaza',
      reset: 'Neues Passwort für Plaza',
      change_email: 'Bestätige deine neue E-Mail-Adresse',
    },
    text: (code, lifetime) =>
      `Dein Code ist ${code}. Er gilt ${lifetime}.\n\nWenn du ihn nicht angefordert hast, brauchst du nichts zu tun.\n`,
  },
  suspended: {
    subject: 'Dein Konto ist gesperrt',
    text: (reason) => `Dein Konto ist gesperrt, und zwar aus diesem Grund:\n\n${reason}\n`,
  },
  security: {
    newDevice: {
      title: (count) => (count === 1 ? 'Neue Anmeldung' : `${count} neue Anmeldungen`),
      message: (count) =>
        count === 1
          ? 'Dein Konto wurde auf einem neuen Gerät benutzt. Wenn du das nicht warst, ändere dein Passwort und beende diese Sitzung.'
          : `Dein Konto wurde auf ${count} neuen Geräten benutzt. Wenn eines davon nicht deins ist, ändere dein Passwort und beende dessen Sitzung.`,
    },
    emailChange: {
      title: 'Deine E-Mail-Adresse soll geändert werden',
      message: (email) =>
        `In deinem Konto wurde angefordert, die E-Mail-Adresse in ${email} zu ändern. Wenn du das nicht warst, ändere jetzt dein Passwort.`,
    },
    passwordReset: {
      title: 'Dein Passwort wurde geändert',
      message:
        'Dein Passwort wurde zurückgesetzt, und alle Geräte wurden abgemeldet. Wenn du das nicht warst, setze es jetzt noch einmal zurück und sichere dein Postfach.',
    },
    sessionEnded: {
      title: 'Eine Sitzung wurde zu deiner Sicherheit beendet',
      message:
        'Jemand hat einen alten Anmeldeschlüssel deines Kontos benutzt, deshalb wurde diese Sitzung beendet. Wenn du damit nicht gerechnet hast, ändere dein Passwort.',
    },
  },
  chat: {
    meetup: (place) => `Schlägt ein Treffen vor: ${place}`,
    picture: 'Hat dir ein Bild geschickt',
    reply: 'Antworten',
  },
  collections: {
    saved: 'Jemand hat sich deine Anzeige gemerkt',
    savedByMany: '{n} Leute haben sich deine Anzeige gemerkt',
    news: {
      price_drop: 'Der Preis ist gesunken',
      sale: 'Nicht mehr verfügbar',
      back_available: 'Wieder verfügbar',
    },
  },
  moderation: {
    accepted: { listing: 'Deine Anzeige ist online', change: 'Deine Änderung ist online' },
    declined: {
      listing: 'Deine Anzeige wurde nicht angenommen',
      change: 'Deine Änderung wurde nicht angenommen',
    },
    ruleBroken: 'Eine unserer Regeln wurde verletzt',
    look: 'Ansehen',
    waiting: {
      title: 'Hier wartet etwas auf dich',
      message: 'Anzeigen und Änderungen erscheinen erst, wenn die Moderation sie angesehen hat.',
    },
    noEffect: {
      title: 'Deine Entscheidung ist nicht wirksam geworden',
      message: (title) =>
        `${title}: Die Anzeige wurde inzwischen geändert und muss noch einmal angesehen werden.`,
    },
  },
}
