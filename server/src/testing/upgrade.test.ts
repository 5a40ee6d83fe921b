import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { roomCards } from '../marketplace/chat/public.ts'
import { openDatabase, openPool } from '../platform/db/database.ts'
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
  await administer(inject('server'), `create database ${name} template template0`)
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

/** A listing that somebody saved and a purchase that was sold, in several currencies. */
const amounts = `
  insert into marketplace.users (id, name, email, email_canonical, created_at, updated_at)
    values (gen_random_uuid(), 'Ada', 'a@example.org', 'a@example.org', now(), now());
  insert into marketplace.category (id, name, slug, created_at, updated_at)
    values (gen_random_uuid(), 'Chairs', 'chairs', now(), now());
  insert into marketplace.post (id, author_id, title, price_minor, sold_price_minor, currency, category_id, status, longitude, latitude,
      public_longitude, public_latitude, created_at, updated_at)
    select gen_random_uuid(), u.id, 'Chair', 12, 10, k.code, c.id, 'sold', 0, 0, 0, 0, now(), now()
    from marketplace.users u, marketplace.category c, unnest(array['EUR', 'HUF', 'IQD', 'JPY']) as k(code);
  insert into marketplace.favourite (user_id, post_id, price_at_save_minor, created_at)
    select author_id, id, 13, now() from marketplace.post;
  insert into marketplace.purchase_listing (id, user_id, search_id, title, price_minor, currency, condition, created_at, updated_at)
    select gen_random_uuid(), author_id, currency, 'Chair', 5, currency, 'Good', now(), now() from marketplace.post;
  insert into marketplace.purchase_cost (id, listing_id, kind, amount_minor, position, created_at)
    select gen_random_uuid(), id, 'wax', 2, 0, now() from marketplace.purchase_listing;
  insert into marketplace.purchase_sale (id, listing_id, sold_price_minor, fees_minor, shipping_cost_minor, shipping_paid_minor, sold_at,
      created_at, updated_at)
    select gen_random_uuid(), id, 1, 2, 3, 4, now(), now(), now() from marketplace.purchase_listing;
  insert into marketplace.purchase_event (id, listing_id, kind, changes, created_at)
    select gen_random_uuid(), id, 'edited', '{"price_minor": {"from": 4, "to": 5}, "shelf": {"from": 1, "to": null},
      "costs": {"from": [], "to": [{"kind": "wax", "amount_minor": 2}]}}', now() from marketplace.purchase_listing`

/** A purchase and a listing that were changed more often, and at more length, than is kept. */
const histories = `
  insert into marketplace.users (id, name, email, email_canonical, created_at, updated_at)
    select gen_random_uuid(), name, name, name, now(), now() from unnest(array['Author', 'Moderator']) name;
  insert into marketplace.purchase_listing (id, user_id, search_id, title, price_minor, currency, condition, created_at, updated_at)
    select gen_random_uuid(), id, 'a', 'Chair', 5, 'EUR', 'Good', now(), now() from marketplace.users where name = 'Author';
  insert into marketplace.purchase_event (id, listing_id, kind, changes, created_at)
    select gen_random_uuid(), id, 'edited', jsonb_build_object('notes', jsonb_build_object('from', 'short', 'to', repeat('ä', 2000)),
      'costs', jsonb_build_object('from', '[]'::jsonb, 'to', (select jsonb_agg('a cost, and what it was for'::text) from generate_series(1, 50))),
      'price_minor', '{"from": 1, "to": 2}'::jsonb), now()::date + n * interval '1 minute'
    from marketplace.purchase_listing, generate_series(1, 104) n;
  insert into marketplace.category (id, name, slug, created_at, updated_at)
    values (gen_random_uuid(), 'Chairs', 'chairs', now(), now());
  insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, status, longitude, latitude,
      public_longitude, public_latitude, created_at, updated_at)
    select gen_random_uuid(), u.id, 'Chair', 12, 'EUR', c.id, 'draft', 0, 0, 0, 0, now(), now()
    from marketplace.users u, marketplace.category c where u.name = 'Author';
  insert into marketplace.post_revision (post_id, version, editor_id, changes, created_at)
    select p.id, n, u.id, '[]', now() from marketplace.post p, generate_series(0, 104) n
    join marketplace.users u on u.name = case when n = 0 then 'Moderator' else 'Author' end`

