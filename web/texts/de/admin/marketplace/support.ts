import { plural } from '../../../../ui/formats.ts'

/** Was die Konsole über das sagt, was Leute an die Betreiber schreiben. */
export const texts = {
  title: 'Rückmeldungen',
  feedback: 'Rückmeldungen',
  messages: 'Nachrichten an die Hilfe',
  category: 'Worüber',
  categories: {
    bug: 'Ein Fehler',
    idea: 'Eine Idee',
    praise: 'Lob',
    other: 'Etwas anderes',
  } as Record<string, string>,
  heading: {
    message: 'Nachricht',
    category: 'Worüber',
    rating: 'Sterne',
    pictures: 'Bilder',
    from: 'Von',
    app: 'Wo',
    when: 'Wann',
  },
  stars: (count: number) => `${count} von 5`,
  showPictures: (count: number) => plural(count, { one: 'Bild', other: 'Bilder' }),
  person: 'Profil',
  stranger: 'Nicht angemeldet',
  noFeedback: 'Noch keine Rückmeldungen',
  noMessages: 'Noch keine Nachrichten',
}
