import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Files } from '../files/port.ts'
import { newId } from '../ids.ts'
import type { Realm } from '../operation/caller.ts'
import { uuidPattern } from '../operation/schema.ts'
import type { Reading, Work } from '../operation/work.ts'
import { renderVariants } from './pictures.ts'
import { isRecording, recordingEndings } from './recordings.ts'

export type UploadStatus = 'reserved' | 'processing' | 'ready' | 'failed'

export interface UploadRow {
  id: string
  realm: Realm
  owner_id: string
  purpose: string
  content_type: string
  declared_size: number
  sha256: string | null
  status: UploadStatus
  reason: string | null
  width: number | null
  height: number | null
  variants: number[]
}

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const largestPicture = 15 * 1024 * 1024
const putSeconds = 900

/** What is uploaded for these, of whichever product, is at no public address: only signed ones lead to it. */
export const privatePurposes = ['evidence', 'feedback', 'tool', 'support'] as const
export type PrivatePurpose = (typeof privatePurposes)[number]

export const isPrivate = (purpose: string): purpose is PrivatePurpose =>
  (privatePurposes as readonly string[]).includes(purpose)

const isForAll = sql<boolean>`purpose <> all(${[...privatePurposes]}::text[])`

export const originalKey = (id: string) => `originals/${id}`
/** Where the bytes of an upload go: of a recording, its type stays with them, since it is served as it came. */
export const uploadKey = (id: string, contentType: string) =>
  isRecording(contentType) ? `recordings/${id}.${recordingEndings[contentType]}` : originalKey(id)
export const variantKey = (id: string, width: number) => `variants/${id}/${width}.webp`

/** Where the bytes of a withheld picture lie: no address for it was ever given out. */
export const withheldKey = (id: string, width: number) => `withheld/${id}/${width}.webp`

/** The address of a picture as everybody may load it; it stays the same for ever. */
export const pictureUrl = (publicUrl: string, id: string, width = 1280) =>
  `${publicUrl}/media/${id}/${width}.webp`

const pictureAddress = new RegExp(`/media/(${uuidPattern.slice(1, -1)})/(\\d{1,5})\\.webp$`)

/** The upload that an address shows, if it is one of this server's; anybody's. */
export function uploadAt(address: string, publicUrl: string): string | undefined {
  const [, id = '', width = ''] = pictureAddress.exec(address) ?? []
  return id !== '' && address === pictureUrl(publicUrl, id, Number(width)) ? id : undefined
}

/** The uploads among some addresses, each once. */
export const uploadsAt = (addresses: readonly string[], publicUrl: string): string[] => [
  ...new Set(addresses.flatMap((address) => uploadAt(address, publicUrl) ?? [])),
]

const columns = sql`id, realm, owner_id, purpose, content_type, declared_size, sha256, status, reason, width, height, variants`

/** Reserves a place for a file before its bytes exist, and says where to PUT them. A recording has no public address. */
export async function reserveUpload(
  { db, clock, services }: Work,
  file: {
    realm: Realm
    ownerId: string
    purpose: string
    fileName: string
    contentType: string
    size: number
    /** In lower-case hexadecimal, if the owner announced it. */
    sha256?: string | undefined
    /** How long its address takes them; a quarter of an hour unless said. */
    expiresSeconds?: number
  },
) {
  const { expiresSeconds = putSeconds } = file
  const id = newId()
  const now = clock.now()
  await sql`
    insert into platform.upload (id, realm, owner_id, purpose, file_name, content_type, declared_size, sha256, created_at, updated_at)
    values (${id}, ${file.realm}, ${file.ownerId}, ${file.purpose}, ${file.fileName}, ${file.contentType}, ${file.size}, ${file.sha256 ?? null}, ${now}, ${now})`.execute(
    db,
  )
  const put = await services.files.presignPut(uploadKey(id, file.contentType), file, expiresSeconds)
  return {
    id,
    ...put,
    expiresAt: new Date(now.getTime() + expiresSeconds * 1000),
    publicUrl:
      isPrivate(file.purpose) || isRecording(file.contentType)
        ? null
        : pictureUrl(services.settings.publicUrl, id),
  }
}

export async function findUpload(
  db: Db,
  id: string,
  owner: { realm: Realm; ownerId: string },
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from platform.upload where id = ${id} and realm = ${owner.realm} and owner_id = ${owner.ownerId}`.execute(
    db,
  )
  return rows[0]
}

const keyOfUpload = new RegExp(`^(?:originals|recordings)/(${uuidPattern.slice(1, -1)})(?:\\.\\w+)?$`)

/** How many bytes were announced of what goes to a place. */
export async function announcedSize(db: Db, key: string): Promise<number | undefined> {
  const id = keyOfUpload.exec(key)?.[1]
  if (id === undefined) return undefined
  const { rows } = await sql<{ size: number }>`
    select declared_size as size from platform.upload where id = ${id}`.execute(db)
  return rows[0]?.size
}

/**
 * The bytes that a person has stored or announced; those of a failed upload count until the sweep,
 * because its address still takes them for a while. Their reservations wait for each other from
 * here to the end of the transaction, so that none exceeds a quota unseen.
 */
export async function sumUploads(
  db: Db,
  { realm, ownerId }: { realm: Realm; ownerId: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${realm} ${ownerId}`}, 0))`.execute(
    db,
  )
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(declared_size), 0)::bigint as bytes from platform.upload
    where realm = ${realm} and owner_id = ${ownerId}`.execute(db)
  return rows[0]?.bytes ?? 0
}

