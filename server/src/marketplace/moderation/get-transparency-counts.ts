import { type Static, Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Integer, OneOf, Shown } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { type CountRow, reasons, selectCounts } from '../reports/public.ts'
import { actions } from './decision-queries.ts'

const Month = Type.Object(
  {
    month: Shown('2026-03', 'of UTC'),
    reports: Type.Array(Type.Object({ reason: OneOf(reasons), count: Type.Integer() })),
    hidden_by_reports: Type.Integer({ description: 'listings that were hidden until somebody looked' }),
    decisions: Type.Array(Type.Object({ action: OneOf(actions), count: Type.Integer() })),
    appeals: Type.Object({
      made: Type.Integer(),
      upheld: Type.Integer({ description: 'appeals that changed nothing' }),
      overturned: Type.Integer(),
    }),
    resubmissions: Type.Object({
      made: Type.Integer({ description: 'hidden listings that their authors put right' }),
      accepted: Type.Integer(),
      declined: Type.Integer(),
    }),
    undone: Type.Integer({ description: 'decisions that staff took back' }),
  },
  { title: 'TransparencyMonth' },
)

export const getTransparencyCounts = operation({
  source: 'added here: what everybody may know of how order is kept',
  method: 'GET',
  path: '/moderation/transparency',
  summary:
    'Count what was reported, decided and appealed, by month; months in which nothing happened are left out',
  access: anyone,
  query: Type.Object({
    months: Type.Optional(Integer(1, 24, { description: 'so many back, this one included', default: 12 })),
  }),
  replies: { 200: { message: 'Counts fetched successfully', data: Type.Array(Month) } },

  async handle({ query, db, clock }) {
    const rows = await selectCounts(db, query.months ?? 12, clock.now())
    const months = [...new Set(rows.map(({ month }) => month))]
    return months.map((month) =>
      presentMonth(
        month,
        rows.filter((row) => row.month === month),
      ),
    )
  },
})

function presentMonth(month: string, rows: readonly CountRow[]): Static<typeof Month> {
  const of = (what: CountRow['what']) => rows.filter((row) => row.what === what)
  const countOf = (what: CountRow['what'], kind: string) =>
    of(what).find((row) => row.kind === kind)?.count ?? 0
  const named = <Name extends string>(what: CountRow['what'], names: readonly Name[]) =>
    names.map((name) => ({ name, count: countOf(what, name) })).filter(({ count }) => count > 0)
  return {
    month,
    reports: named('report', reasons).map(({ name, count }) => ({ reason: name, count })),
    hidden_by_reports: countOf('hidden', 'reports'),
    decisions: named('decision', actions).map(({ name, count }) => ({ action: name, count })),
    appeals: {
      made: countOf('appeal', 'made'),
      upheld: countOf('appeal', 'upheld'),
      overturned: countOf('appeal', 'overturned'),
    },
    resubmissions: {
      made: countOf('resubmission', 'made'),
      accepted: countOf('resubmission', 'accepted'),
      declined: countOf('resubmission', 'declined'),
    },
    undone: of('undone').reduce((sum, { count }) => sum + count, 0),
  }
}
