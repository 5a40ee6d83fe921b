import { sql } from 'kysely'
import pg from 'pg'
import { modules } from '../host.ts'
import { clientConfig, type Db, openDatabase } from '../platform/db/database.ts'
import type { Cast } from './cast.ts'
import { world } from './kit.ts'

/** Of everything that a person can have, so many. */
const many = 5000

/**
 * Copies a row many times. What differs between the copies is said by column, as SQL over the row `t` and
 * the number `n` of the copy.
 */
export async function multiply(
  db: Db,
  table: string,
  where: string,
  differences: Record<string, string>,
  [first, last]: readonly [number, number] = [1, many],
): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    db,
  )
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => sql.raw(differences[name] ?? `t.${name}`))
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from (select * from ${sql.table(table)} t where ${sql.raw(where)} order by t.ctid limit 1) t
    cross join generate_series(${first}::int, ${last}::int) n`.execute(db)
  if (Number(numAffectedRows) !== last - first + 1)
    throw new Error(`there is no row of ${table} where ${where}`)
}

const id = { id: 'gen_random_uuid()' }
/** One a minute, into the past. */
const ago = (column: string) => ({ [column]: `t.${column} - n * interval '1 minute'` })
const age = { ...ago('created_at'), ...ago('updated_at') }

const personNamed = (name: string) => `md5('${name} ' || n)::uuid`

/** Gives the people of a cast many of everything, of which there must be one. */
export async function makeWorst(cast: Cast): Promise<void> {
  const db = openPatient((await world()).connectionString)
  await db.transaction().execute((work) => copyAll(work, cast))
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
}

/** A connection that plans as the program's own do, and whose statements take as long as a busy machine needs. */
export function openPatient(connectionString: string): Db {
  const config = clientConfig(connectionString)
  const options = `${config.options} -c statement_timeout=0 -c idle_in_transaction_session_timeout=0`
  return openDatabase(new pg.Pool({ ...config, options, query_timeout: 0, max: 1 }))
}

async function copyAll(db: Db, { member, partner, user, wellnessAdministrator }: Cast): Promise<void> {
  const copy = (table: string, where: string, differences: Record<string, string>) =>
    multiply(db, table, where, differences)
  const [mine, theirs, own] = [`'${member.id}'`, `'${partner.id}'`, `'${user.id}'`]

  // Half of everybody in the directory is blocked.
  for (const name of ['Quinn', 'Blocked']) {
    const address = `'${name}' || n || '@example.org'`
    await copy('marketplace.users', `t.id = ${theirs}`, {
      id: personNamed(name),
      name: `'${name} ' || n`,
      email: address,
      email_canonical: `lower(${address})`,
    })
  }
  await sql`
    insert into marketplace.block (blocker_id, blocked_id, created_at)
    select ${member.id}, id, created_at from marketplace.users where name like 'Blocked %'`.execute(db)

  // They follow everybody and are followed; whom they ask about is followed by those who are blocked. Row by row
  // the triggers would take longer than all else.
  await sql`alter table marketplace.follow disable trigger user`.execute(db)
  await sql`
    insert into marketplace.follow (follower_id, followee_id, is_mutual, created_at)
    select ${member.id}, id, true, created_at from marketplace.users where name like 'Quinn %'
    union all select id, ${member.id}, true, created_at from marketplace.users where name like 'Quinn %'
    union all select id, ${partner.id}, true, created_at from marketplace.users where name like 'Blocked %'
    union all select ${partner.id}, id, true, created_at from marketplace.users where name like 'Blocked %'
    union all select u.id, star.id, false, u.created_at from marketplace.users u, marketplace.users star
      where u.name like 'Blocked %' and star.name = 'Quinn 1'`.execute(db)
  await sql`
    update marketplace.follow set created_at = created_at - interval '1 month' where follower_id = ${member.id} and created_at > now() - interval '1 week'`.execute(
    db,
  )
  await sql`alter table marketplace.follow enable trigger user`.execute(db)
  await sql`
    insert into marketplace.mute (muter_id, muted_id, until, created_at)
    select ${member.id}, id, case when name like 'Quinn %' then now() + interval '1 year' end, created_at
    from marketplace.users where name similar to '(Quinn|Blocked) %'`.execute(db)

  // Whom they follow has news, half of it from before this week.
  await sql`
    insert into marketplace.follower_news (id, author_id, post_id, title, message, action, created_at)
    select gen_random_uuid(), u.id, gen_random_uuid(), '{"en": "New"}', 'New', '{"label": "View", "actionType": "navigate", "payload": {"screen": "PostDetail"}}', now() - again * interval '4 days'
    from marketplace.users u cross join generate_series(1, 2) again where u.name like 'Quinn %'`.execute(db)
  // Half of those they did not mute.
  await sql`
    delete from marketplace.mute m using marketplace.users u
    where m.muter_id = ${member.id} and u.id = m.muted_id and u.name ~ '^Quinn .*[02468]$'`.execute(db)

  const sold = { status: `'sold'`, sold_at: `now() - n * interval '1 hour'`, sold_price_minor: '100 + n' }
  const published = {
    ...id,
    ...age,
    ...ago('published_at'),
    search_number: `nextval('marketplace.post_number')`,
  }
  for (const author of [mine, theirs]) {
    const where = `t.author_id = ${author} and t.status = 'active' and t.published_at is not null`
    await copy('marketplace.post', where, published)
    await copy('marketplace.post', where, { ...published, ...sold })
  }
  await copy('marketplace.post', `t.author_id = ${theirs} and t.status = 'active'`, {
    ...published,
    author_id: personNamed('Blocked'),
  })
  // As many as are kept of a listing.
  const later = { version: 't.version + 10 + n' }
  await multiply(db, 'marketplace.post_revision', `t.editor_id = ${mine}`, later, [1, 100])
  await sql`
    insert into marketplace.post_review (post_id, reasons, submitted_at)
    select id, (select reasons from marketplace.post_review limit 1), created_at from marketplace.post where author_id = ${member.id} and status = 'active'
    on conflict do nothing`.execute(db)
  await sql`
    insert into marketplace.favourite (user_id, post_id, price_at_save_minor, created_at)
    select ${member.id}, id, price_minor, created_at from marketplace.post where author_id = ${partner.id}
    on conflict do nothing`.execute(db)

  // Each of their searches has found more than is counted, and there are as many as somebody may have.
  await sql`
    insert into marketplace.saved_search (id, user_id, name, query, cadence, seen_at, created_at, updated_at)
    select gen_random_uuid(), user_id, name, jsonb_build_object('q', n::text), cadence, seen_at, created_at, updated_at
    from (select * from marketplace.saved_search where user_id = ${member.id} order by id limit 1) s, generate_series(1, 50) n`.execute(
    db,
  )
  await sql`
    insert into marketplace.saved_search_find (saved_search_id, post_id, found_at)
    select s.id, p.id, now() + interval '1 hour' - p.nth * interval '1 minute'
    from marketplace.saved_search s, (
      select id, row_number() over () as nth from marketplace.post
      where author_id = ${partner.id} and status = 'active' limit 100) p
    where s.user_id = ${member.id} on conflict do nothing`.execute(db)
  await sql`
    insert into marketplace.search_history (user_id, words, searched_at)
    select ${member.id}, 'chair ' || n, now() - n * interval '1 minute' from generate_series(1, ${many}::int) n`.execute(
    db,
  )

  // In the chat that is read.
  const theirLast = `t.id = (select id from marketplace.message where sender_id = ${theirs} and offer_id is null order by created_at desc, id desc limit 1)`
  await copy('marketplace.message', theirLast, {
    ...id,
    seq: 't.seq + 100 + n',
    client_message_id: 'null',
    created_at: `t.created_at - n * interval '1 second'`,
  })
  await copy('marketplace.message', theirLast, {
    ...id,
    seq: 't.seq + 20000 + n',
    client_message_id: 'null',
  })
  await sql`
    insert into marketplace.message_hidden (user_id, message_id, room_id, seq)
    select ${member.id}, id, room_id, seq from marketplace.message where seq > 20000 on conflict do nothing`.execute(
    db,
  )
  for (const side of ['buyer_id', 'seller_id'])
    await copy('marketplace.offer', `t.${side} = ${mine}`, {
      ...id,
      ...age,
      status: `'declined'`,
      due_at: 'null',
    })
  await sql`
    with person as (
      select id, created_at from marketplace.users where name like 'Quinn %'
    ), room as (
      insert into marketplace.chat_room (id, user_lo, user_hi, last_seq, created_at, updated_at)
      select gen_random_uuid(), least(id, ${member.id}::uuid), greatest(id, ${member.id}::uuid), 1, created_at, created_at from person
      returning id, user_lo, user_hi, created_at
    ), members as (
      insert into marketplace.room_member (room_id, user_id, peer_id, last_activity_at, last_message)
      select room.id, unnest(array[user_lo, user_hi]), unnest(array[user_hi, user_lo]), created_at, '' from room
    )
    insert into marketplace.message (id, room_id, seq, sender_id, text, created_at)
    select gen_random_uuid(), id, 1, case when user_lo = ${member.id}::uuid then user_hi else user_lo end, 'Hello', created_at from room`.execute(
    db,
  )
  // What is kept for reading follows what was written past the program.
  for (const { outdateAll, refresh } of modules.flatMap(({ cards }) => cards)) {
    await outdateAll(db)
    while ((await refresh(db, 1000)) > 0);
  }
  // So all cards show people as they are now.
  await sql`delete from marketplace.post_card_source`.execute(db)

  const cause = { source_event: `t.source_event || ' ' || n` }
  await copy('marketplace.notification', `t.recipient_id = ${mine}`, { ...id, ...age, ...cause })
  await copy('marketplace.notification', `t.recipient_id = ${mine}`, {
    ...id,
    ...age,
    source_event: `t.source_event || ' of ' || n`,
    actor_id: personNamed('Blocked'),
  })
  await copy('marketplace.broadcast', 'true', { ...id, ...ago('created_at') })
  await sql`
    insert into marketplace.broadcast_state (broadcast_id, user_id, is_read, updated_at)
    select id, ${member.id}, true, now() from marketplace.broadcast on conflict do nothing`.execute(db)

  await copy('marketplace.purchase_listing', `t.user_id = ${mine} and t.deleted_at is null`, {
    ...id,
    ...age,
    search_id: `'search of ' || n`,
    title: `'Lamp ' || n`,
    status: `case when n % 2 = 0 then 'sold' else 'owned' end`,
  })
  await sql`
    insert into marketplace.purchase_sale (id, listing_id, sold_price_minor, sold_at, created_at, updated_at)
    select gen_random_uuid(), id, 1000, now(), now(), now() from marketplace.purchase_listing
    where user_id = ${member.id} and status = 'sold' on conflict do nothing`.execute(db)
  await sql`
    insert into marketplace.purchase_cost (id, listing_id, kind, amount_minor, position, created_at)
    select gen_random_uuid(), id, 'wax', 100, 10, now() from marketplace.purchase_listing where user_id = ${member.id}`.execute(
    db,
  )

  for (const parent of ['is null', 'is not null'])
    await copy('wellness.category', `t.parent_id ${parent}`, {
      ...id,
      ...age,
      name: `t.name || ' ' || n`,
      position: 't.position + n',
    })
  await copy('wellness.exercise', `t.sub_category_id is not null`, {
    ...id,
    ...age,
    title: `t.title || ' ' || n`,
    position: 't.position + n',
  })
  await copy('wellness.session', `t.user_id = ${own} and t.status = 'COMPLETED'`, {
    ...id,
    ...age,
    started_at: `t.started_at - n * interval '4 hours'`,
    ended_at: `t.ended_at - n * interval '4 hours'`,
    occurred_at: `t.occurred_at - n * interval '4 hours'`,
    local_date: `t.local_date - n / 6`,
    feeling_after: `(array['GOOD', 'CALM', 'SAD'])[1 + n % 3]`,
    valence_after: 'n % 3',
  })
  await copy('wellness.notification', `t.user_id = ${own}`, {
    ...id,
    ...ago('created_at'),
    ...cause,
    is_read: 'false',
    deleted_at: 'null',
  })
  await copy(
    'wellness.users',
    `t.id in (select referee_id from wellness.referral where referrer_id = ${own})`,
    {
      ...id,
      email: `n || t.email`,
      email_canonical: `n || t.email_canonical`,
      referral_code: `n || t.referral_code`,
    },
  )
  await sql`
    insert into wellness.referral (id, referrer_id, referee_id, code, state, signals, joined_at, created_at, updated_at)
    select gen_random_uuid(), ${user.id}, u.id, 'CODE', 'JOINED', '{VELOCITY}', u.created_at, u.created_at, u.created_at
    from wellness.users u where not exists (select from wellness.referral r where r.referee_id = u.id) and u.id <> ${user.id}`.execute(
    db,
  )
  const campaign = `t.admin_id = (select id from wellness.admin where email_canonical = '${wellnessAdministrator.email}')`
  await copy('wellness.campaign', campaign, { ...id, ...ago('created_at') })
  await copy('wellness.delivery', `t.campaign_id in (select id from wellness.campaign t where ${campaign})`, {
    address: `n || t.address`,
  })
}
