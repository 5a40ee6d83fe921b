import type { Reading } from '../../platform/operation/work.ts'
import { daysOn } from './days-of-goals.ts'
import { type Owner, viewOf } from './kept-course.ts'
import { summaryOf } from './shapes.ts'

/** How somebody's goals of today stand where they are. */
export interface GoalsToday {
  due: number
  done: number
  /** The title of the first that is still open. */
  open: string | undefined
}

export async function goalsToday(
  reading: Pick<Reading, 'db' | 'clock'>,
  person: Omit<Owner, 'language'>,
): Promise<GoalsToday> {
  const view = await viewOf(reading, person)
  const days = await daysOn(reading.db, person.id, view, view.today)
  const { due, done } = summaryOf(days.map(({ day }) => day))
  const open = days.find(({ day }) => day.isDue && ['PENDING', 'IN_PROGRESS'].includes(day.status))
  return { due, done, open: open?.course.goal.title }
}
