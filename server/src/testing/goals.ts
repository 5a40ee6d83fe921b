import { call, granted, type TestPerson } from './kit.ts'
import { wellnessBase } from './wellness.ts'

const base = `${wellnessBase}/goals`

/** A new goal as its creation answers; every day and checked off, unless said. */
export async function newGoal(
  as: TestPerson,
  fields: Record<string, unknown> = {},
  { isDeleted = false } = {},
) {
  const body = { title: 'Sit still for ten minutes', ...fields }
  const { data } = (await granted(call('POST', base, { as, body }))).body
  if (isDeleted) await granted(call('DELETE', `${base}/${data.id}`, { as }))
  return data
}

/** A time off of one goal that runs. @returns its id */
export async function newVacation(as: TestPerson): Promise<string> {
  const goalIds = [(await newGoal(as)).id]
  return (await granted(call('POST', `${base}/pause`, { as, body: { goalIds } }))).body.data.id
}

/** Marks a day of a goal. */
export const markGoal = (as: TestPerson, dailyGoalId: string, body: object) =>
  call('PATCH', `${base}/daily/${dailyGoalId}/status`, { as, body })
