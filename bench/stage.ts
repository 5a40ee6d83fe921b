// The data sets of one size with everybody who is measured on them.
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { allOperations, type Host, openHost } from '../server/src/host.ts'
import type { Contestant, ContestantName } from './contestants.ts'
import * as contestants from './contestants.ts'
import { fill, vacuumFilled } from './dataset.ts'
import { writeGoals } from './goals.ts'
import { keepForReading } from './kept.ts'
import { fillLimits } from './limits/dataset.ts'
import { fillParse, indexPlaces, installParse, makePostgis, startParse } from './limits/peers/parse/parse.ts'
import { writeParameters } from './pgbench.ts'
import {
  askBefore,
  checkReplies,
  goDeep,
  type Prepared,
  prepare,
  record,
  type Sessions,
  writeSessions,
} from './record.ts'
import { cleanUps, makeDatabase, openClient, startBare, startProduct, startReplay } from './servers.ts'
import type { Settings } from './settings.ts'
import { type Place, provideDatabase } from './store.ts'
import { type Size, type SizeName, sizes } from './town.ts'
import { workloadsOf } from './workloads.ts'

const poolSize = 10

export interface Stage {
  size: SizeName
  /** On the product's database, beside the product. */
  host: Host
  /** Of the product's database. */
  address: string
  /** Of the smallest schema's; empty where nobody works on it. */
  limits: string
  prepared: Prepared[]
  contestants: Contestant[]
}

/** One of those who are measured. */
export function contestantOf({ contestants }: Stage, name: ContestantName): Contestant {
  const found = contestants.find((contestant) => contestant.name === name)
  if (!found) throw new Error(`there is no contestant ${name}`)
  return found
}

interface Ground extends Place, Pick<Settings, 'seconds' | 'only' | 'contestants' | 'pgbench'> {
  warmUpMs?: number
}

const usualWarmUpMs = 1000

async function filling(what: string, fill: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await fill()
  console.log(`${what}: made in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const isAskedFor = ({ only }: Pick<Ground, 'only'>, { name, kind }: { name: string; kind: string }) =>
  !only || only.includes(name) || only.includes(kind)

/** Everything that is asked, once it was asked. */
export async function prepareAll(host: Host, size: Size, ground: Pick<Ground, 'only'>): Promise<Prepared[]> {
  const known = new Set(allOperations().flatMap(({ id, operation }) => [id, operation.key]))
  const prepared: Prepared[] = []
  const sessions: Sessions = new Map()
  for (const workload of workloadsOf(size)) {
    if (!isAskedFor(ground, workload)) continue
    if (known.has(workload.operation)) prepared.push(prepare(sessions, workload))
    else console.log(`${workload.name} (${workload.title}) is left out: there is no such operation.`)
  }
  if (prepared.length === 0) throw new Error('--only names no workload')
  await writeSessions(host, sessions)
  await goDeep(host, prepared)
  await checkReplies(host, prepared, size)
  await askBefore(host, prepared)
  return prepared
}

async function fillProduct(host: Host, connectionString: string, size: Size, at: Date): Promise<void> {
  await fill(connectionString, size, at)
  await writeGoals(host, connectionString, size)
  await keepForReading(host)
  await vacuumFilled(connectionString)
}

/** Provides the product's database of a size, and a host on it; the product itself is started with the environment. */
export async function makeProduct(
  name: SizeName,
  place: Place,
  at: Date,
): Promise<{ host: Host; environment: Record<string, string> & { DATABASE_URL: string } }> {
  // Everything on: sign-in, validation, limits, events, and the log as it is without a word about it.
  const environmentOf = (connectionString: string) => ({
    DATA_DIR: path.join(place.folder, name),
    DATABASE_URL: connectionString,
    DATABASE_POOL: String(poolSize),
    DEMO: '0',
    // A kept database outlives the folder.
    SIGNING_SECRET: 'the same in every run on a kept database',
  })
  const openOn = (connectionString: string) =>
    openHost({ config: readConfig({ ...environmentOf(connectionString), ROLE: 'web' }) })
  const connectionString = await provideDatabase(place, 'product', name, async (address) => {
    const host = await openOn(address)
    try {
      await filling(`${name}, the product’s schema`, () => fillProduct(host, address, sizes[name], at))
    } finally {
      await host.close()
    }
  })
  const host = await openOn(connectionString)
  cleanUps.push(() => host.close())
  return { host, environment: environmentOf(connectionString) }
}

/** Whether anybody is measured who works on the smallest schema. */
const comparesWithLeast = ({ contestants: names }: Ground) =>
  names.includes('bare') || names.includes('pgbench')

/** Provides the database of the smallest schema. @returns its address */
async function makeLimits(
  name: SizeName,
  ground: Ground,
  prepared: readonly Prepared[],
  at: Date,
): Promise<string> {
  const limits = await provideDatabase(ground, 'limits', name, (address) =>
    filling(`${name}, the smallest schema`, () => fillLimits(address, sizes[name], at)),
  )
  await withClient(limits, async (client) => {
    for (const workload of prepared) await writeParameters(client, workload)
  })
  return limits
}

/** Makes the databases of a size and starts everybody on them. */
export async function setStage(name: SizeName, ground: Ground): Promise<Stage> {
  const { control, folder, seconds, warmUpMs = usualWarmUpMs } = ground
  const size: Size = sizes[name]
  const at = new Date()
  const { host, environment } = await makeProduct(name, ground, at)
  const connectionString = environment.DATABASE_URL
  const prepared = await prepareAll(host, size, ground)
  const terms = { control, seconds, warmUpMs, listings: size.listings }
  const limits = comparesWithLeast(ground) ? await makeLimits(name, ground, prepared, at) : ''
  const starts: Record<ContestantName, () => Promise<Contestant | undefined>> = {
    product: async () => contestants.product(await startProduct(`product_${name}`, environment), host, terms),
    bare: async () =>
      contestants.bare(await startBare(`bare_${name}`, { connectionString: limits, poolSize }), terms),
    replay: async () => {
      const recording = await record(host, prepared.filter(contestants.isReplayed))
      return contestants.replay(
        await startReplay(`replay_${name}`, { connectionString, poolSize, ...recording }),
        terms,
      )
    },
    pgbench: async () =>
      ground.pgbench === undefined
        ? undefined
        : contestants.pgbench(ground.pgbench, { connectionString: limits, folder }, terms),
    parse: async () => {
      installParse()
      const parse = await makeDatabase(
        control,
        ground.server,
        `bench_parse_${name.toLowerCase()}_${process.pid}`,
      )
      const hasPostgis = await makePostgis(await openClient(parse))
      const running = await startParse(`parse_${name}`, { connectionString: parse, poolSize, cwd: folder })
      await filling(`${name}, Parse Server’s schema`, () =>
        withClient(parse, async (client) => {
          await fillParse(client, running.port, size, at)
          if (hasPostgis) await indexPlaces(client)
        }),
      )
      if (!hasPostgis)
        console.log('PostgreSQL has no PostGIS here, so Parse Server is not asked for what is near.')
      return contestants.parse(running, hasPostgis, terms)
    },
  }
  const started: Contestant[] = []
  for (const who of ground.contestants) {
    const contestant = await starts[who]()
    if (contestant) started.push(contestant)
  }
  return { size: name, host, address: connectionString, limits, prepared, contestants: started }
}
