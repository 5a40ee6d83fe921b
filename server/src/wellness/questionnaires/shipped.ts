import { readdirSync, readFileSync } from 'node:fs'
import type { Work } from '../../platform/operation/work.ts'
import { type InstrumentFile, questionsOf } from './instrument-file.ts'
import { publishInstrument } from './publication.ts'
import { lockInstrument, selectKnownInstruments } from './queries.ts'

const folder = new URL('instruments/', import.meta.url)

/** The scales that come with the server. */
export const shippedInstruments = (): InstrumentFile[] =>
  readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))

/** Publishes those of them that this server does not know yet. What was changed here since, or taken away, stays so. */
export async function publishShipped({ db, clock }: Pick<Work, 'db' | 'clock'>): Promise<void> {
  const files = shippedInstruments()
  const known = await selectKnownInstruments(
    db,
    files.map(({ instrument }) => instrument),
  )
  for (const file of files) {
    if (known.includes(file.instrument)) continue
    const { instrument } = file
    // Another process may be just as new.
    if ((await lockInstrument(db, instrument, clock.now())) > 0) continue
    await publishInstrument(db, { instrument, ...questionsOf(file) }, clock.now())
  }
}
