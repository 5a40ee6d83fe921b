import { plural } from '../../ui/formats.ts'

/** What is said around questions and answers below a listing. */
export const texts = {
  count: (count: number) => plural(count, { one: 'Kommentar', other: 'Kommentare' }),
  order: 'Reihenfolge',
  newest: 'Neueste',
  oldest: 'Älteste',
  empty: 'Noch keine Fragen. Was du hier fragst, können alle lesen.',
  emptyOwn: 'Noch keine Fragen. Was andere wissen wollen, erscheint hier.',
  ended: 'Diese Anzeige ist vorbei. Hier kann nichts mehr gefragt oder beantwortet werden.',
  signIn: 'Anmelden, um zu fragen oder zu antworten',
  ask: 'Eine Frage stellen',
  send: 'Senden',
  reply: 'Antworten',
  replyTo: (name: string) => `${name} antworten`,
  cancel: 'Abbrechen',
  seller: 'Verkauft es',
  you: 'Du',
  gone: 'Diesen Kommentar gibt es nicht mehr.',
  allReplies: (count: number) => `Alle ${plural(count, { one: 'Antwort', other: 'Antworten' })} zeigen`,
  menu: (text: string) => `Löschen: ${text}`,
  delete: 'Löschen',
  deleteTitle: 'Diesen Kommentar löschen?',
  deleteHint: 'Wurde darauf geantwortet, bleibt sein Platz, ohne deine Worte und deinen Namen.',
  deleted: 'Dein Kommentar ist gelöscht.',
  waiting: 'Wird noch gesendet',
  refused: (reason: string) => `Nicht gesendet: ${reason}`,
  retry: 'Noch einmal versuchen',
  remove: 'Entfernen',
  hints: {
    link: 'Dieser Kommentar enthält einen Link. Gib auf fremden Seiten nie Passwörter oder Kartennummern ein.',
    phone_number:
      'Dieser Kommentar enthält eine Telefonnummer. Schreib lieber im Chat: Dort ist alles belegt.',
    payment_outside: 'Vorsicht bei Zahlungen an Unbekannte. Zahle erst, wenn du die Sache in der Hand hast.',
    secret_code: 'Gib nie einen Code weiter, den du bekommen hast.',
  },
  notKept: 'Dieser Browser konnte den Kommentar nicht speichern. Schaffe Platz und sende ihn noch einmal.',
} satisfies typeof import('../en/comments.ts').texts
