// What the processor time of a request is spent on: of the server by kind of code, of PostgreSQL by statement.
// See docs/benchmarks.md.
import path from 'node:path'
import pg from 'pg'
import { countCpu } from './cpu.ts'
import { type Load, load } from './load.ts'
import { hasPerf, kindOf, kinds, namesFunctions, type Part, watchWhere } from './perf.ts'
import { type Prepared, signed } from './record.ts'
import { machine } from './rounds.ts'
import { makeFolder, openClient, startDatabase, startProduct, untilDone } from './servers.ts'
import { readSettings } from './settings.ts'
import { makeProduct, prepareAll } from './stage.ts'
import { sizes } from './town.ts'

/** Everything is compiled by then. */
const warmUpMs = 3000
/** Of a statement's text, and of functions. */
const [mostText, mostParts] = [110, 12]

/** All that was asked of PostgreSQL in one text. */
interface Statement {
  text: string
  calls: number
  /** Of planning and executing; not of reading the message, and not of the commit. */
  microseconds: number
}

/** What was asked of PostgreSQL for so many requests. */
interface Asked {
  statements: Statement[]
  requests: number
}

/** Where the time of a workload's request goes, in microseconds. */
interface Profile {
  workload: Prepared
  server: number
  postgresql: number
  /** In the server, where it can be watched. */
  parts: Part[] | undefined
  loaded: Asked
  /** One at once, so that nobody waits for a processor within a statement. */
  alone: Asked
}

/** Starts counting what PostgreSQL spends on each statement of a database. @returns what ends that. */
async function countStatements(control: pg.Client, database: string): Promise<() => Promise<Statement[]>> {
  await control.query('select pg_stat_statements_reset()')
  return async () => {
    const { rows } = await control.query<Statement>(
      `select query as text, calls::float8 as calls, (total_plan_time + total_exec_time) * 1000 as microseconds
       from pg_stat_statements s join pg_database d on d.oid = s.dbid
       where d.datname = $1 order by microseconds desc`,
      [database],
    )
    return rows
  }
}

const samplesOf = (parts: Part[]): number => parts.reduce((sum, { samples }) => sum + samples, 0)
const shareOf = (parts: Part[], kind: string): number =>
  samplesOf(parts.filter((part) => kindOf(part) === kind)) / samplesOf(parts)

const brief = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('"', '').replaceAll('|', '\\|').trim()
  return line.length > mostText ? `${line.slice(0, mostText)} …` : line
}

