import {
  attachPrivateUploads,
  attachUploads,
  detachUploads,
  findUnready,
  uploadAt,
  uploadsAt,
} from '../../platform/media/uploads.ts'
import { validationFailed } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { keepUploads, type ListingRow } from './queries.ts'

/** @throws VALIDATION_FAILED where an address is wrong. */
function refuseWhere(addresses: readonly string[], isWrong: (address: string) => boolean, message: string) {
  const fields = addresses.flatMap((address, index) =>
    isWrong(address) ? [{ path: `body.product_image.${index}`, rule: 'picture', message }] : [],
  )
  if (fields.length > 0) throw validationFailed({ fields })
}

/** @throws VALIDATION_FAILED for an address that is neither https nor a picture of this server, which may speak http. */
export const requireSafe = (addresses: readonly string[], publicUrl: string): void =>
  refuseWhere(
    addresses,
    (address) => !address.startsWith('https://') && uploadAt(address, publicUrl) === undefined,
    'must be an https address',
  )

/**
 * Keeps those pictures of a purchase from the sweeper that are the caller's own uploads, and lets
 * the earlier ones go. Any others may be shown; they are not this purchase's to keep.
 * @throws VALIDATION_FAILED for an own upload that is not ready.
 */
export async function exchangePictures(
  { db, clock, services }: Work,
  listing: Pick<ListingRow, 'id' | 'upload_ids'>,
  addresses: readonly string[],
  ownerId: string,
): Promise<void> {
  const { publicUrl } = services.settings
  const owner = { realm: 'marketplace', ownerId } as const
  const shown = uploadsAt(addresses, publicUrl)
  const kept = listing.upload_ids.filter((id) => shown.includes(id))
  const added = shown.filter((id) => !kept.includes(id))
  const unready = await findUnready(db, added, owner)
  refuseWhere(
    addresses,
    (address) => unready.includes(uploadAt(address, publicUrl) ?? ''),
    'is an upload of yours that is not ready',
  )
  const attached = [
    ...(await attachUploads(db, added, owner)),
    ...(await attachPrivateUploads(db, added, { ...owner, purpose: 'tool' })),
  ]
  await detachUploads(
    db,
    listing.upload_ids.filter((id) => !kept.includes(id)),
    clock.now(),
  )
  await keepUploads(db, listing.id, [...kept, ...attached])
}
