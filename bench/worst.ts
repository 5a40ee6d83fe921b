// Times every list for somebody who has 5,000 of everything. See docs/benchmarks.md.
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { allOperations, openHost } from '../server/src/host.ts'
import { newId } from '../server/src/platform/ids.ts'
import type { Registered } from '../server/src/platform/operation/registry.ts'
import { fill, vacuumFilled } from './dataset.ts'
import { keepForReading } from './kept.ts'
import { cleanUps, makeDatabase, makeFolder, openClient, startDatabase, untilDone } from './servers.ts'
import { idOf } from './town.ts'

const many = 5000
const mostMs = 50
const times = 20
const people = { marketplace: idOf('user', 0), wellness: idOf('wellnessUser', 0) }
const realms = { marketplace: 'marketplace', wellness: 'wellness-user' } as const

const mine = `'${people.marketplace}'::uuid`
const own = `'${people.wellness}'::uuid`
const before = `now() - n * interval '1 hour'`
const others = `(select id, row_number() over (order by id) as n from marketplace.users where id <> ${mine} order by id limit ${many})`
/** Whom they follow; nobody of them is blocked. */
const followed = `select id from marketplace.users where id <> ${mine} order by id desc limit ${many}`
const rows = [
  `insert into marketplace.block (blocker_id, blocked_id, created_at) select ${mine}, id, now() from ${others} other where n % 2 = 0`,
  `insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, status, longitude, latitude, public_longitude,
     public_latitude, published_at, expires_at, sold_at, sold_price_minor, created_at, updated_at)
   select gen_random_uuid(), ${mine}, 'Red lamp ' || n, n, 'EUR', '${idOf('category', 0)}', case when n % 2 = 0 then 'sold' else 'active' end,
     6, 48, 6, 48, ${before}, now() + interval '30 days', case when n % 2 = 0 then now() end, n, ${before}, now()
   from generate_series(1, ${many}) n`,
  `insert into marketplace.favourite (user_id, post_id, price_at_save_minor, created_at)
   select ${mine}, id, price_minor, published_at from marketplace.post where author_id <> ${mine} limit ${many}`,
  `insert into marketplace.message (id, room_id, seq, sender_id, text, created_at)
   select gen_random_uuid(), m.room_id, 20 + n, o.user_id, 'Hello', now()
   from (select room_id from marketplace.room_member where user_id = ${mine} limit 1) m
   join marketplace.room_member o on o.room_id = m.room_id and o.user_id <> ${mine} cross join generate_series(1, ${many}) n`,
  `insert into marketplace.notification (id, recipient_id, actor_id, reference_model, reference_id, category, title, message, source_event, created_at, updated_at)
   select gen_random_uuid(), ${mine}, other.id, 'post', 'a', 'message', 'New', 'New', 'worst ' || n, now() - n * interval '1 minute', now()
   from ${others} other`,
  `insert into marketplace.follow (follower_id, followee_id, is_mutual, created_at)
   select ${mine}, id, false, now() - interval '2 months' from (${followed}) followed on conflict do nothing`,
  // As a reaction to a publication would, for everybody whom they follow twice in the last week.
  `insert into marketplace.follower_news (id, author_id, post_id, title, message, action, created_at)
   select gen_random_uuid(), id, gen_random_uuid(), '{"en": "New listing in Lamps"}', 'Red lamp', '{"label": "View", "actionType": "navigate", "payload": {"screen": "PostDetail"}}', now() - again * interval '1 minute'
   from (${followed}) followed cross join generate_series(1, 2) again`,
  `insert into marketplace.purchase_listing (id, user_id, search_id, title, price_minor, currency, condition, status, created_at, updated_at)
   select gen_random_uuid(), ${mine}, n::text, 'Red lamp ' || n, n, 'EUR', 'Good', case when n % 2 = 0 then 'sold' else 'owned' end, ${before}, now()
   from generate_series(1, ${many}) n`,
  `insert into marketplace.purchase_sale (id, listing_id, sold_price_minor, sold_at, created_at, updated_at)
   select gen_random_uuid(), id, 100, now(), now(), now() from marketplace.purchase_listing where status = 'sold'`,
  `insert into wellness.session (id, user_id, status, category_id, exercise_id, category_name, exercise_title, duration_sec, started_at, ended_at,
     credited_sec, feeling_after, valence_after, occurred_at, timezone, local_date, created_at, updated_at)
   select gen_random_uuid(), ${own}, 'COMPLETED', category_id, id, 'Practice', title, duration_sec, at, at + interval '60 seconds', 60, 'CALM', 2,
     at + interval '60 seconds', 'UTC', at::date, at, at
   from (select n, now() - n * interval '4 hours' as at from generate_series(1, ${many}) n) past
   join wellness.exercise on position = n % 200`,
  `insert into wellness.notification (id, user_id, category, title, message, source_event, created_at)
   select gen_random_uuid(), ${own}, 'GOAL', 'Well done', 'Well done', 'worst ' || n, ${before} from generate_series(1, ${many}) n`,
]

/** What these people may ask with nothing but their tokens. */
const isAsked = ({ id, module, operation }: Registered): boolean =>
  (operation.paged !== undefined || id === 'getUnreadCount') &&
  operation.method === 'GET' &&
  operation.params === undefined &&
  !operation.query?.required?.length &&
  operation.access.admits.includes(module.product === 'marketplace' ? 'member' : 'user')

async function main(): Promise<void> {
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const connectionString = await makeDatabase(control, server, 'worst')
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: connectionString,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ROLE: 'web',
  })
  const host = await openHost({ config })
  cleanUps.push(() => host.close())
  const size = { people: 20_000, listings: 100_000, chatters: 5000, messagesPerRoom: 2 }
  await fill(connectionString, size, new Date())
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('set statement_timeout = 0')
  for (const statement of rows) await client.query(statement)
  await keepForReading(host)
  await client.end()
  await vacuumFilled(connectionString)
  const app = await host.makeApp()
  cleanUps.push(() => app.close())
  console.log('| list | median ms | slowest ms |\n|---|--:|--:|')
  for (const registered of allOperations().filter(isAsked)) {
    const { product } = registered.module
    const sessionId = newId()
    await host.pool.query(
      `insert into platform.session (id, realm, subject_id, created_at, last_used_at, expires_at)
       values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
      [sessionId, realms[product], people[product]],
    )
    const token = await host.services.tokens.issue(realms[product], people[product], sessionId)
    const took: number[] = []
    for (let time = 0; time <= times; time += 1) {
      const start = performance.now()
      const { statusCode } = await app.inject({
        method: 'GET',
        // With a category it is counted each time.
        url: registered.id === 'getUnreadCount' ? `${registered.path}?category=new_listing` : registered.path,
        headers: { authorization: `Bearer ${token}` },
      })
      if (statusCode !== 200) throw new Error(`${registered.id} answered ${statusCode}`)
      took.push(performance.now() - start)
    }
    // The first one plans.
    const sorted = took.slice(1).toSorted((a, b) => a - b)
    const [median = 0, slowest = 0] = [sorted[times / 2], sorted.at(-1)]
    console.log(`| ${registered.id} | ${median.toFixed(1)} | ${slowest.toFixed(1)} |`)
    if (median > mostMs) process.exitCode = 1
  }
}

await untilDone(main)
