/** What the console says of the goals of a person. */
export const texts = {
  title: 'Goals of a person',
  hint: 'Goals say how somebody lives. Each look is kept in the audit trail, with your reason.',
  userId: 'Id of the person',
  reason: 'Why you look',
  reasonExample: 'Ticket 4711',
  open: 'Look',
  none: 'They have no goals',
  one: 'A goal',
  status: 'Status',
  rhythm: 'Rhythm',
  streak: 'Streak',
  since: 'Since',
  why: (title: string) => `Why is the streak of “${title}” what it is?`,
}
