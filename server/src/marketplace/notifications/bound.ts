import { Type } from 'typebox'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Instant, OneOf, uuidPattern } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type Bound, type Reader, selectNotification } from './inbox-queries.ts'
import { categories } from './shapes.ts'

/** Which notices something is done to at once. */
export const AllUntil = Type.Object({
  before: Type.Optional(Type.Union([Id, Instant])),
  category: Type.Optional(OneOf(categories)),
})

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The place in the list that `before` names: one of the reader's notices, or everything of a moment. */
export async function boundOf(
  { db, clock }: Work,
  reader: Reader,
  before: string | undefined,
): Promise<Bound> {
  if (before === undefined) return { at: clock.now(), id: highestId }
  if (!new RegExp(uuidPattern).test(before)) return { at: new Date(before), id: highestId }
  const row = await selectNotification(db, reader, clock.now(), before)
  if (!row) throw invalidField('body.before', 'own', 'is not one of your notifications')
  return { at: row.created_at, id: row.id }
}
