import { purgeUploads } from '../../platform/media/jobs.ts'
import type { Work } from '../../platform/operation/work.ts'
import { deletePurchases } from './queries.ts'

/** Deletes some of what somebody bought who left, with the pictures. @returns how many. */
export async function forgetPurchases(work: Work, { id }: { id: string }, most: number): Promise<number> {
  const deleted = await deletePurchases(work.db, id, most)
  for (const { upload_ids } of deleted) await purgeUploads(work, upload_ids)
  return deleted.length
}
