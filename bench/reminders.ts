// What it costs to ring the reminders of 100,000 people that are due in one minute, and whether that is done within
// the minute by one worker, by the clock on the wall: node tools/run.mjs bench/reminders.ts. See docs/benchmarks.md.
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { modules, openHost } from '../server/src/host.ts'
import { newId } from '../server/src/platform/ids.ts'
import { runJob } from '../server/src/platform/jobs/run-job.ts'
import { wallClock } from '../server/src/platform/wall-clock.ts'
import { ringReminders } from '../server/src/wellness/reminders/jobs.ts'
import { countCpu } from './cpu.ts'
import { cleanUps, makeDatabase, makeFolder, openClient, startDatabase, untilDone } from './servers.ts'

const people = 100_000
/** A process and its database have a minute for them, and more to do. */
const mostCpuSeconds = 40
/** Due in one minute, and queued within it. */
const mostSeconds = 60
const zones = ['Europe/Berlin', 'Europe/Paris', 'Europe/Rome', 'Africa/Tunis', 'Europe/Oslo']
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const days = { from: '2020-01-01', until: null, daysOfWeek: [1, 2, 3, 4, 5, 6, 7], everyDays: 1, dates: null }

async function main(): Promise<void> {
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const name = 'reminders'
  const connectionString = await makeDatabase(control, server, name)
  const host = await openHost({
    config: readConfig({
      DATA_DIR: folder,
      DATABASE_URL: `${connectionString}${connectionString.includes('?') ? '&' : '?'}application_name=${name}`,
      LOG_LEVEL: 'silent',
      ROLE: 'web',
    }),
  })
  cleanUps.push(() => host.close())
  const bound = modules.find(({ product }) => product === 'wellness')
  if (!bound) throw new Error('there is no wellness')
  const { pool } = host
  // Filling takes longer than the server's own connections may.
  const filling = new pg.Client({ connectionString })
  await filling.connect()

  const due = new Date(Math.floor(host.services.clock.now().getTime() / minuteMs) * minuteMs)
  const wall = wallClock(due, 'Africa/Tunis')
  // Zones whose clocks show the same now, so that all of them are due at once.
  const alike = zones.filter((zone) => wallClock(due, zone) === wall)
  await filling.query(
    `insert into wellness.users (id, status, name, email, email_canonical, timezone, referral_code, verified_at, created_at, updated_at)
     select gen_random_uuid(), 'ACTIVE', 'Ada ' || n, n || '@example.org', n || '@example.org', ($2::text[])[1 + n % cardinality($2::text[])],
       'R' || n, now(), now(), now() from generate_series(1, $1::int) n`,
    [people, alike],
  )
  await filling.query(
    `insert into wellness.device (user_id, device_id, type, push_token, last_seen_at)
     select id, 'phone', 'ANDROID', gen_random_uuid()::text, now() from wellness.users`,
  )
  await filling.query(
    `insert into wellness.preference (user_id, has_quiet_hours, updated_at) select id, true, now() from wellness.users where referral_code like '%5'`,
  )
  await filling.query(
    `insert into wellness.reminded_goal (goal_id, user_id, title, days, status, updated_at)
     select gen_random_uuid(), u.id, 'Breathe', $1::jsonb, 'AWAKE', now() from wellness.users u, generate_series(1, 3)`,
    [JSON.stringify(days)],
  )
  // One of three is due.
  await filling.query(
    `insert into wellness.reminder (id, goal_id, user_id, minutes, is_enabled, next_at, next_date, created_at, updated_at)
     select gen_random_uuid(), goal_id, user_id, $1, true, $2::timestamptz + case when n % 3 = 0 then '0' else '1 day' end::interval, $3, now(), now()
     from (select *, row_number() over (order by user_id) as n from wellness.reminded_goal) g`,
    [(wall % dayMs) / minuteMs, due, new Date(wall).toISOString().slice(0, 10)],
  )
  await filling.query('vacuum analyze')
  await filling.end()

  const count = async (from: string) =>
    Number((await pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n)
  const ring = () =>
    runJob(
      { job: ringReminders, bound },
      { id: newId(), data: {}, isRetry: false, isLastTry: false },
      host.services,
    )
  const end = await countCpu(control, { name, pid: process.pid })
  const start = performance.now()
  let portions = 0
  do {
    await ring()
    portions += 1
  } while ((await count(`(select from wellness.reminder where due_at <= now() limit 1) due`)) > 0)
  const seconds = (performance.now() - start) / 1000
  const cpu = await end()
  await ring()
  const [pushes, notices, late] = await Promise.all([
    count('wellness.notice_push'),
    count(`wellness.notification where category = 'REMINDER'`),
    count(`wellness.reminder where next_at < now() + interval '22 hours'`),
  ])
  const spent = (microseconds: number) => (microseconds / 1_000_000).toFixed(1)
  console.log(`| due in one minute | portions | seconds | CPU s of PostgreSQL | of Node.js | queued pushes |\n|--:|--:|--:|--:|--:|--:|
| ${people} | ${portions} | ${seconds.toFixed(1)} | ${spent(cpu.database)} | ${spent(cpu.server)} | ${pushes} |`)
  if (
    seconds > mostSeconds ||
    cpu.database + cpu.server > mostCpuSeconds * 1_000_000 ||
    pushes !== people ||
    notices !== people ||
    late > 0
  )
    process.exitCode = 1
}

await untilDone(main)
