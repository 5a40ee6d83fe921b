import { plural } from '../../ui/formats.ts'

/** Was die Fragebögen denen sagen, die sie beantworten. */
export const texts = {
  titles: {
    onboarding: 'Ein paar Fragen an dich',
    'phq-9': 'Wie es dir zuletzt ging',
    'gad-7': 'Wie ruhig du zuletzt warst',
    'who-5': 'Wie wohl du dich zuletzt gefühlt hast',
    other: 'Fragen an dich',
  },
  scales: {
    title: 'Wie es dir ging',
    hint: 'Was deine Antworten über die Zeit ergaben. Nur du siehst es.',
    back: 'Zurück zu deinem Konto',
    none: 'Noch nicht beantwortet.',
    begin: 'Beantworten',
    goOn: 'Weiter beantworten',
    again: 'Neu beantworten oder ändern',
    curve: (first: number, last: number) => `Von ${first} auf ${last}`,
  },
  invite: 'Ein paar Fragen zum Anfang',
  inviteAgain: 'Weiter mit den Fragen',
  inviteHint: (count: number) =>
    `${plural(count, { one: 'Frage', other: 'Fragen' })}. Du kannst jederzeit aufhören.`,
  privacy: 'Nur du siehst, was du hier antwortest.',
  at: (index: number, count: number) => `Frage ${index} von ${count}`,
  needed: 'Bitte wähle oder schreibe eine Antwort.',
  next: 'Weiter',
  finish: 'Fertig',
  back: 'Zurück',
  skip: 'Lieber nicht sagen',
  yes: 'Ja',
  no: 'Nein',
  waiting: (count: number) =>
    `${plural(count, { one: 'Antwort wartet', other: 'Antworten warten' })} auf eine Verbindung. Nichts geht verloren.`,
  refused: (reason: string) => `Eine Antwort konnte nicht gespeichert werden: ${reason}`,
  discard: 'Neu antworten',
  newer: 'Von diesen Fragen gibt es eine neuere Fassung. Du kannst diese hier erst zu Ende bringen.',
  done: 'Danke dir',
  doneHint: 'Deine Antworten sind gespeichert. Du kannst sie ändern, wann immer du magst.',
  stillWaiting:
    'Deine Antworten liegen auf diesem Gerät und werden gespeichert, sobald es eine Verbindung gibt.',
  score: (score: string, max: string, band: string) =>
    band ? `${score} von ${max}: ${band}` : `${score} von ${max}`,
  incomplete: 'Es gibt kein Ergebnis, weil etwas ausgelassen wurde, das dafür zählt.',
  change: 'Eine Antwort ändern',
  again: 'Für heute neu beantworten',
  home: 'Zurück zu Heute',
  empty: 'Es gibt nichts zu beantworten',
  emptyHint: 'Wenn es Fragen an dich gibt, stehen sie hier.',
}
