import { csv } from '../../platform/operation/csv.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { administrator } from '../access.ts'
import { invalidTimezone } from '../views/public.ts'
import { askedPeriod } from './asked.ts'
import { bucketsOf, figuresOf } from './figures.ts'
import { FiguresQuery } from './period.ts'
import { sources } from './words.ts'

const columns = ['start', 'sign_ups', 'verified', 'daily_active', 'weekly_active', 'monthly_active'] as const

export const adminExportUserStats = operation({
  source: 'not in the specification; the series of adminGetUserStats as a table',
  method: 'GET',
  path: '/admin/user-stats/export',
  summary: 'Take the figures of sign-ups and activity along as a table',
  access: administrator,
  runs: 'long-read',
  query: FiguresQuery,
  replies: {
    200: {
      file: ['text/csv'],
      isWritten: true,
      description: `A line with the names ${[...columns, ...sources].join(', ')}, then one for each day, week or month`,
    },
  },
  problems: [invalidTimezone],

  async handle({ query, caller, db, clock, services }) {
    const period = askedPeriod(query, caller.timezone, { clock, services })
    const buckets = bucketsOf(await figuresOf(db, period, clock.now()), period.interval)
    async function* rows() {
      for (const bucket of buckets)
        yield [
          ...columns.map((name) => bucket[name]),
          ...sources.map((source) => bucket.by_source[source] ?? 0),
        ] as const
    }
    return reply({ file: csv('user-figures.csv', [...columns, ...sources], rows) })
  },
})
