import { open } from 'node:fs/promises'
import { hours } from '../../platform/clock.ts'
import { originalKey } from '../../platform/media/uploads.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { readPersonalData } from '../../platform/personal-data/queries.ts'
import type { LocalServices } from '../../platform/services.ts'
import type { UserRow } from '../users/public.ts'
import { ownerOf } from './departure.ts'
import { holdings } from './holdings.ts'
import { type ExportRow, exportKeptMs } from './queries.ts'

export const exportKey = (id: string) => `exports/${id}.json`

const addressKeptMs = hours(1)

/** Where a finished copy is fetched within the hour, as long as it is there. */
export async function addressOfExport(
  { files }: LocalServices,
  { id, status, ends_at }: ExportRow,
  now: Date,
): Promise<string | null> {
  if (status !== 'ready') return null
  const leftMs = Math.min(addressKeptMs, ends_at.getTime() - now.getTime())
  return files.presignGet(exportKey(id), Math.max(1, Math.floor(leftMs / 1000)))
}

const onlyUploads = holdings.map((tables) =>
  Object.fromEntries(Object.entries(tables).filter(([table]) => table === 'platform.upload')),
)

/**
 * Writes everything that is kept of a person into a new file, by table, with an address for each of their pictures that
 * holds as long as the copy.
 */
export async function writeDocument(
  { clock, services }: Surroundings,
  user: UserRow,
  path: string,
): Promise<void> {
  const { longReads, files } = services
  const owner = ownerOf(user)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`{"person": "${user.id}", "made_at": "${clock.now().toISOString()}", "data": {`)
    let last: string | undefined
    await readPersonalData(longReads, holdings, owner, async (table, rows) => {
      const opening = `${last === undefined ? '' : '],'}\n"${table}": [`
      await file.writeFile(`${table === last ? ',' : opening}\n${rows.join(',\n')}`)
      last = table
    })
    await file.writeFile(`${last === undefined ? '' : ']'}},\n"pictures": [`)
    let separator = ''
    await readPersonalData(longReads, onlyUploads, owner, async (_, rows) => {
      const uploads = rows.map((row): { id: string; status: string; file_name: string } => JSON.parse(row))
      for (const { id, file_name } of uploads.filter(({ status }) => status === 'ready')) {
        const url = await files.presignGet(originalKey(id), exportKeptMs / 1000)
        await file.writeFile(`${separator}\n${JSON.stringify({ _id: id, file_name, url })}`)
        separator = ','
      }
    })
    await file.writeFile(']}\n')
  } finally {
    await file.close()
  }
}
