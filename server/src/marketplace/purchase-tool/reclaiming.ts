import { detachUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { deletePurchasesOf } from './queries.ts'

/** Forgets somebody's book of purchases. */
export async function forgetPurchasesOf({ db, clock }: Work, { userId }: { userId: string }): Promise<void> {
  await detachUploads(db, await deletePurchasesOf(db, userId), clock.now())
}
