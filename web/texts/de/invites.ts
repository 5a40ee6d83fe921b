import { plural } from '../../ui/formats.ts'

/** Was die Seite der eigenen Einladungen sagt. */
export const texts = {
  title: 'Einladungen',
  entry: 'Links, über die andere dazukommen',
  back: 'Zurück zu deinem Konto',
  hint: 'Wer den Link öffnet, meldet sich auf deine Einladung an. Sie zählt, sobald die Adresse bestätigt ist.',
  make: 'Neue Einladung',
  empty: 'Noch keine Einladungen',
  emptyHint: 'Leg eine an und schick den Link deinen Nachbarn.',
  one: (code: string) => `Einladung ${code}`,
  used: (uses: number, most: number) =>
    uses === 0
      ? `Noch niemand, von ${most}`
      : `${plural(uses, { one: 'Person', other: 'Personen' })} von ${most}`,
  until: (date: string) => `Bis ${date}`,
  states: { expired: 'Vorbei', exhausted: 'Aufgebraucht', revoked: 'Beendet' } as Record<string, string>,
  link: 'Link',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  share: 'Teilen',
  end: 'Einladung beenden',
  endTitle: 'Diese Einladung beenden?',
  endHint: 'Über diesen Link kann sich niemand mehr anmelden. Wer darüber kam, bleibt.',
  ended: 'Die Einladung ist beendet.',
}
