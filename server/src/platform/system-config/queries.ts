import { sql } from 'kysely'
import { cached } from '../cache.ts'
import type { Db } from '../db/database.ts'
import { orderedBy } from '../operation/order.ts'
import type { Key } from '../operation/page.ts'
import type { Work } from '../operation/work.ts'
import type { ConfigValue } from './key.ts'

/** Values by the names of their keys; those that are not there hold as their preset says. */
export type Values = Readonly<Record<string, ConfigValue>>

/** What a change did to a key; null where its preset held before, or holds since. */
export interface ConfigChange {
  key: string
  from: ConfigValue | null
  to: ConfigValue | null
}

export interface Revision {
  version: number
  values: Values
}

export interface RevisionRow extends Revision {
  changes: ConfigChange[]
  /** Of the version whose values came back. */
  restored_version: number | null
  actor_id: string | null
  created_at: Date
}

/** What holds before anybody has set anything. */
const nothingSet: Revision = { version: 0, values: {} }

const columns = sql`version, values, changes, restored_version, actor_id, created_at`

/** What every process keeps of the system config, and goes by. */
export const storedConfig = cached('platform.system-config', findNewest)

export async function findNewest(db: Db): Promise<Revision> {
  const { rows } = await sql<Revision>`
    select version, values from platform.system_config_revision order by version desc limit 1`.execute(db)
  return rows[0] ?? nothingSet
}

/** The newest, while nobody else makes one. Reads go on. */
export async function lockNewest(db: Db): Promise<Revision> {
  await sql`lock table platform.system_config_revision in share row exclusive mode`.execute(db)
  return findNewest(db)
}

/** The values of a version. @returns undefined when there was none of this number. */
export async function selectValues(db: Db, version: number): Promise<Values | undefined> {
  if (version === nothingSet.version) return nothingSet.values
  const { rows } = await sql<Revision>`
    select version, values from platform.system_config_revision where version = ${version}`.execute(db)
  return rows[0]?.values
}

/** Adds a version, by which every process goes from the commit on. */
export async function insertRevision(
  { db, invalidate }: Pick<Work, 'db' | 'invalidate'>,
  { version, values, changes, restored_version, actor_id, created_at }: RevisionRow,
): Promise<void> {
  invalidate(storedConfig)
  await sql`
    insert into platform.system_config_revision (${columns})
    values (${version}, ${JSON.stringify(values)}, ${JSON.stringify(changes)}, ${restored_version}, ${actor_id}, ${created_at})`.execute(
    db,
  )
}

export const newestRevisions = orderedBy<RevisionRow>('desc', ['version', 'int', 'version'])

export async function selectRevisions(
  db: Db,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select ${columns} from platform.system_config_revision
    where ${newestRevisions.isPast(after)} order by ${newestRevisions.by} limit ${limit}`.execute(db)
  return rows
}
