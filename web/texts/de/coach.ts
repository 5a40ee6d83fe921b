import { plural } from '../../ui/formats.ts'

/** Was auf der Seite des Coachs steht. */
export const texts = {
  title: 'Coach',
  conversation: 'Gespräch mit dem Coach',
  begin: 'Wie geht es dir?',
  beginHint: 'Sag, wie du dich fühlst, wie viele Minuten du hast, oder frag, wie es mit deinem Üben steht.',
  starters: ['Ich bin gestresst', 'Ich habe fünf Minuten', 'Wie läuft mein Üben?'],
  you: 'Du',
  coach: 'Coach, automatisch',
  help: 'Hilfe jetzt',
  write: 'Deine Nachricht',
  send: 'Senden',
  typing: 'Der Coach schreibt',
  again: 'Noch einmal versuchen',
  lost: 'Die Verbindung ging verloren. Die Antwort kommt von selbst in dieses Gespräch, oder mit einem neuen Versuch.',
  practise: (title: string) => `${title} beginnen`,
  minutes: (minutes: number) => plural(minutes, { one: 'Minute', other: 'Minuten' }),
  earlier: 'Frühere Nachrichten',
  choices: 'Datenschutz und Verlauf',
  retention: 'Nachrichten bleiben',
  retentions: { '30': '30 Tage', '90': '90 Tage', '365': 'ein Jahr', forever: 'für immer' } as Record<
    string,
    string
  >,
  model: 'Ein Sprachmodell antworten lassen',
  modelHint: (host: string, name: string) =>
    `Was du ab jetzt hier schreibst, und in Kürze, was du geübt hast, würde an ${host} gesendet (Modell ${name}). Dein Name und deine Adresse nicht. Du kannst das jederzeit zurücknehmen. Ohne das antwortet der eingebaute Coach, und nichts verlässt diesen Server.`,
  erase: 'Alles löschen',
  eraseTitle: 'Alle Gespräche löschen?',
  eraseHint: 'Was du und der Coach geschrieben haben, ist dann endgültig weg, auf allen Geräten.',
  erased: 'Alles ist gelöscht.',
  saved: 'Gespeichert.',
  safety: {
    place: (country: string) => `Für ${country}`,
    call: (phone: string) => `${phone} anrufen`,
    emergency: (phone: string) => `Notruf: ${phone}`,
    text: (number: string, word: string | null) =>
      word === null ? `SMS an ${number}` : `SMS mit ${word} an ${number}`,
    chat: 'Chat',
    page: 'Webseite',
  },
}
