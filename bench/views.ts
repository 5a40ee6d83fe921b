// How many views a second one process writes down. See docs/benchmarks.md.
import type { AddressInfo } from 'node:net'
import { readConfig } from '../server/src/config.ts'
import { type Host, openHost } from '../server/src/host.ts'
import { newId } from '../server/src/platform/ids.ts'
import { fill, vacuumFilled } from './dataset.ts'
import { load, type Shot } from './load.ts'
import { cleanUps, makeDatabase, makeFolder, openClient, startDatabase, untilDone } from './servers.ts'
import { idOf } from './town.ts'

const size = { people: 4000, listings: 10_000, chatters: 0, messagesPerRoom: 0 }
const atOnce = 50
const leastPerSecond = 5000
const measuredMs = 10_000

/** Everybody's call for each of some pages of listings: nobody looks at anything twice. */
function shotsOf(
  tokens: readonly string[],
  pages: readonly string[][],
  path = '/api/v1/post-mgt/record-view',
): Shot[] {
  return pages.flatMap((post_ids) =>
    tokens.map((token) => ({ method: 'POST', path, token, body: JSON.stringify({ post_ids }) })),
  )
}

async function signInAll(host: Host): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 0; n < size.people; n += 1) {
    const [sessionId, personId] = [newId(), idOf('user', n)]
    await host.pool.query(
      `insert into platform.session (id, realm, subject_id, created_at, last_used_at, expires_at)
       values ($1, 'marketplace', $2, now(), now(), now() + interval '1 day')`,
      [sessionId, personId],
    )
    tokens.push(await host.services.tokens.issue('marketplace', personId, sessionId))
  }
  return tokens
}

async function main(): Promise<void> {
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const connectionString = await makeDatabase(control, server, 'views')
  const host = await openHost({
    config: readConfig({
      DATA_DIR: folder,
      DATABASE_URL: connectionString,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      ROLE: 'web',
    }),
  })
  cleanUps.push(() => host.close())
  await fill(connectionString, size, new Date())
  await vacuumFilled(connectionString)
  const { rows } = await host.pool.query<{ id: string }>(
    `select id from marketplace.post where status in ('active', 'reserved') order by md5(id::text)`,
  )
  const pages = Array.from({ length: 60 }, (_, page) =>
    rows.slice(page * atOnce, (page + 1) * atOnce).map(({ id }) => id),
  )
  const tokens = await signInAll(host)
  const app = await host.makeApp()
  cleanUps.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const written = async () => {
    const { rows: counted } = await host.pool.query<{ count: number }>(
      'select (select count(*) from marketplace.post_view)::int + (select count(*) from marketplace.post_impression)::int as count',
    )
    return counted[0]?.count ?? 0
  }
  console.log('| looked at | views a second | p50 ms | p99 ms | failures |\n|---|--:|--:|--:|--:|')
  const workloads = [
    // Everybody looks at a page of their own first, so that calls hardly meet.
    { name: '2,500 listings', shots: shotsOf(tokens.slice(0, 400), pages.slice(0, 50)) },
    { name: 'the same 50 by everybody', shots: shotsOf(tokens, pages.slice(50, 51)) },
    {
      name: 'impressions of 2,500',
      shots: shotsOf(tokens.slice(0, 400), pages.slice(0, 50), '/api/v1/post-mgt/record-impressions'),
    },
  ]
  for (const { name, shots } of workloads) {
    const before = await written()
    const start = performance.now()
    const plan = { port, shots, connections: 16, warmUpMs: 0, measuredMs, from: 0 }
    const { failures, p50, p99 } = await load(plan)
    const perSecond = ((await written()) - before) / ((performance.now() - start) / 1000)
    console.log(`| ${name} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${failures} |`)
    if (failures > 0 || perSecond < leastPerSecond) process.exitCode = 1
  }
}

await untilDone(main)
