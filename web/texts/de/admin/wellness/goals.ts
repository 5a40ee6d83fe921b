import type { texts as english } from '../../../en/admin/wellness/goals.ts'

/** Was die Konsole über die Ziele einer Person sagt. */
export const texts: typeof english = {
  title: 'Ziele einer Person',
  hint: 'Ziele verraten, wie jemand lebt. Jeder Blick wird mit deinem Grund im Protokoll festgehalten.',
  userId: 'Kennung der Person',
  reason: 'Warum du nachsiehst',
  reasonExample: 'Ticket 4711',
  open: 'Ansehen',
  none: 'Sie hat keine Ziele',
  one: 'Ein Ziel',
  status: 'Status',
  rhythm: 'Rhythmus',
  streak: 'Serie',
  since: 'Seit',
  why: (title) => `Warum ist die Serie von „${title}“, wie sie ist?`,
}
