import { Type } from 'typebox'
import { signedPictures } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { moderator } from '../access.ts'
import { selectSellerRecords } from './queries.ts'
import { longestInQueue, queueKinds, selectQueue, selectQueued } from './queue-queries.ts'
import { picturesIn, presentQueueItem, QueueItem, subjectOf } from './queue-shapes.ts'
import { presentQueued } from './shapes.ts'

export const getModerationQueue = operation({
  source: 'added here: everything that waits for those who look after the place, in one list',
  method: 'GET',
  path: '/moderation/queue',
  summary:
    'List what waits for staff: listings, what was reported, appeals, bans to confirm; the longest first, and nothing that is about you',
  access: moderator,
  query: Type.Object({
    kind: Type.Optional(OneOf(queueKinds)),
    urgent: Type.Optional(
      Type.Boolean({
        description: 'only what harms somebody or is hidden meanwhile, and bans',
        default: false,
      }),
    ),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Queue fetched successfully', data: Type.Array(QueueItem) } },

  async handle({ query, caller, db, clock, services, page }) {
    const now = clock.now()
    const find = { readerId: caller.id, kind: query.kind ?? null, isUrgent: query.urgent ?? false }
    const rows = await selectQueue(db, { ...find, after: page.after, limit: page.limit + 1 })
    const listingIds = rows.filter(({ kind }) => kind === 'listing').map(({ id }) => id)
    const view = { viewer: caller.id, origin: null, now }
    const queued = await selectQueued(db, view, listingIds)
    const people = [...queued.map((row) => row.author_id), ...rows.flatMap((row) => subjectOf(row) ?? [])]
    const [records, urls] = await Promise.all([
      selectSellerRecords(db, people, now),
      signedPictures({ db, services }, picturesIn(rows)),
    ])
    const reviews = new Map(
      queued.map((row) => {
        const record = records.get(row.author_id)
        return [row.id, presentQueued(row, record, caller.id, services.settings.publicUrl)] as const
      }),
    )
    return page.of(rows, longestInQueue.keyOf, (row) =>
      presentQueueItem(row, { reviews, records, urls, now }),
    )
  },
})
