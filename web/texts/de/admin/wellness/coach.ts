import type { texts as english } from '../../../en/admin/wellness/coach.ts'

/** Was die Konsole über den Coach sagt. */
export const texts: typeof english = {
  title: 'Coach',
  hint: 'Wie oft er antwortete und wie oft er auf Hilfe hinwies. Wem, steht hier nirgends; weniger als fünf werden nicht genannt.',
  none: 'Er hat noch nicht geantwortet',
  kind: 'Antworten',
  language: 'Sprache',
  replies: 'Wie oft',
  few: 'Weniger als fünf',
  kinds: {
    BUILT_IN: 'Vom eingebauten Coach',
    MODEL: 'Vom Sprachmodell',
    INSTEAD_OF_MODEL: 'Vom eingebauten Coach statt des Sprachmodells',
    SAFETY: 'Hinweis auf Hilfe in einer Krise',
  },
}