const nameOf = ({ symbol }: Part): string =>
  symbol
    .replace(/ file:\S*\/(server|node_modules)\//, ' $1/')
    .replace(/^JS:[*~^+']*/, '')
    .slice(0, 80)

function printParts(parts: Part[], server: number): void {
  const [all, dearest] = [samplesOf(parts), parts.slice(0, mostParts)]
  const told = dearest.map((part) => `\`${nameOf(part)}\` ${((part.samples / all) * server).toFixed(0)}`)
  console.log(`\nDearest of the server, of ${all} samples, in µs: ${told.join(', ')}.`)
}

function printStatements({ alone, loaded }: Profile): void {
  console.log('\n| statement | times a request | µs a request | times, many at once |\n|---|--:|--:|--:|')
  const often = ({ statements, requests }: Asked, text: string) =>
    (statements.find((other) => other.text === text)?.calls ?? 0) / requests
  for (const { text, microseconds } of alone.statements) {
    const [times, timesLoaded] = [often(alone, text), often(loaded, text)]
    if (times >= 0.01 || timesLoaded >= 0.01)
      console.log(
        `| ${brief(text)} | ${times.toFixed(2)} | ${(microseconds / alone.requests).toFixed(0)} | ${timesLoaded.toFixed(2)} |`,
      )
  }
}

function print(profile: Profile, connections: number): void {
  const { workload, server, postgresql, parts } = profile
  console.log(
    `\n## ${workload.name} ${workload.title}\n\n${connections} at once: ${server.toFixed(0)} µs of the server and ${postgresql.toFixed(0)} of PostgreSQL for each request.`,
  )
  if (parts) printParts(parts, server)
  printStatements(profile)
}

function printSummary(profiles: Profile[]): void {
  console.log(
    `\n## All of them\n\n| µs a request | ${profiles.map(({ workload }) => workload.name).join(' | ')} |`,
  )
  console.log(`|---|${profiles.map(() => '--:|').join('')}`)
  const row = (name: string, of: (profile: Profile) => number) =>
    console.log(`| ${name} | ${profiles.map((profile) => of(profile).toFixed(0)).join(' | ')} |`)
  row('**server**', ({ server }) => server)
  for (const kind of profiles.every(({ parts }) => parts) ? kinds : [])
    row(kind, ({ parts = [], server }) => shareOf(parts, kind) * server)
  row('**PostgreSQL**', ({ postgresql }) => postgresql)
  row('in statements, one at once', ({ alone: { statements, requests } }) =>
    statements.reduce((sum, { microseconds }) => sum + microseconds / requests, 0),
  )
  row('statements', ({ alone: { statements, requests } }) =>
    statements.reduce((sum, { calls }) => sum + calls / requests, 0),
  )
}

async function main(): Promise<void> {
  const settings = readSettings()
  if (settings.database !== undefined)
    throw new Error('--database is not for profiles: their server counts statements')
  const [size = '10k'] = settings.sizes
  const folder = makeFolder()
  const server = await startDatabase(settings.keep ?? folder, [
    'shared_preload_libraries=pg_stat_statements',
    'pg_stat_statements.track_planning=on',
  ])
  const control = await openClient(server)
  await control.query('create extension if not exists pg_stat_statements')
  const ground = { ...settings, control, server, folder }
  const { host, environment } = await makeProduct(size, ground, new Date())
  const prepared = await prepareAll(host, sizes[size], ground)
  const canWatch = hasPerf()
  if (!canWatch) console.log('perf is not here, or may not watch: kinds of code are left out.')
  const running = await startProduct('profiled', { ...environment, ...(canWatch ? namesFunctions : {}) })
  const { pid = 0, port } = running
  const { database = '' } = new pg.Client({ connectionString: environment.DATABASE_URL })
  const { listings } = sizes[size]
  const { node, cores, processor, load: loadAverage } = machine()
  console.log(
    `\nNode ${node}, ${cores} cores (${processor}), load average ${loadAverage?.toFixed(1)}; ${listings.toLocaleString('en')} listings.`,
  )
  let from = 0
  const ask = async (workload: Prepared, plan: Pick<Load, 'connections' | 'measuredMs'>): Promise<number> => {
    const shots = await signed(host, workload)
    const measured = await load({ ...plan, port, shots, from, listings, warmUpMs: 0 })
    if (measured.failures > 0) throw new Error(`${workload.name} failed, such as: ${measured.firstFailure}`)
    const sent = measured.to - from
    from = measured.to
    return sent
  }
  const { connections, seconds } = settings
  const measuredMs = seconds * 1000
  const profiles: Profile[] = []
  for (const workload of prepared) {
    from = 0
    await ask(workload, { connections, measuredMs: warmUpMs })
    const stopCounting = await countCpu(control, running)
    const listLoaded = await countStatements(control, database)
    const stopWatching = canWatch ? watchWhere(pid, path.join(folder, 'perf.data')) : undefined
    const requests = await ask(workload, { connections, measuredMs })
    const parts = await stopWatching?.()
    const spent = await stopCounting()
    const loaded = { statements: await listLoaded(), requests }
    const listAlone = await countStatements(control, database)
    const asked = await ask(workload, { connections: 1, measuredMs })
    const profile = {
      ...{ workload, parts, loaded },
      server: spent.server / requests,
      postgresql: spent.database / requests,
      alone: { statements: await listAlone(), requests: asked },
    }
    print(profile, connections)
    profiles.push(profile)
  }
  printSummary(profiles)
}

await untilDone(main)
