import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { invalidTimezone } from '../views/public.ts'
import { askedPeriod } from './asked.ts'
import { bucketsOf, cohortsOf, figuresOf } from './figures.ts'
import { FiguresQuery } from './period.ts'
import { presentFigures, UserFigures } from './shapes.ts'

export const adminGetUserStats = operation({
  key: 'M163',
  source: 'named in the specification; method, path, period and figures chosen here',
  method: 'GET',
  path: '/admin/user-stats',
  summary: 'See how many people sign up, are here and come back; of days that are over',
  access: administrator,
  runs: 'long-read',
  query: FiguresQuery,
  replies: { 200: { message: 'Figures fetched successfully', data: UserFigures } },
  problems: [invalidTimezone],

  async handle({ query, caller, db, clock, services }) {
    const period = askedPeriod(query, caller.timezone, { clock, services })
    const now = clock.now()
    const series = bucketsOf(await figuresOf(db, period, now), period.interval)
    return presentFigures(period, series, await cohortsOf(db, period, now))
  },
})
