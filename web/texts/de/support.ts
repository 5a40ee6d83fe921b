import { plural } from '../../ui/formats.ts'

/** Was der Marktplatz zu Hilfe und Rückmeldungen sagt. */
export const texts = {
  title: 'Hilfe und Rückmeldung',
  entry: 'Frag uns, oder sag uns deine Meinung',
  feedback: {
    title: 'Was meinst du?',
    about: 'Worum geht es?',
    categories: { bug: 'Etwas ist kaputt', idea: 'Eine Idee', praise: 'Lob', other: 'Etwas anderes' },
    rating: 'Wie gefällt es dir hier?',
    stars: (count: number) => plural(count, { one: 'Stern', other: 'Sterne' }),
    message: 'Was möchtest du uns sagen?',
    hint: 'Wir lesen alles, antworten aber nur auf Fragen.',
    pictures: 'Bis zu fünf, etwa Bildschirmfotos. Nur wir sehen sie.',
    send: 'Rückmeldung senden',
    sent: 'Danke. Deine Rückmeldung ist da.',
  },
  contact: {
    title: 'Eine Frage an uns',
    hint: 'Die Antwort kommt per Mail.',
    name: 'Dein Name',
    email: 'Deine E-Mail-Adresse',
    subject: 'Betreff',
    message: 'Deine Frage',
    send: 'Frage senden',
    sent: 'Deine Frage ist da. Wir antworten per Mail.',
  },
  pictures: {
    add: 'Bilder hinzufügen',
    added: (count: number) => plural(count, { one: 'Bild hinzugefügt', other: 'Bilder hinzugefügt' }),
    adding: 'Bilder werden hinzugefügt…',
    name: (number: number) => `Bild ${number}`,
    remove: (name: string) => `${name} entfernen`,
  },
}
