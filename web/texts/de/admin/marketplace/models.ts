import { number, plural } from '../../../../ui/formats.ts'

/** Was die Verwaltung zu Marken und Modellen sagt. */
export const texts = {
  title: 'Marken und Modelle',
  hint: 'Woraus man wählt, wenn man ein Auto, ein Fahrrad oder ein Telefon anbietet.',
  caption: 'Modelle',
  from: 'Ab der Marke',
  heading: { make: 'Marke', model: 'Modell', years: 'Gebaut', category: 'Kategorie' },
  years: (from: number | null, to: number | null) => `${from ?? '…'} – ${to ?? '…'}`,
  none: 'Ab hier gibt es keine Modelle',
  export: 'Tabelle herunterladen',
  fileName: 'modelle.csv',
  import: {
    open: 'Tabelle übernehmen',
    title: 'Marken und Modelle übernehmen',
    hint: 'Eine CSV-Datei mit den Spalten make, model, first_year, last_year und category. Die heruntergeladene Tabelle ist so eine: ändern und wieder übernehmen.',
    file: 'Tabelle',
    choose: 'Datei wählen',
    remove: 'Andere Datei wählen',
    whole: 'Modelle entfernen, die nicht in der Tabelle stehen',
    preview: 'Was sich ändern würde',
    count: (models: number) =>
      plural(models, { one: 'Modell in der Tabelle', other: 'Modelle in der Tabelle' }),
    added: (count: number) => `${number(count)} neu`,
    changed: (count: number) => `${number(count)} geändert`,
    removed: (count: number) => `${number(count)} entfernt`,
    nothing: 'Sie ändert nichts.',
    action: 'Übernehmen',
    done: 'Die Modelle sind übernommen.',
    wrong: 'Die Tabelle kann nicht übernommen werden:',
  },
}
