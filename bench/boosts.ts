// What lists give while a thousand listings have places of their own in them, and what the least SQL for that does.
// See docs/benchmarks.md.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ContestantName } from './contestants.ts'
import type { Prepared } from './record.ts'
import { median, spreadOf } from './report.ts'
import { makeFolder, openClient, startDatabase, untilDone } from './servers.ts'
import { contestantOf, type Stage, setStage } from './stage.ts'
import { type SizeName, sizes } from './town.ts'

const boosts = 1000
const lists = ['L1', 'W1', 'S1', 'S11']
const rounds = 5
const connections = 32
/** After so long a process has found out what runs. */
const renewedMs = 6000

async function perSecond(stage: Stage, name: ContestantName, workload: Prepared): Promise<number> {
  const measured = await contestantOf(stage, name).measure(workload, connections)
  if (measured.failures > 0) throw new Error(`${workload.name} failed: ${measured.firstFailure}`)
  return measured.perSecond
}

/** The same asked of the bare server, with the places that were paid for. */
const withPlaces = (workload: Prepared): Prepared => ({
  ...workload,
  name: `${workload.name} promoted`,
  bare(i) {
    const { path, ...shot } = workload.bare(i)
    return { ...shot, path: path.replace(`/${workload.statement}`, `/${workload.statement}Promoted`) }
  },
})

/** The product's share of the bare server in each round, by workload. */
async function sharesOf(
  stage: Stage,
  bareOf: (workload: Prepared) => Prepared,
): Promise<Map<string, number[]>> {
  const shares = new Map(stage.prepared.map(({ name }) => [name, [] as number[]]))
  const asked = stage.prepared.map((workload) => ({ workload, same: bareOf(workload) }))
  for (let round = 0; round < rounds; round += 1)
    for (const { workload, same } of asked) {
      const own = await perSecond(stage, 'product', workload)
      shares.get(workload.name)?.push(own / (await perSecond(stage, 'bare', same)))
    }
  return shares
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '10k' } } })
  if (!(values.size in sizes)) throw new Error(`--size is one of ${Object.keys(sizes).join(', ')}`)
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const stage = await setStage(values.size as SizeName, {
    ...{ control, server, folder, kept: undefined },
    ...{ seconds: 2, only: lists, pgbench: undefined, contestants: ['product', 'bare'] },
  })
  const before = await sharesOf(stage, (workload) => workload)
  const product = await openClient(stage.address)
  const { rows } = await product.query<{ id: string }>(
    `insert into marketplace.promotion (id, post_id, in_feed, in_search, is_urgent, starts_at, ends_at)
     select gen_random_uuid(), id, true, true, false, now() - interval '1 hour', now() + interval '7 days'
     from (select id from marketplace.post where status = 'active' order by md5(id::text) limit $1) p
     returning post_id as id`,
    [boosts],
  )
  const bare = await openClient(stage.limits)
  await bare.query(
    `insert into promotion (listing_id, category_id, cell, latitude, longitude, search)
     select id, category_id, cell, latitude, longitude, search from listing where id = any($1)`,
    [rows.map(({ id }) => id)],
  )
  await bare.query('analyze promotion')
  await pause(renewedMs)
  const after = await sharesOf(stage, withPlaces)
  console.log(`| ${values.size} | without | with ${boosts} boosts | of it |\n|---|--:|--:|--:|`)
  for (const { name, title } of stage.prepared) {
    const [one = [], other = []] = [before.get(name), after.get(name)]
    const left = (100 * median(other)) / median(one)
    console.log(`| ${name} ${title} | ${spreadOf(one, 2)} | ${spreadOf(other, 2)} | ${left.toFixed(0)} % |`)
  }
}

await untilDone(main)