/**
 * Marks the caller's ready uploads as used once more for each time that an id is named, where everybody may see
 * them, so that the sweeper leaves them.
 * @returns the ids that are ready, theirs, for everybody, and of the kind, if one is asked for.
 */
export async function attachUploads(
  db: Db,
  ids: readonly string[],
  { kind = null, ...owner }: { realm: Realm; ownerId: string; kind?: 'image' | 'audio' | 'video' | null },
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    update platform.upload set uses = uses + named.times
    from (select id as upload_id, count(*)::int as times from unnest(${[...ids]}::uuid[]) id group by id) named
    where id = upload_id and realm = ${owner.realm} and owner_id = ${owner.ownerId} and status = 'ready'
      and withheld_at is null and ${isForAll}
      and (${kind}::text is null or split_part(content_type, '/', 1) = ${kind}::text) returning id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/**
 * Marks the caller's ready private uploads of a purpose as used once more.
 * @returns the ids that are ready, theirs and of that purpose.
 */
export async function attachPrivateUploads(
  db: Db,
  ids: readonly string[],
  { purpose, ...owner }: { realm: Realm; ownerId: string; purpose: PrivatePurpose },
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    update platform.upload set uses = uses + 1
    where id = any(${[...ids]}::uuid[]) and realm = ${owner.realm} and owner_id = ${owner.ownerId} and status = 'ready'
      and withheld_at is null and purpose = ${purpose} returning id`.execute(db)
  return rows.map((row) => row.id)
}

/** A ready private upload, with the width of the stored picture that is next below the one asked for. */
export interface PrivateUpload {
  id: string
  ownerId: string
  purpose: PrivatePurpose
  width: number
}

export async function findPrivateUpload(
  db: Db,
  id: string,
  { realm, width }: { realm: Realm; width: number },
): Promise<PrivateUpload | undefined> {
  const { rows } = await sql<PrivateUpload>`
    select id, owner_id as "ownerId", purpose, ${nextWidth(width)} as width from platform.upload
    where id = ${id} and realm = ${realm} and status = 'ready' and withheld_at is null and not ${isForAll}`.execute(
    db,
  )
  return rows[0]
}

/** Those of some uploads that are a person's and not ready, or not any more. */
export async function findUnready(
  db: Db,
  ids: readonly string[],
  owner: { realm: Realm; ownerId: string },
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from platform.upload
    where id = any(${[...ids]}::uuid[]) and realm = ${owner.realm} and owner_id = ${owner.ownerId}
      and (status <> 'ready' or withheld_at is not null)`.execute(db)
  return rows.map((row) => row.id)
}

/** Takes back a use for each time that an id is named; what nothing else uses goes with the sweeper a day later. */
export async function detachUploads(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update platform.upload u set uses = greatest(u.uses - gone.times, 0), updated_at = ${now}
    from (select id, count(*)::int as times from unnest(${[...ids]}::uuid[]) id group by id) gone
    where u.id = gone.id`.execute(db)
}

/** Stores a picture that the program itself made, as if it had been uploaded; nothing uses it yet. */
export async function storePicture(
  db: Db,
  files: Files,
  id: string,
  picture: { realm: Realm; ownerId: string; purpose: string; bytes: Buffer; at: Date },
): Promise<void> {
  const { width, height, variants } = await renderVariants(picture.bytes)
  for (const variant of variants)
    await files.write(variantKey(id, variant.width), variant.bytes, 'image/webp')
  await sql`
    insert into platform.upload (id, realm, owner_id, purpose, file_name, content_type, declared_size, actual_size, status, width, height, variants, created_at, updated_at)
    values (${id}, ${picture.realm}, ${picture.ownerId}, ${picture.purpose}, 'picture.png', 'image/png', ${picture.bytes.length}, ${picture.bytes.length},
      'ready', ${width}, ${height}, ${variants.map((variant) => variant.width)}, ${picture.at}, ${picture.at})`.execute(
    db,
  )
}

const nextWidth = (width: number) => sql<number>`
  coalesce((select max(w) from unnest(variants) w where w <= ${width}), (select min(w) from unnest(variants) w))`

/** The largest stored variant not wider than asked, for the public address. */
export async function variantFor(db: Db, id: string, width: number): Promise<number | undefined> {
  const { rows } = await sql<{ width: number }>`
    select ${nextWidth(width)} as width
    from platform.upload where id = ${id} and status = 'ready' and withheld_at is null and ${isForAll}`.execute(
    db,
  )
  return rows[0]?.width ?? undefined
}

/** Marks some pictures, whosever they are, as used once more, so that they outlast what shows them. */
export async function keepUploads(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update platform.upload set uses = uses + 1 where id in (
      select id from platform.upload where id = any(${[...ids]}::uuid[]) order by id for no key update)`.execute(
    db,
  )
}

const readSeconds = 600

/**
 * Addresses that show some pictures for ten minutes, private and withheld ones too; without those that are gone. One
 * statement, however many they are.
 */
export async function signedPictures(
  { db, services }: Pick<Reading, 'db' | 'services'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; width: number; isWithheld: boolean }>`
    select id, (select max(w) from unnest(variants) w) as width, withheld_at is not null as "isWithheld"
    from platform.upload where id = any(${[...new Set(ids)]}::uuid[]) and status = 'ready' and cardinality(variants) > 0`.execute(
    db,
  )
  return new Map(
    await Promise.all(
      rows.map(async ({ id, width, isWithheld }) => {
        const key = isWithheld ? withheldKey(id, width) : variantKey(id, width)
        return [id, await services.files.presignGet(key, readSeconds)] as const
      }),
    ),
  )
}
