// What publishing costs somebody with 100,000 followers, and somebody with none. See docs/benchmarks.md.
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { openHost } from '../server/src/host.ts'
import { newId } from '../server/src/platform/ids.ts'
import { countCpu } from './cpu.ts'
import { fill, vacuumFilled } from './dataset.ts'
import { keepForReading } from './kept.ts'
import { cleanUps, makeDatabase, makeFolder, openClient, startDatabase, untilDone } from './servers.ts'
import { idOf } from './town.ts'

const followers = 100_000
const size = { people: 2000, listings: 1000, chatters: 0, messagesPerRoom: 0 }
const [famous, unknown] = [idOf('user', 0), idOf('user', 1)]
const publications = 300
const rehearsals = 40
/** One listing is as dear as another; more than this much more would be the followers. */
const mostRatio = 1.25

async function main(): Promise<void> {
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const name = 'followers'
  const connectionString = await makeDatabase(control, server, name)
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: `${connectionString}${connectionString.includes('?') ? '&' : '?'}application_name=${name}`,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ROLE: 'web',
  })
  const host = await openHost({ config })
  cleanUps.push(() => host.close())
  await fill(connectionString, size, new Date())
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('set statement_timeout = 0')
  // Without triggers and references: nobody has to be there for what is counted of them, and publishing asks for nobody.
  for (const statement of [
    'set session_replication_role = replica',
    `delete from marketplace.follow where followee_id in ('${famous}', '${unknown}')`,
    `insert into marketplace.follow (follower_id, followee_id, is_mutual, created_at)
     select gen_random_uuid(), '${famous}', false, now() - interval '1 month' from generate_series(1, ${followers})`,
    'set session_replication_role = origin',
    `insert into marketplace.follow_count (user_id, followers, following) values ('${famous}', ${followers}, 0), ('${unknown}', 0, 0)
     on conflict (user_id) do update set followers = excluded.followers`,
    `update marketplace.users set trust_level = 3 where id in ('${famous}', '${unknown}')`,
  ])
    await client.query(statement)
  await keepForReading(host)
  await client.end()
  await vacuumFilled(connectionString)
  const app = await host.makeApp()
  cleanUps.push(() => app.close())

  async function publisher(id: string): Promise<() => Promise<void>> {
    const sessionId = newId()
    await host.pool.query(
      `insert into platform.session (id, realm, subject_id, created_at, last_used_at, expires_at)
       values ($1, 'marketplace', $2, now(), now(), now() + interval '1 day')`,
      [sessionId, id],
    )
    const token = await host.services.tokens.issue('marketplace', id, sessionId)
    return async () => {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/v1/post-mgt/add',
        headers: { authorization: `Bearer ${token}` },
        payload: {
          title: `Brass lamp ${newId()}`,
          price: 20,
          category_id: idOf('category', 0),
          location: { type: 'Point', coordinates: [13.06, 52.4] },
        },
      })
      if (reply.statusCode !== 200)
        throw new Error(`publishing was answered ${reply.statusCode}: ${reply.body}`)
    }
  }

  const people = [
    { who: '100,000 followers', publish: await publisher(famous), times: [] as number[], cpu: 0 },
    { who: 'none', publish: await publisher(unknown), times: [] as number[], cpu: 0 },
  ]
  for (const { publish } of people) for (let time = 0; time < rehearsals; time += 1) await publish()
  const portion = 30
  // In turns, so that what else the machine does falls on both.
  for (let done = 0; done < publications; done += portion)
    for (const person of people) {
      const end = await countCpu(control, { name, pid: process.pid })
      for (let time = 0; time < portion; time += 1) {
        const start = performance.now()
        await person.publish()
        person.times.push(performance.now() - start)
      }
      const { database, server: program } = await end()
      person.cpu += database + program
    }
  console.log('| of somebody with | p50 ms | p99 ms | CPU ms of both processes |\n|---|--:|--:|--:|')
  const medians: number[] = []
  for (const { who, times, cpu } of people) {
    const sorted = times.toSorted((one, other) => one - other)
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
    medians.push(at(0.5))
    console.log(
      `| ${who} | ${at(0.5).toFixed(1)} | ${at(0.99).toFixed(1)} | ${(cpu / 1000 / publications).toFixed(2)} |`,
    )
  }
  const [many = Number.NaN, none = Number.NaN] = medians
  if (!(many <= none * mostRatio)) process.exitCode = 1
}

await untilDone(main)
