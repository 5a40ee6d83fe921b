import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { addDays, logicalDate } from '../days/public.ts'
import { checkSpan } from './dates.ts'
import { explainPractice } from './explanation.ts'
import { ExplainedDay, Streak } from './shapes.ts'

const usualDays = 30

export const getPracticeStreakExplanation = operation({
  source: 'not in the specification; what support is asked most is answered where it is asked',
  method: 'GET',
  path: '/user/wellness/streak/explain',
  summary:
    'See why your streak of practice is what it is: each day with how it was judged, when and where it ended',
  access: user,
  query: Type.Object({ from: Type.Optional(CalendarDate), to: Type.Optional(CalendarDate) }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  replies: {
    200: {
      message: 'Streak explained',
      data: Type.Object({ streak: Streak, units: Type.Array(ExplainedDay) }),
    },
  },

  async handle({ query, headers, caller, db, clock }) {
    const now = clock.now()
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const to = query.to ?? logicalDate(now, timezone, caller.dayStartMinutes)
    const from = query.from ?? addDays(to, 1 - usualDays)
    checkSpan(from, to)
    return explainPractice(db, { ...caller, timezone }, { from, to, now })
  },
})
