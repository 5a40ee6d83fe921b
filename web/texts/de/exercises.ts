/** Was die Wellness-Seiten zur Liste aller Übungen sagen. */
export const texts = {
  open: 'Alle Übungen',
  title: 'Alle Übungen',
  search: 'Übungen suchen',
  sort: 'Reihenfolge',
  sorts: {
    recommended: 'Für dich',
    popular: 'Beliebt',
    new: 'Neu',
    duration: 'Kürzeste zuerst',
  },
  tags: 'Schlagwörter',
  anyTag: 'Alle Schlagwörter',
  /** Die der mitgelieferten Übungen; andere stehen da, wie sie geschrieben wurden. */
  tagNames: {
    breathing: 'Atmen',
    focus: 'Konzentration',
    longer: 'länger',
    meditation: 'Meditation',
    movement: 'Bewegung',
    reflection: 'Nachdenken',
    short: 'kurz',
    sleep: 'Schlaf',
  },
  empty: 'Nichts gefunden',
  emptyHint: 'Versuch es mit einem anderen Wort oder mit allen Schlagwörtern.',
}
