import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { ago } from '../../platform/jobs/sweep.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Instant, Nullable, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { countEndedTrials, type EndedTrialRow, latestTrials, selectEndedTrials } from './queries.ts'

const CompletedTrial = Type.Object(
  {
    user_id: Id,
    name: Shown('Ada Lovelace'),
    email: Nullable(Shown('ada@example.org')),
    plan: Shown('plus'),
    started_at: Timestamp,
    ended_at: Timestamp,
    uses: Type.Integer({ description: 'how often the trial opened something' }),
    converted: Type.Boolean(),
    reason: Nullable(Shown('trial_over', 'why it is over, where it is')),
  },
  { title: 'CompletedTrial' },
)

export const adminGetCompletedTrials = operation({
  key: 'M162',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'GET',
  path: '/admin/trial-user-completed',
  summary: 'List the trials that ended, the latest first, and how many of them were followed by a payment',
  access: administrator,
  query: Type.Object({
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
    converted: Type.Optional(Type.Boolean()),
  }),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Trials fetched successfully',
      data: Type.Array(CompletedTrial),
      meta: Type.Object({
        trials: Type.Integer({ description: 'how many ended in that time' }),
        conversions: Type.Integer({ description: 'how many of these were followed by a payment' }),
      }),
    },
  },

  async handle({ query, db, clock, page }) {
    const to = query.to === undefined ? clock.now() : new Date(query.to)
    const from = query.from === undefined ? ago(to, days(90)) : new Date(query.from)
    if (from > to) throw invalidField('query.from', 'range', 'must not be after `to`')
    const filter = { from, to, hasPaid: query.converted ?? null }
    const [rows, totals] = await Promise.all([
      selectEndedTrials(db, filter, { after: page.after, limit: page.limit + 1 }),
      countEndedTrials(db, { ...filter, hasPaid: null }),
    ])
    const present = (row: EndedTrialRow) => ({
      user_id: row.user_id,
      name: row.name,
      email: row.email,
      plan: row.plan_key,
      started_at: row.trial_started_at.toISOString(),
      ended_at: row.trial_ends_at.toISOString(),
      uses: row.trial_uses,
      converted: row.has_paid,
      reason: row.reason,
    })
    const meta = { trials: totals.ended, conversions: totals.converted }
    return page.of(rows, latestTrials.keyOf, present, meta)
  },
})
