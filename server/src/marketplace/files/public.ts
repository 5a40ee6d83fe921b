import { attachPrivateUploads, detachUploads, type PrivatePurpose } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { uploadNotUsable } from './problems.ts'

export { noSuchUpload, uploadNotUsable } from './problems.ts'

/**
 * Takes private uploads of somebody into use, such as evidence beside a report, so that the sweeper leaves them. They
 * are shown by the signed addresses of `getSignedUrl` only. Call it once the row that names them is written, in its
 * transaction.
 * @param path of the field that lists them, for the refusal
 * @throws UPLOAD_NOT_USABLE naming each that is not a ready upload of theirs for this purpose
 */
export async function takePrivateUploads(
  { db }: Pick<Work, 'db'>,
  ids: readonly string[],
  { ownerId, purpose, path }: { ownerId: string | null; purpose: PrivatePurpose; path: string },
): Promise<void> {
  if (ids.length === 0) return
  const wanted = [...new Set(ids)]
  const taken =
    ownerId === null ? [] : await attachPrivateUploads(db, wanted, { realm: 'marketplace', ownerId, purpose })
  const fields = ids.flatMap((id, index) =>
    taken.includes(id)
      ? []
      : [
          {
            path: `${path}.${index}`,
            rule: 'upload',
            message: `is not a ready upload of yours for ${purpose}`,
          },
        ],
  )
  if (fields.length > 0) throw uploadNotUsable({ fields })
}

/** Lets go of them again; what nothing else uses goes with the sweeper a day later. */
export const releasePrivateUploads = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<void> => detachUploads(db, ids, clock.now())
