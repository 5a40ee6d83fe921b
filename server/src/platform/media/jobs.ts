import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hours } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Files } from '../files/port.ts'
import { job } from '../jobs/job.ts'
import { ago, Nothing } from '../jobs/sweep.ts'
import type { Realm } from '../operation/caller.ts'
import { Id } from '../operation/schema.ts'
import type { Work } from '../operation/work.ts'
import { PictureError, renderVariants } from './pictures.ts'
import { isRecording, signatureBytes, sniffRecording } from './recordings.ts'
import { detachUploads, originalKey, type UploadRow, uploadKey, variantKey, withheldKey } from './uploads.ts'

type Waiting = Pick<UploadRow, 'content_type' | 'declared_size' | 'sha256'>

/** What was found in the bytes that arrived, or why they cannot be used. */
type Found =
  | {
      size: number
      /** Of a picture, as its width and height. */
      sha256: string | null
      width: number | null
      height: number | null
      variants: number[]
    }
  | { reason: string }

const nothingArrived =
  'Nothing has arrived at the upload address yet. Send the file there, and confirm it then.'
const wentWrong = 'Something went wrong on our side. Send the file again.'

/** Looks at the real bytes of an upload, makes the variants, records what was found or what went wrong. */
export const processUpload = job({
  name: 'media.process',
  data: Type.Object({ uploadId: Id }),
  runs: 'steps',
  async handle({ read, outside, step }, { uploadId }) {
    const upload = await read(({ db }) => findWaiting(db, uploadId))
    if (!upload) return
    const found = await outside('render', { call: ({ files }) => look(files, uploadId, upload) })
    await step('record', ({ db, clock }) => record(db, uploadId, found, clock.now()))
    // Of what has not come nothing is removed: it may be coming now.
    if ('reason' in found && found.reason !== nothingArrived)
      await outside('remove the original', {
        call: ({ files }) => files.remove(uploadKey(uploadId, upload.content_type)),
      })
  },
  onLastFailure: ({ db, clock }, { uploadId }) => record(db, uploadId, { reason: wentWrong }, clock.now()),
  async onRevive({ db, clock }, { uploadId }) {
    const { rows } = await sql`
      update platform.upload set status = 'processing', reason = null, updated_at = ${clock.now()}
      where id = ${uploadId} and (status = 'processing' or (status = 'failed' and reason = ${wentWrong})) returning id`.execute(
      db,
    )
    return rows.length > 0 ? null : 'What became of this upload is known, or it is not kept any more.'
  },
})

/**
 * Declares the bytes sent; the job checks and re-encodes them. A repeat changes nothing, unless nothing had come when
 * they were looked for.
 */
export async function confirmUpload({ db, clock, enqueue }: Work, id: string): Promise<void> {
  const { rows } = await sql`
    update platform.upload set status = 'processing', reason = null, updated_at = ${clock.now()}
    where id = ${id} and status = 'reserved' returning id`.execute(db)
  if (rows.length > 0) await enqueue(processUpload, { uploadId: id })
}

