import { newId } from '../platform/ids.ts'
import {
  type RemindedGoal,
  type Reminder,
  type ReminderInput,
  type RingingDays,
  replaceReminders,
  selectReminders,
} from '../wellness/reminders/public.ts'
import { inProduct } from './jobs.ts'
import type { TestPerson } from './kit.ts'

/** Due every day, for good. */
export const everyDay: RingingDays = {
  from: '2020-01-01',
  until: null,
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  everyDays: 1,
  dates: null,
}

export const goalOf = ({ id: userId }: TestPerson, over: Partial<RemindedGoal> = {}): RemindedGoal => ({
  ...{ id: newId(), userId, title: 'Breathe', days: everyDay, state: 'ACTIVE' as const, silenced: [] },
  ...over,
})

/** Makes the reminders of a goal these. @returns them as they are then. */
export const remind = (goal: RemindedGoal, reminders: ReminderInput[]): Promise<Reminder[]> =>
  inProduct('wellness', async (work) => {
    await replaceReminders(work, goal, reminders)
    return (await selectReminders(work.db, [goal.id])).get(goal.id) ?? []
  })

export async function newReminder(
  owner: TestPerson,
  reminder: Partial<ReminderInput> = {},
  goal: RemindedGoal = goalOf(owner),
): Promise<Reminder> {
  const [made] = await remind(goal, [{ time: '07:30', ...reminder }])
  if (!made) throw new Error('there is no reminder')
  return made
}
