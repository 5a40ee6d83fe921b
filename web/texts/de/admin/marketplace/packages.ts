import { number, plural } from '../../../../ui/formats.ts'
import type { texts as english } from '../../../en/admin/marketplace/packages.ts'

/** Was die Konsole über Pakete sagt, die Anzeigen hervorheben. */
export const texts: typeof english = {
  title: 'Pakete',
  hint: 'Was man kaufen kann, damit eine Anzeige gesehen wird. Eine Änderung ist eine neue Fassung: Wer eine gekauft hat, behält sie.',
  none: 'Noch keine Pakete',
  heading: {
    name: 'Name',
    version: 'Fassung',
    kind: 'Wo',
    price: 'Preis',
    length: 'Dauer',
    places: 'Plätze zugleich',
    categories: 'Kategorien',
    state: 'Stand',
    since: 'Seit',
  },
  version: (count) => `Fassung ${number(count)}`,
  states: { offered: 'Im Verkauf', withdrawn: 'Zurückgezogen', replaced: 'Abgelöst' },
  any: 'Beliebig viele',
  everywhere: 'Alle',
  categories: (count) => plural(count, { one: 'Kategorie', other: 'Kategorien' }),
  add: 'Neues Paket',
  next: 'Neue Fassung',
  nextOf: (name) => `Neue Fassung von ${name}`,
  form: {
    name: 'Name',
    kind: 'Wo es gezeigt wird',
    price: 'Preis',
    currency: 'Währung',
    length: 'Tage',
    lengthHint: '0 sind sechs Stunden.',
    places: 'Plätze zugleich',
    placesHint: 'So viele dürfen zugleich laufen oder warten. Leer: beliebig viele.',
    categories: 'Nur für diese Kategorien',
    categoriesHint: 'Keine gewählt: für alle.',
    active: 'Im Verkauf',
    save: 'Speichern',
  },
  saved: (name, version) => `${name} ist jetzt Fassung ${number(version)}.`,
}
