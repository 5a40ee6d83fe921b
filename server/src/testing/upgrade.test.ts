import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openPool } from '../platform/db/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { newId } from '../platform/ids.ts'
import { administer, inDatabase } from './global-setup.ts'

const released: Record<string, string> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../migrations/released.json'), 'utf8'),
)
const migrations = readMigrations()
const shipped = migrations.filter(({ name }) => name in released)
const pools: pg.Pool[] = []

afterAll(() => Promise.all(pools.map((pool) => pool.end())))

/** An empty database; it goes with the others at the end of the run. */
async function openEmpty(): Promise<pg.Pool> {
  const name = `${inject('template')}_upgrade_${newId().replaceAll('-', '')}`
  await administer(inject('server'), `create database ${name}`)
  const pool = openPool({ connectionString: inDatabase(inject('server'), name), size: 2 })
  pools.push(pool)
  return pool
}

/** Some people and what is theirs, in the columns that the release had. */
const rows = `
  insert into marketplace.users (id, name, email, email_canonical, created_at, updated_at)
    select gen_random_uuid(), 'Ada', n || '@example.org', n || '@example.org', now(), now() from generate_series(1, 3) n;
  insert into marketplace.category (id, name, slug, created_at, updated_at)
    values (gen_random_uuid(), 'Chairs', 'chairs', now(), now());
  insert into marketplace.block (blocker_id, blocked_id, created_at)
    select a.id, b.id, now() from marketplace.users a, marketplace.users b where a.id <> b.id;
  insert into wellness.users (id, name, email, email_canonical, referral_code, created_at, updated_at)
    select gen_random_uuid(), 'Ben', n || '@example.org', n || '@example.org', 'CODE' || n, now(), now() from generate_series(1, 3) n;
  insert into platform.session (id, realm, subject_id, created_at, last_used_at, expires_at)
    select gen_random_uuid(), 'marketplace', id, now(), now(), now() + interval '60 days' from marketplace.users`

const ours = `('platform', 'marketplace', 'wellness')`

/** Columns, constraints, indexes, functions and triggers, as the catalogue describes them. */
async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows: parts } = await pool.query<{ part: string }>(`
    select format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, coalesce(column_default, generation_expression)) as part
      from information_schema.columns where table_schema in ${ours}
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace::regnamespace::text in ${ours}
    union all select indexdef from pg_indexes where schemaname in ${ours}
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace::regnamespace::text in ${ours}
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace::regnamespace::text in ${ours}
    order by 1`)
  return parts.map(({ part }) => part)
}

describe('an upgrade', () => {
  test('finds every released migration as it was', () => {
    expect(Object.fromEntries(shipped.map(({ name, checksum }) => [name, checksum]))).toEqual(released)
  })

  test('brings the last release’s database to what a fresh one is', async () => {
    const [upgraded, fresh] = [await openEmpty(), await openEmpty()]
    await migrate(upgraded, shipped)
    if (shipped.length > 0) await upgraded.query(rows)
    await migrate(upgraded)
    await migrate(fresh)
    expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh))
  })
})
