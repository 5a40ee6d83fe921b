// Measures the product against the same SQL without the product. See docs/benchmarks.md.
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { allOperations, type Host, openHost } from '../server/src/host.ts'
import type { Trace } from './bare.ts'
import { countCpu } from './cpu.ts'
import { fill, type Size } from './dataset.ts'
import { load, type Shot } from './load.ts'
import { findPgbench, runPgbench } from './pgbench.ts'
import { type Prepared, prepare, record, signed } from './record.ts'
import { growthHead, growthRow, head, notesOf, type Round, row, type Side } from './report.ts'
import {
  cleanUp,
  cleanUps,
  makeDatabase,
  makeFolder,
  openClient,
  type Running,
  startBare,
  startDatabase,
  startProduct,
} from './servers.ts'
import { workloads } from './workloads.ts'

const rounds = 3
const warmUpMs = 500
const poolSize = 10

const sizes = {
  small: { people: 2000, listings: 10_000, messages: 20_000 },
  full: { people: 100_000, listings: 500_000, messages: 1_000_000 },
} satisfies Record<string, Size>
type SizeName = keyof typeof sizes

interface Settings {
  sizes: SizeName[]
  seconds: number
  connections: number
  only: string[] | undefined
  pgbench: string | undefined
}

function readSettings(): Settings {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'small' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      only: { type: 'string' },
    },
  })
  const number = (name: 'seconds' | 'connections', most: number): number => {
    const value = Number(values[name])
    if (!Number.isSafeInteger(value) || value < 1 || value > most)
      throw new Error(`--${name} must be a whole number from 1 to ${most}`)
    return value
  }
  if (!['small', 'full', 'both'].includes(values.size)) throw new Error('--size is small, full or both')
  return {
    sizes: values.size === 'both' ? ['small', 'full'] : [values.size as SizeName],
    seconds: number('seconds', 60),
    connections: number('connections', 256),
    only: values.only?.split(','),
    pgbench: findPgbench(),
  }
}

/** A data set of one size with both servers on it. */
interface Stage {
  size: SizeName
  connectionString: string
  host: Host
  prepared: Prepared[]
  traces: Record<string, Trace[]>
  product: Running
  bare: Running
}

async function fillDatabase(connectionString: string, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const start = performance.now()
  try {
    await fill(client, size, new Date())
  } finally {
    await client.end()
  }
  const took = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${size.people} people, ${size.listings} listings, ${size.messages} messages, made in ${took} s.`,
  )
}

async function setStage(
  size: SizeName,
  connectionString: string,
  folder: string,
  only: string[] | undefined,
): Promise<Stage> {
  const environment = {
    DATA_DIR: path.join(folder, size),
    DATABASE_URL: connectionString,
    DATABASE_POOL: String(poolSize),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    DEMO: '0',
  }
  const host = await openHost({ config: readConfig({ ...environment, ROLE: 'web' }) })
  cleanUps.push(() => host.close())
  await fillDatabase(connectionString, sizes[size])
  const known = new Set(allOperations().map(({ operation }) => operation.key))
  const prepared: Prepared[] = []
  for (const workload of workloads(sizes[size])) {
    if (only && !only.includes(workload.key)) continue
    if (known.has(workload.key)) prepared.push(await prepare(host, workload))
    else console.log(`${workload.key} (${workload.name}) is left out: there is no such operation.`)
  }
  const traces = await record(host, prepared)
  return {
    size,
    connectionString,
    host,
    prepared,
    traces,
    product: await startProduct(`product_${size}`, environment),
    bare: await startBare(`bare_${size}`, { connectionString, poolSize, traces }),
  }
}

/** Where the numbering of each server's requests goes on. */
const positions = new Map<string, number>()

async function loadServer(
  control: pg.Client,
  running: Running,
  key: string,
  shots: Shot[],
  { seconds, connections }: Settings,
): Promise<Side> {
  const position = `${running.name} ${key}`
  const from = positions.get(position) ?? 0
  const stopCounting = await countCpu(control, running)
  const measured = await load({
    port: running.port,
    shots,
    connections,
    warmUpMs,
    measuredMs: seconds * 1000,
    from,
  })
  const spent = await stopCounting()
  positions.set(position, measured.to)
  const sent = measured.to - from
  return { ...measured, cpu: { server: spent.server / sent, database: spent.database / sent } }
}

async function measure(
  { key, shots: plain }: Prepared,
  stage: Stage,
  settings: Settings,
  control: pg.Client,
  folder: string,
): Promise<Round> {
  const workload = stage.prepared.find((each) => each.key === key)
  const traces = stage.traces[key]
  if (!workload || !traces) throw new Error(`${key} is not on this stage`)
  const replays = plain.map(({ method, body }, i) => ({ method, body, path: `/${key}/${i}` }))
  const { connectionString } = stage
  const { pgbench, seconds, connections } = settings
  return {
    product: await loadServer(control, stage.product, key, await signed(stage.host, workload), settings),
    bare: await loadServer(control, stage.bare, key, replays, settings),
    pgbench:
      pgbench === undefined
        ? undefined
        : await runPgbench(pgbench, { connectionString, folder, key, traces, connections, seconds }),
  }
}

async function main(): Promise<void> {
  const settings = readSettings()
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const stages: Stage[] = []
  for (const size of settings.sizes)
    stages.push(
      await setStage(size, await makeDatabase(control, server, `bench_${size}`), folder, settings.only),
    )
  const [cpu] = os.cpus()
  console.log(
    `Node ${process.version}, ${os.cpus().length} cores (${cpu?.model.trim()}), load average ${os.loadavg()[0]?.toFixed(1)}; ` +
      `${settings.connections} connections, ${rounds} rounds of ${settings.seconds} s each.`,
  )
  if (!settings.pgbench) console.log('There is no pgbench on this machine, so its columns stay empty.')
  console.log(`\n${head}`)
  const results = new Map<string, Round[][]>()
  for (const workload of stages[0]?.prepared ?? []) {
    const kept: Round[][] = stages.map(() => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [i, stage] of stages.entries())
        kept[i]?.push(await measure(workload, stage, settings, control, folder))
    results.set(workload.key, kept)
    for (const [i, { size, traces }] of stages.entries())
      console.log(row(workload, sizes[size].listings, traces[workload.key] ?? [], kept[i] ?? []))
  }
  if (stages.length === 2) {
    console.log(`\nFrom ${sizes.small.listings} to ${sizes.full.listings} listings:\n\n${growthHead}`)
    for (const [key, [small = [], full = []]] of results) console.log(growthRow(key, small, full))
  }
  for (const note of notesOf(results)) {
    process.exitCode = 1
    console.error(note)
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)))
try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await cleanUp()
}
process.exit()
