import { originalKey } from '../../platform/media/uploads.ts'
import type { Reading } from '../../platform/operation/work.ts'
import { collectPersonalData } from '../../platform/personal-data/queries.ts'
import type { LocalServices } from '../../platform/services.ts'
import type { UserRow } from '../users/public.ts'
import { ownerOf } from './departure.ts'
import { holdings } from './holdings.ts'
import { type ExportRow, exportKeptMs } from './queries.ts'

export const exportKey = (id: string) => `exports/${id}.json`

/** Where a finished copy is fetched, as long as it is there. */
export async function addressOfExport(
  { files }: LocalServices,
  { id, status, ends_at }: ExportRow,
  now: Date,
): Promise<string | null> {
  if (status !== 'ready') return null
  return files.presignGet(exportKey(id), Math.max(1, Math.floor((ends_at.getTime() - now.getTime()) / 1000)))
}

/** Everything that is kept of a person, by table, with an address for each of their pictures that holds as long. */
export async function documentOf({ db, clock, services }: Reading, user: UserRow): Promise<Buffer> {
  const data = await collectPersonalData(db, holdings, ownerOf(user))
  // Rows of the table of uploads, as they were collected.
  const uploads = (data['platform.upload'] ?? []) as { id: string; status: string; file_name: string }[]
  const pictures = await Promise.all(
    uploads
      .filter(({ status }) => status === 'ready')
      .map(async ({ id, file_name }) => ({
        _id: id,
        file_name,
        url: await services.files.presignGet(originalKey(id), exportKeptMs / 1000),
      })),
  )
  const made_at = clock.now().toISOString()
  return Buffer.from(JSON.stringify({ person: user.id, made_at, pictures, data }, null, 1))
}