async function findWaiting(db: Db, id: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select content_type, declared_size, sha256 from platform.upload where id = ${id} and status = 'processing'`.execute(
    db,
  )
  return rows[0]
}

/** What an upload is: a picture is made anew in several widths, a recording is served as it came. */
async function look(files: Files, id: string, upload: Waiting): Promise<Found> {
  try {
    return isRecording(upload.content_type)
      ? await checkRecording(files, uploadKey(id, upload.content_type), upload)
      : await render(files, id, upload)
  } catch (error) {
    if (error instanceof PictureError) return { reason: error.message }
    throw error
  }
}

async function checkRecording(files: Files, key: string, upload: Waiting): Promise<Found> {
  const [size, start] = await Promise.all([files.size(key), files.readStart(key, signatureBytes)])
  if (size === undefined || !start) return { reason: nothingArrived }
  if (size !== upload.declared_size) return { reason: wrongSize(size, upload.declared_size) }
  if (!sniffRecording(start).includes(upload.content_type))
    return { reason: `This file is not what its type ${upload.content_type} says.` }
  return { size, sha256: null, width: null, height: null, variants: [] }
}

const wrongSize = (size: number, announced: number) =>
  `The file has ${size} bytes, not the ${announced} that were announced.`

async function render(files: Files, id: string, upload: Waiting): Promise<Found> {
  const { bytes, sha256 } = await readOriginal(files, id, upload)
  const { width, height, variants } = await renderVariants(bytes)
  for (const variant of variants)
    await files.write(variantKey(id, variant.width), variant.bytes, 'image/webp')
  return { size: bytes.length, sha256, width, height, variants: variants.map((variant) => variant.width) }
}

/** The bytes that arrived. @throws PictureError when they are not what was announced. */
async function readOriginal(
  files: Files,
  id: string,
  upload: Waiting,
): Promise<{ bytes: Buffer; sha256: string }> {
  const bytes = await files.read(originalKey(id))
  if (!bytes) throw new PictureError(nothingArrived)
  if (bytes.length !== upload.declared_size)
    throw new PictureError(wrongSize(bytes.length, upload.declared_size))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (upload.sha256 !== null && upload.sha256 !== sha256)
    throw new PictureError('The file is not the one that was announced: its SHA-256 is another.')
  return { bytes, sha256 }
}

/** What was confirmed before it came is still waited for. */
async function record(db: Db, id: string, found: Found, at: Date): Promise<void> {
  if ('reason' in found)
    await sql`
      update platform.upload set status = ${found.reason === nothingArrived ? 'reserved' : 'failed'}, reason = ${found.reason}, updated_at = ${at}
      where id = ${id} and status = 'processing'`.execute(db)
  else
    await sql`
      update platform.upload set status = 'ready', actual_size = ${found.size}, sha256 = ${found.sha256}, width = ${found.width},
        height = ${found.height}, variants = ${found.variants}, updated_at = ${at}
      where id = ${id} and status = 'processing'`.execute(db)
}

const movedAtOnce = 100
const PicturesToMove = Type.Object({ uploadIds: Type.Array(Id, { maxItems: movedAtOnce }) })

/** Takes the bytes of withheld pictures away from where their addresses lead, those of a bucket included. */
export const moveWithheld = job({
  name: 'media.withhold',
  data: PicturesToMove,
  runs: 'steps',
  async handle({ read, outside }, { uploadIds }) {
    const withheld = await read(({ db }) => findWithheld(db, uploadIds))
    await outside('move', {
      async call({ files }) {
        for (const { id, variants } of withheld)
          for (const width of variants) await move(files, variantKey(id, width), withheldKey(id, width))
      },
    })
  },
})

/** Removes the first only when the second is there, so it may be repeated. */
async function move(files: Files, from: string, to: string): Promise<void> {
  const bytes = await files.read(from)
  if (!bytes) return
  await files.write(to, bytes, 'image/webp')
  await files.remove(from)
}

/** Queues the move of any number of pictures, some to a job. */
async function enqueueMoves(
  enqueue: Work['enqueue'],
  mover: typeof moveWithheld | typeof returnWithheld,
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += movedAtOnce)
    await enqueue(mover, { uploadIds: ids.slice(at, at + movedAtOnce) })
}

/** Shows some pictures to nobody any more, wherever they are used. */
export async function withholdUploads(
  { db, clock, enqueue }: Pick<Work, 'db' | 'clock' | 'enqueue'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update platform.upload set withheld_at = ${clock.now()}
    where id = any(${[...ids]}::uuid[]) and withheld_at is null`.execute(db)
  await enqueueMoves(enqueue, moveWithheld, ids)
}

/** Puts the bytes of pictures that are withheld no more back to where their addresses lead. */
export const returnWithheld = job({
  name: 'media.return',
  data: PicturesToMove,
  runs: 'steps',
  async handle({ read, outside }, { uploadIds }) {
    const shown = await read(({ db }) => findShown(db, uploadIds))
    await outside('move', {
      async call({ files }) {
        for (const { id, variants } of shown)
          for (const width of variants) await move(files, withheldKey(id, width), variantKey(id, width))
      },
    })
  },
})

