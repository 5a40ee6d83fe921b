// What a publication costs where 100,000 searches are saved, few of which find it. See docs/benchmarks.md.
import { readConfig } from '../server/src/config.ts'
import { type Host, modules, openHost } from '../server/src/host.ts'
import type { Caller } from '../server/src/marketplace/access.ts'
import { readAsked } from '../server/src/marketplace/saved-searches/asked-search.ts'
import { type FiledRow, fileUnder } from '../server/src/marketplace/saved-searches/filing.ts'
import { insertFiled } from '../server/src/marketplace/saved-searches/filing-queries.ts'
import { matchSavedSearches } from '../server/src/marketplace/saved-searches/jobs.ts'
import type { SavedQuery } from '../server/src/marketplace/saved-searches/saved-query.ts'
import { newId } from '../server/src/platform/ids.ts'
import { runJob } from '../server/src/platform/jobs/run-job.ts'
import { countCpu } from './cpu.ts'
import { fill, vacuumFilled } from './dataset.ts'
import { below, type Draw, drawsOf, oneOf, zipf } from './random.ts'
import { cleanUps, makeDatabase, makeFolder, openClient, startDatabase, untilDone } from './servers.ts'
import { drawCategory, drawPlace, idOf } from './town.ts'
import { wordOf } from './words.ts'

const size = { people: 4000, listings: 10_000, chatters: 0, messagesPerRoom: 0 }
const searches = 100_000
const publications = 300
const mostMs = 10
const mostMatching = 100
const seed = 40
const rankOf = zipf(5000, 1)

/** Words that half of all listings have are nobody's search. */
const word = (draw: Draw): string => wordOf(100 + rankOf(draw))
const price = (draw: Draw) => ({ max_price: Math.ceil(5 * 500 ** draw()), currency: 'EUR' })
const category = (draw: Draw) => ({ category_id: idOf('category', drawCategory(draw)) })
const circle = (draw: Draw) => {
  const { latitude: lat, longitude: lng } = drawPlace(draw)
  return { lat, lng, radius_km: 2 + below(draw, 48) }
}

/** What different people look for. */
const asked: ((draw: Draw) => SavedQuery)[] = [
  (draw) => ({ q: word(draw), ...circle(draw), ...price(draw) }),
  (draw) => ({ q: `${word(draw)} ${word(draw)}`, ...price(draw) }),
  (draw) => ({ q: word(draw), ...category(draw), ...price(draw) }),
  (draw) => ({ ...category(draw), ...circle(draw), ...price(draw) }),
  (draw) => ({ q: `"${word(draw)} ${word(draw)}" -${word(draw)}`, condition: oneOf(draw, ['new', 'good']) }),
]
/** Everybody looks for the same, and for next to nothing. */
const alike = (draw: Draw): SavedQuery => ({
  q: wordOf(0),
  max_price: (1 + below(draw, 90)) / 100,
  currency: 'EUR',
  ...(draw() < 0.5 && category(draw)),
})

/** Files them as each would be for itself, many in one statement. */
async function save(host: Host, askedBy: (draw: Draw, n: number) => SavedQuery): Promise<void> {
  const { db, clock } = host.services
  const reading = { db, clock, services: host.services }
  const filed = new Map<string, number>()
  const atOnce = 1000
  for (let from = 0; from < searches; from += atOnce) {
    const saved: object[] = []
    const rows: FiledRow[] = []
    for (let n = from; n < from + atOnce; n += 1) {
      // Nothing of them is read but these.
      const caller = { currency: 'EUR', longitude: 0, latitude: 0 } as Caller
      const own = { id: newId(), userId: idOf('user', n % size.people) }
      const { query, words, needs, filter } = await readAsked(reading, askedBy(drawsOf(seed, n), n), caller)
      saved.push({ id: own.id, user_id: own.userId, name: `Search ${n}`, query: { ...query, n }, words })
      for (const row of fileUnder(own, needs, filter, filed)) {
        filed.set(row.key, (filed.get(row.key) ?? 0) + 1)
        rows.push(row)
      }
    }
    await host.pool.query(
      `insert into marketplace.saved_search (id, user_id, name, query, words, cadence, seen_at, created_at, updated_at)
       select id, user_id, name, query, words, 'none', now(), now(), now()
       from jsonb_to_recordset($1::jsonb) as s (id uuid, user_id uuid, name text, query jsonb, words text)`,
      [JSON.stringify(saved)],
    )
    await insertFiled(db, rows)
  }
}

async function main(): Promise<void> {
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const name = 'percolation'
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
  await fill(connectionString, size, new Date())
  await vacuumFilled(connectionString)
  const [bound] = modules
  if (!bound) throw new Error('there is no product')
  const { rows: posts } = await host.pool.query<{ id: string }>(
    `select id from marketplace.post where status in ('active', 'reserved') and expires_at > now() order by md5(id::text) limit ${publications}`,
  )
  const workloads = [
    { what: 'different things', askedBy: (draw: Draw, n: number) => asked[n % asked.length]?.(draw) ?? {} },
    { what: 'the same word, cheap', askedBy: alike },
  ]
  console.log(
    '| 100,000 people look for | found on average | at most | CPU ms of PostgreSQL | of Node.js | p50 ms | p99 ms |\n|---|--:|--:|--:|--:|--:|--:|',
  )
  for (const { what, askedBy } of workloads) {
    await host.pool.query('truncate marketplace.saved_search cascade')
    await save(host, askedBy)
    await host.pool.query(
      'vacuum analyze marketplace.saved_search, marketplace.saved_search_key, marketplace.saved_search_find, marketplace.saved_search_sent',
    )
    const run = (postId: string) =>
      runJob(
        { job: matchSavedSearches, bound },
        { id: newId(), data: { postId }, isRetry: false, isLastTry: false },
        host.services,
      )
    // Until statements are prepared, and plans kept.
    for (const { id } of posts.slice(0, 40)) await run(id)
    await host.pool.query('delete from marketplace.saved_search_find')
    const end = await countCpu(control, { name, pid: process.pid })
    const times: number[] = []
    for (const { id } of posts) {
      const start = performance.now()
      await run(id)
      times.push(performance.now() - start)
    }
    const cpu = await end()
    const { rows } = await host.pool.query<{ post_id: string; count: number }>(
      'select post_id, count(*)::int as count from marketplace.saved_search_find group by 1',
    )
    const found = rows.map(({ count }) => count)
    const average = found.reduce((sum, count) => sum + count, 0) / posts.length
    const sorted = times.toSorted((one, other) => one - other)
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(1)
    const spent = (microseconds: number) => microseconds / 1000 / posts.length
    console.log(
      `| ${what} | ${average.toFixed(1)} | ${Math.max(0, ...found)} | ${spent(cpu.database).toFixed(2)} | ${spent(cpu.server).toFixed(2)} | ${at(0.5)} | ${at(0.99)} |`,
    )
    if (average > mostMatching || spent(cpu.database + cpu.server) >= mostMs) process.exitCode = 1
  }
}

await untilDone(main)
