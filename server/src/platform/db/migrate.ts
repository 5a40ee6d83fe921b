import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { exclusively } from './exclusive.ts'

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url))
const schemas = ['platform', 'marketplace', 'wellness'] as const

interface Migration {
  name: string
  text: string
  checksum: string
}

export function readMigrations(): Migration[] {
  return schemas.flatMap((schema) =>
    readdirSync(path.join(folder, schema))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => {
        const text = readFileSync(path.join(folder, schema, file), 'utf8')
        return { name: `${schema}/${file}`, text, checksum: createHash('sha256').update(text).digest('hex') }
      }),
  )
}

/**
 * Applies what has not been applied, all in one transaction, forward only. Processes that start
 * at once wait for each other.
 * @returns the names of the migrations that ran.
 * @throws when an applied migration was edited or this program is older than the database.
 */
export const migrate = (pool: pg.Pool, migrations = readMigrations()): Promise<string[]> =>
  exclusively(pool, 'migrations', (client) => apply(client, migrations))

async function apply(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  try {
    await client.query('begin')
    // Rather fail and be started again than hold up everybody behind a table that is in use.
    await client.query("set local lock_timeout = '5s'")
    await client.query('create schema if not exists platform')
    await client.query(
      'create table if not exists platform.migration (name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from platform.migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    refuseDivergence(migrations, applied)
    const pending = migrations.filter((migration) => !applied.has(migration.name))
    for (const migration of pending) {
      await client.query(migration.text)
      await client.query('insert into platform.migration (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
    }
    await client.query('commit')
    return pending.map((migration) => migration.name)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function refuseDivergence(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new Error(
        `The database has migration ${name}, which this version of Plaza does not know. Run the newer version.`,
      )
    if (known.get(name) !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied. Restore it and add a new one.`)
  }
}