/** Shows withheld pictures again, wherever they are used. */
export async function showUploads(
  { db, enqueue }: Pick<Work, 'db' | 'enqueue'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update platform.upload set withheld_at = null where id = any(${[...ids]}::uuid[])`.execute(db)
  await enqueueMoves(enqueue, returnWithheld, ids)
}

/**
 * Takes back the uses of pictures of what is gone for good, one for each time that an id is named. Those that nothing
 * else uses are shown to nobody from now on, and their bytes go with the sweeper.
 */
export async function purgeUploads(
  { db, clock, enqueue }: Pick<Work, 'db' | 'clock' | 'enqueue'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await detachUploads(db, ids, clock.now())
  const { rows } = await sql<{ id: string }>`
    update platform.upload set withheld_at = ${clock.now()}
    where id = any(${[...ids]}::uuid[]) and uses = 0 and withheld_at is null returning id`.execute(db)
  await enqueueMoves(
    enqueue,
    moveWithheld,
    rows.map(({ id }) => id),
  )
}

/**
 * Forgets what somebody who left called their pictures, some at a time, and hands over to the sweeper, without the day
 * that it waits, those which nothing uses. What the other side of a chat has stays with it. @returns how many.
 */
export async function forgetUploads(
  { db, clock, enqueue }: Work,
  { realm, id }: { realm: Realm; id: string },
  most: number,
): Promise<number> {
  const { rows } = await sql<{ isUnused: boolean }>`
    update platform.upload set file_name = '', updated_at = case when uses = 0 then 'epoch' else updated_at end,
      withheld_at = case when uses = 0 then coalesce(withheld_at, ${clock.now()}) else withheld_at end
    where id = any(array(
      select id from platform.upload
      where realm = ${realm} and owner_id = ${id} and (file_name <> '' or (uses = 0 and updated_at > 'epoch')) limit ${most}))
    returning uses = 0 as "isUnused"`.execute(db)
  if (rows.some(({ isUnused }) => isUnused)) await enqueue(sweepUploads, {})
  return rows.length
}

type Stored = Pick<UploadRow, 'id' | 'variants'>

async function findWithheld(db: Db, ids: readonly string[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, variants from platform.upload where id = any(${[...ids]}::uuid[]) and withheld_at is not null`.execute(
    db,
  )
  return rows
}

async function findShown(db: Db, ids: readonly string[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, variants from platform.upload where id = any(${[...ids]}::uuid[]) and withheld_at is null`.execute(
    db,
  )
  return rows
}

const sweptAtOnce = 100
// A provider's time limit includes the wait for its other calls.
const removedAtOnce = 20

/**
 * Forgets uploads that nothing has used for a day. Each is marked as failed before its bytes go, so
 * that nobody takes it into use meanwhile; what a crash leaves so marked goes the next time.
 */
export const sweepUploads = job({
  name: 'media.sweep',
  cron: '6-59/15 * * * *',
  data: Nothing,
  runs: 'steps',
  async handle({ step, outside }) {
    const unused = await step('mark', ({ db, clock }) => markUnused(db, ago(clock.now(), hours(24))))
    await outside('remove the bytes', {
      async call({ files }) {
        const keys = unused.flatMap(({ id, variants, isWithheld, contentType }) => [
          uploadKey(id, contentType),
          ...variants.flatMap((width) => [
            variantKey(id, width),
            ...(isWithheld ? [withheldKey(id, width)] : []),
          ]),
        ])
        for (let at = 0; at < keys.length; at += removedAtOnce)
          await Promise.all(keys.slice(at, at + removedAtOnce).map((key) => files.remove(key)))
      },
    })
    await step('forget', async ({ db, enqueue }) => {
      const ids = unused.map(({ id }) => id)
      await sql`delete from platform.upload where id = any(${ids}::uuid[]) and status = 'failed'`.execute(db)
      if (unused.length === sweptAtOnce) await enqueue(sweepUploads, {})
    })
  },
})

async function markUnused(
  db: Db,
  before: Date,
): Promise<(Stored & { isWithheld: boolean; contentType: string })[]> {
  const { rows } = await sql<Stored & { isWithheld: boolean; contentType: string }>`
    update platform.upload set status = 'failed', reason = 'Nothing used it for a day.'
    where uses = 0 and id = any(array(
      select id from platform.upload where uses = 0 and updated_at < ${before} limit ${sweptAtOnce} for update skip locked))
    returning id, variants, withheld_at is not null as "isWithheld", content_type as "contentType"`.execute(
    db,
  )
  return rows
}
