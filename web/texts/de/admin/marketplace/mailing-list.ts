/** Was die Konsole über Mail-Verteiler sagt. */
export const texts = {
  title: 'Verteiler',
  hint: 'Wer zu welchen Mails Ja gesagt hat. Eine Adresse, die keine mehr will, wird vergessen.',
  counts: 'Personen auf jedem Verteiler',
  subscriptions: 'Abonnements',
  list: 'Verteiler',
  lists: { news: 'Neuigkeiten', tips: 'Tipps' } as Record<string, string>,
  states: { active: 'Haben Ja gesagt', pending: 'Wurden gefragt', suppressed: 'Wollen keine mehr' } as Record<
    string,
    string
  >,
  heading: {
    email: 'Adresse',
    list: 'Verteiler',
    state: 'Stand',
    language: 'Sprache',
    asked: 'Gefragt',
    confirmed: 'Bestätigt',
  },
  forgotten: 'Vergessen',
  none: 'Noch niemand',
}
