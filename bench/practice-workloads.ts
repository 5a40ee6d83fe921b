// What is asked of the wellness app, and of those that it is compared with.
import { addDays, logicalDate } from '../server/src/wellness/days/public.ts'
import { dailyGoalId } from '../server/src/wellness/goals/daily-id.ts'
import type { StatementName } from './limits/statements.ts'
import { scattered } from './random.ts'
import { blanks } from './requests.ts'
import { exercises, goalNumber, idOf, type Size, timezone } from './town.ts'
import { get, linesOf, post, type Workload } from './workload.ts'

const wellness = '/wellness-app/api/v1'

/** What the wellness app reads when it is started, and of a tab. */
export function practiceOf({ chatters }: Size): Workload[] {
  const person = (i: number) => scattered(i, chatters)
  const own = (statement: StatementName) => (i: number) =>
    get(`/${statement}`, { person: idOf('user', person(i)) })
  const status = 'ACTIVE,PAUSED,SCHEDULED,COMPLETED,ARCHIVED'
  const line = linesOf('wellness', 'practice')
  return [
    line('H1', 'today’s goals', 'G10', 'home', {
      person,
      shot: () => get(`${wellness}/goals/home`),
      bare: own('home'),
      says: /"title":"Drink enough".*"suggestion":\{/,
    }),
    line('H2', 'all goals', 'G2', 'goals', {
      person,
      shot: () => get(`${wellness}/goals`, { limit: 100, status }),
      bare: own('goals'),
      says: /"title":"Drink enough"/,
    }),
    line('H3', 'first questions', 'U8', 'questionnaire', {
      person,
      shot: () => get(`${wellness}/user/questionnaire`, { instrument: 'onboarding' }),
      bare: own('questionnaire'),
      says: /"status":"COMPLETED"/,
    }),
  ]
}

/** What is done and told there. */
export function practiceWritesOf(size: Size): Workload[] {
  const anybody = (i: number) => scattered(i, size.people)
  const planner = (i: number) => scattered(i, size.chatters)
  const today = logicalDate(new Date(), timezone, 0)
  const day = (i: number, ago: number) =>
    dailyGoalId(idOf('goal', goalNumber(planner(i), 0)), addDays(today, -ago))
  const exercise = (i: number) => i % exercises
  const line = linesOf('wellness', 'write')
  return [
    line('W9', 'record a session', 'U20', 'record', {
      person: anybody,
      shot: (i) => ({
        method: 'POST',
        path: `${wellness}/user/wellness?exerciseId=${idOf('exercise', exercise(i))}&feeling=5`,
      }),
      bare: (i) => post('/record', { person: idOf('user', anybody(i)), exercise: exercise(i), minutes: 5 }),
    }),
    line('H4', 'tick a day of a goal', 'G7', 'mark', {
      person: planner,
      shot: (i) => ({
        method: 'PATCH',
        path: `${wellness}/goals/daily/${day(i, 0)}/status`,
        body: JSON.stringify({ status: blanks.mark }),
      }),
      bare: (i) => post('/mark', { person: idOf('user', planner(i)), goal: 0, status: blanks.mark }),
      says: /"status":"COMPLETED"/,
    }),
    line('H5', 'deliver what was done offline', 'syncEvents', 'deliver', {
      person: planner,
      shot: (i) => {
        const event = { occurredAt: blanks.moment, timeZone: timezone }
        const session = {
          kind: 'SESSION',
          requestid: `session-${blanks.number}`,
          exerciseId: idOf('exercise', exercise(i)),
          feeling: '5',
        }
        const mark = {
          kind: 'GOAL_MARK',
          requestid: `mark-${blanks.number}`,
          dailyGoalId: day(i, 1),
          status: 'COMPLETED',
        }
        return post(`${wellness}/user/sync`, { events: [session, mark].map((one) => ({ ...event, ...one })) })
      },
      bare: (i) =>
        post('/deliver', {
          id: `019000fe000070008${blanks.number}`,
          person: idOf('user', planner(i)),
          exercise: exercise(i),
          minutes: 5,
          at: blanks.moment,
          goal: 0,
        }),
      says: /"status":201.*"status":201/,
      isTakenOnce: true,
    }),
  ]
}
