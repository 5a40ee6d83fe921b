import type { Work } from '../../platform/operation/work.ts'
import { hideAllOf } from './queries.ts'

/** What was written in somebody's name stays with those it was written to, and is not shown to them. */
export const hideChatsOf = ({ db }: Work, { userId }: { userId: string }): Promise<void> =>
  hideAllOf(db, userId)