/** Chats with messages that were read, deleted and hidden, and one without any. */
const chats = `
  insert into marketplace.users (id, name, email, email_canonical, created_at, updated_at)
    select gen_random_uuid(), 'Ada', n || '@example.org', n || '@example.org', now(), now() from generate_series(1, 4) n;
  insert into marketplace.chat_room (id, user_lo, user_hi, last_seq, created_at, updated_at)
    select gen_random_uuid(), a.id, b.id, 9, now(), now() from marketplace.users a join marketplace.users b on a.id < b.id;
  insert into marketplace.room_member (room_id, user_id, last_read_seq, seen_seq, last_activity_at)
    select id, user_lo, 2, 2, now() from marketplace.chat_room union all select id, user_hi, 9, 8, now() from marketplace.chat_room;
  insert into marketplace.message (id, room_id, seq, sender_id, text, created_at, deleted_at)
    select gen_random_uuid(), r.id, n, case when n % 3 = 0 then user_lo else user_hi end, 'It is "' || n || E'"\\n', now(),
      case when n % 4 = 0 then now() end
    from (select *, row_number() over (order by id) as room from marketplace.chat_room) r cross join generate_series(1, 9) n where room > 1;
  insert into marketplace.message_hidden (user_id, message_id)
    select r.user_lo, m.id from marketplace.message m join marketplace.chat_room r on r.id = m.room_id where m.seq in (5, 9)`

/**
 * Goals with a reminder each: one that was put away before its end, one that had been completed before, one that is, and one that
 * goes on. All were moved to begin later.
 */
