import { Type } from 'typebox'
import { Line } from '../../platform/operation/schema.ts'
import type { Reading } from '../../platform/operation/work.ts'
import { dayStartOn, selectUser } from '../accounts/public.ts'
import type { Viewpoint } from './course.ts'
import { viewOf } from './kept-course.ts'

/** Why an administrator looks at what is somebody's own. */
export const ReasonHeader = Type.Object({
  'X-Reason': Type.Optional(
    Line(1, 200, { description: 'kept beside the fact that you looked', example: 'ticket 4711' }),
  ),
})

/** From where somebody looks at their own goals. @returns undefined of nobody */
export async function viewOfPerson(
  { db, clock }: Pick<Reading, 'db' | 'clock'>,
  userId: string,
): Promise<Viewpoint | undefined> {
  const person = await selectUser(db, userId)
  if (!person || person.status === 'PURGED') return undefined
  const { timezone } = person
  const dayStartMinutes = dayStartOn(person, clock.now())
  return viewOf({ db, clock }, { id: userId, timezone, dayStartMinutes })
}
