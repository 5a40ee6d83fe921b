import type { texts as english } from '../en/payments.ts'

/** Was zu Karten gesagt wird, und zu dem Geld, das sie einzahlen. */
export const texts: typeof english = {
  title: 'Karten',
  toWallet: 'Zurück zur Geldbörse',
  empty: 'Noch keine Karten',
  emptyHint: 'Speichere eine, um damit zu bezahlen oder Geld in deine Geldbörse einzuzahlen.',
  cardOf: (brand, last4) => `${brand} ·· ${last4}`,
  goodUntil: (month) => `Gültig bis ${month}`,
  isDefault: 'Standard',
  expiresSoon: 'Läuft bald ab',
  chooseDefault: 'Zum Standard machen',
  chooseDefaultOf: (card) => `Zum Standard machen: ${card}`,
  remove: 'Entfernen',
  removeOf: (card) => `${card} entfernen`,
  removeHint: 'Die nächstneueste wird dein Standard. Was damit bezahlt wurde, bleibt bezahlt.',
  removed: 'Die Karte ist entfernt.',
  add: 'Karte hinzufügen',
  addHint: (provider) =>
    `Hier fließt kein echtes Geld (${provider}). Wähle, wie sich eine Karte beim Bezahlen verhalten soll; eine Nummer wird nirgends eingegeben.`,
  scenario: 'Was die Karte tut',
  scenarios: {
    success: 'Zahlt sofort',
    decline: 'Wird abgelehnt',
    insufficient: 'Hat zu wenig Geld',
    requires_action: 'Möchte dich jedes Mal fragen',
    late_success: 'Braucht eine Weile zum Zahlen',
    dispute: 'Zahlt, und bestreitet es',
  },
  makeDefault: 'Zu meinem Standard machen',
  save: 'Karte speichern',
  saved: 'Die Karte ist gespeichert.',
  liveOnly:
    'Hier fließt echtes Geld. Diese Seiten haben noch kein Formular des Zahlungsdienstes, und die Nummer einer Karte darf nirgends sonst eingegeben werden; speichere deine Karten also in der App.',
  funds: 'Geld einzahlen',
  amount: 'Betrag',
  card: 'Karte',
  addFunds: 'In die Geldbörse einzahlen',
  range: (least, most) => `Von ${least} bis ${most} auf einmal.`,
  noCard: 'Du hast keine Karte gespeichert.',
  saveOne: 'Karte speichern',
  bank: 'Die Antwort deiner Bank',
  bankHint:
    'Deine Bank fragt, ob du das bist, und zahlt nichts, bevor das beantwortet ist. Hier bist du auch die Bank: Wähle, was sie sagt.',
  unpaidHint: 'Die Zahlung hat noch keine Antwort. Hier bist du auch die Bank: Wähle, was sie sagt.',
  allow: 'Ja, bezahlen',
  refuse: 'Nein, nicht bezahlen',
  bankLive:
    'Diese Seiten können die Frage deiner Bank noch nicht zeigen. Beantworte sie in der App; ohne Antwort wird nichts bezahlt.',
  waits: 'Die Zahlung ist unterwegs. Diese Seite zeigt, wenn sie da ist.',
}