const goals = `
  insert into wellness.users (id, name, email, email_canonical, referral_code, timezone, created_at, updated_at)
    values (gen_random_uuid(), 'Ben', 'b@example.org', 'b@example.org', 'CODE', 'UTC', now(), now());
  insert into wellness.goal (id, user_id, title, status, start_date, end_date, ended_on, position, next_close_at, created_at, updated_at)
    select gen_random_uuid(), u.id, g.title, g.status, '2026-03-01', '2026-05-01', g.ended_on::date, 0, now(), now(), '2026-03-09T12:00Z'
    from wellness.users u, (values ('away', 'ARCHIVED', '2026-05-01'), ('away, completed', 'ARCHIVED', '2026-03-04'),
      ('completed', 'COMPLETED', '2026-03-04'), ('on', 'ACTIVE', null)) as g(title, status, ended_on);
  insert into wellness.reminded_goal (goal_id, user_id, title, days, status, updated_at)
    select id, user_id, title, '{}', case when status = 'ARCHIVED' then 'CANCELLED' else 'AWAKE' end, now() from wellness.goal;
  insert into wellness.reminder (id, goal_id, user_id, minutes, is_enabled, next_at, next_date, created_at, updated_at)
    select gen_random_uuid(), goal_id, user_id, 0, true, '2026-03-10T00:00Z', '2026-03-10', now(), now()
    from wellness.reminded_goal where status = 'AWAKE';
  insert into wellness.goal_revision (goal_id, effective_from, direction, metric, schedule, freeze_enabled, week_start, created_at)
    select id, start_date - days, 'BUILD', 'CHECK', '{}', true, 'MON', now() from wellness.goal, unnest(array[9, 0]) days`

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
  test('gives amounts that were kept with the decimals of CLDR those of ISO 4217', async () => {
    const pool = await openEmpty()
    await migrate(
      pool,
      migrations.filter(({ name }) => name !== 'marketplace/0015_currencies.sql'),
    )
    await pool.query(amounts)
    await migrate(pool)
    const { rows: after } = await pool.query(`
      select p.currency, p.price_minor, p.sold_price_minor, f.price_at_save_minor, l.price_minor as bought, c.amount_minor,
        s.sold_price_minor + s.fees_minor + s.shipping_cost_minor + s.shipping_paid_minor as sale, e.changes
      from marketplace.post p join marketplace.favourite f on f.post_id = p.id
      join marketplace.purchase_listing l using (currency) join marketplace.purchase_cost c on c.listing_id = l.id
      join marketplace.purchase_sale s on s.listing_id = l.id join marketplace.purchase_event e on e.listing_id = l.id
      order by p.currency`)
    const scaled = (currency: string, factor: number) => ({
      currency,
      price_minor: 12 * factor,
      sold_price_minor: 10 * factor,
      price_at_save_minor: 13 * factor,
      bought: 5 * factor,
      amount_minor: 2 * factor,
      sale: 10 * factor,
      changes: {
        price_minor: { from: 4 * factor, to: 5 * factor },
        costs: { from: [], to: [{ kind: 'wax', amount_minor: 2 * factor }] },
        shelf: { from: 1, to: null },
      },
    })
    expect(after).toEqual([scaled('EUR', 1), scaled('HUF', 100), scaled('IQD', 1000), scaled('JPY', 1)])
  })

  test('keeps of each chat what it shows', async () => {
    const pool = await openEmpty()
    await migrate(
      pool,
      migrations.filter(({ name }) => !(name.startsWith('marketplace/') && name >= 'marketplace/0016')),
    )
    await pool.query(chats)
    await migrate(pool)
    const db = openDatabase(pool)
    expect(await roomCards.findDifferent(db)).toEqual([])
    expect(await roomCards.refresh(db, 100)).toBe(12)
    expect(await roomCards.findDifferent(db)).toEqual([])
  })

  test('begins goals where they were moved to, ends them when they were put away, and what rings of those that are completed', async () => {
    const pool = await openEmpty()
    await migrate(
      pool,
      migrations.filter(({ name }) => !(name.startsWith('wellness/') && name >= 'wellness/0048')),
    )
    await pool.query(goals)
    await migrate(pool)
    const { rows: after } = await pool.query(`
      select g.title, g.ended_on::text as "endedOn", r.next_date::text as "ringsOn"
      from wellness.goal g join wellness.goal_revision on goal_revision.goal_id = g.id
      left join wellness.reminder r on r.goal_id = g.id order by g.title`)
    expect(after).toEqual([
      { title: 'away', endedOn: '2026-03-09', ringsOn: null },
      { title: 'away, completed', endedOn: '2026-03-04', ringsOn: null },
      { title: 'completed', endedOn: '2026-03-04', ringsOn: null },
      { title: 'on', endedOn: null, ringsOn: '2026-03-10' },
    ])
  })

  test('keeps of histories what is kept of them from now on', async () => {
    const pool = await openEmpty()
    await migrate(
      pool,
      migrations.filter(({ name }) => !(name.startsWith('marketplace/') && name >= 'marketplace/0130')),
    )
    await pool.query(histories)
    await migrate(pool)
    const { rows: events } = await pool.query(`
      select count(*)::int as count, min(created_at) = now()::date + interval '5 minutes' as is_newest,
        array_agg(distinct changes) as changes from marketplace.purchase_event`)
    const changes = {
      notes: { from: 'short', to: `${'ä'.repeat(199)}…` },
      costs: { from: [], to: { entries: 50 } },
      price_minor: { from: 1, to: 2 },
    }
    expect(events).toEqual([{ count: 100, is_newest: true, changes: [changes] }])
    const { rows: revisions } = await pool.query(`
      select u.name, count(*)::int, max(r.version) from marketplace.post_revision r
      join marketplace.users u on u.id = r.editor_id group by 1 order by 1`)
    expect(revisions).toEqual([
      { name: 'Author', count: 100, max: 104 },
      { name: 'Moderator', count: 1, max: 0 },
    ])
  })

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
