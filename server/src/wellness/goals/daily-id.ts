// The id of a goal's day is made of both, so that it is the same before and after anything is written. It is the
// goal's id with the date in its last 16 bits, and 8 for its version: ids made by the server have 7 there, and
// never differ in those bits alone.

const dayMs = 86_400_000
const versionAt = 14

const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs)

const withTail = (id: string, version: string, tail: number): string =>
  `${id.slice(0, versionAt)}${version}${id.slice(versionAt + 1, -4)}${tail.toString(16).padStart(4, '0')}`

const tailOf = (id: string): number => Number.parseInt(id.slice(-4), 16)

/** Of the dates that 16 bits can hold, the first and the last. */
export const [firstDate, lastDate] = ['1970-01-01', '2149-06-06']

/** The id of a goal on one of these dates. */
export const dailyGoalId = (goalId: string, date: string): string =>
  withTail(goalId, '8', tailOf(goalId) ^ dayNumber(date))

/** Between which ids the goal of a day is. @returns undefined of an id that is none of a day. */
export const goalsOfDaily = (dailyId: string): { least: string; most: string } | undefined =>
  dailyId[versionAt] === '8'
    ? { least: withTail(dailyId, '7', 0), most: withTail(dailyId, '7', 0xffff) }
    : undefined

/** The date that the id of a day holds, once its goal is known. */
export const dateOfDaily = (dailyId: string, goalId: string): string =>
  new Date((tailOf(dailyId) ^ tailOf(goalId)) * dayMs).toISOString().slice(0, 10)
