// What the product takes of memory, what it does at rest, and what a thousand connections do to it. See docs/benchmarks.md.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { countCpu, megabytesOf } from './cpu.ts'
import { load, type Measured, type Shot } from './load.ts'
import { prepare, type Sessions, signed, writeSessions } from './record.ts'
import { median } from './report.ts'
import { requests } from './requests.ts'
import { machine } from './rounds.ts'
import { makeFolder, openClient, type Running, startDatabase, startProduct, untilDone } from './servers.ts'
import { makeProduct } from './stage.ts'
import { isSizeName, type SizeName, sizes } from './town.ts'
import { workloadsOf } from './workloads.ts'

const few = 32
/** By then V8 has given back what starting took. */
const settleMs = 60_000
/** Some jobs run every minute, and others every five. */
const idleMs = 300_000
/** What the aim for CPU at rest is for. */
const idleAimMs = 15_000
const laterMs = 60_000
/** Everything is compiled by then; and libuv has accepted a thousand connections that came at once, one in each turn of its loop. */
const warmUpMs = { few: 1000, many: 4000 }
const probeEveryMs = 20

const aims = {
  restMb: 150,
  loadMb: 260,
  laterMb: 180,
  idleCpuMs: 30,
  idlePerSecond: 2,
  good: 0.9,
  p99Ms: 1000,
  liveMs: 50,
  refusalMs: 100,
}

interface Settings {
  size: SizeName
  workload: string
  rounds: number
  seconds: number
  connections: number
  database: string | undefined
}

function readSettings(): Settings {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '10k' },
      only: { type: 'string', default: 'W1' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '1000' },
      database: { type: 'string' },
    },
  })
  if (!isSizeName(values.size)) throw new Error(`--size is one of ${Object.keys(sizes).join(', ')}`)
  const [rounds = 0, seconds = 0, connections = 0] = [values.rounds, values.seconds, values.connections].map(
    Number,
  )
  if (!(rounds >= 1 && seconds >= 1 && connections >= 1))
    throw new Error('--rounds, --seconds and --connections are numbers from 1 on')
  return { size: values.size, workload: values.only, rounds, seconds, connections, database: values.database }
}

/** Looks at something every now and then, as long as something else goes on. */
async function watching<T>(everyMs: number, look: () => Promise<void> | void, work: Promise<T>): Promise<T> {
  let isOver = false
  const watch = (async () => {
    while (!isOver) {
      await look()
      await pause(everyMs)
    }
  })()
  try {
    return await work
  } finally {
    isOver = true
    await watch
  }
}

interface Pressed extends Measured {
  mostMb: number
  /** The slowest answer of `/health/live`. */
  slowestLiveMs: number
}

/** Loads the product, and asks it beside that whether it lives. */
async function press(
  running: Running,
  plan: Pick<Parameters<typeof load>[0], 'connections' | 'measuredMs' | 'from' | 'whenRefused'>,
  shots: Shot[],
): Promise<Pressed> {
  let [mostMb, slowestLiveMs] = [0, 0]
  const probe = async () => {
    const start = performance.now()
    const { status } = await fetch(`http://127.0.0.1:${running.port}/health/live`)
    if (status !== 200) throw new Error(`/health/live answered ${status}`)
    slowestLiveMs = Math.max(slowestLiveMs, performance.now() - start)
    mostMb = Math.max(mostMb, megabytesOf(running.pid))
  }
  // What fetch compiles at its first call is nobody's delay.
  await probe()
  slowestLiveMs = 0
  const measured = await watching(
    probeEveryMs,
    probe,
    load({
      ...plan,
      port: running.port,
      shots,
      warmUpMs: plan.connections > few ? warmUpMs.many : warmUpMs.few,
    }),
  )
  return { ...measured, mostMb, slowestLiveMs }
}

/** Transactions of the database so far; at rest each is one statement. */
async function transactions(control: pg.Client, database: string): Promise<number> {
  // PostgreSQL's processes tell their counts about once a second.
  await pause(1500)
  const { rows } = await control.query<{ count: number }>(
    'select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = $1',
    [database],
  )
  return rows[0]?.count ?? Number.NaN
}

async function measureIdle(control: pg.Client, running: Running, database: string) {
  const before = await transactions(control, database)
  const start = performance.now()
  const stopCounting = await countCpu(control, running)
  await pause(idleMs)
  const { server } = await stopCounting()
  const after = await transactions(control, database)
  return {
    cpuMs: server / 1000 / (idleMs / idleAimMs),
    perSecond: (after - before) / ((performance.now() - start) / 1000),
  }
}

let isAsWished = true
const atMost = (value: number, most: number, digits = 0): string => {
  if (value <= most) return `${value.toFixed(digits)} (≤ ${most})`
  isAsWished = false
  return `**${value.toFixed(digits)}** (≤ ${most})`
}
const atLeast = (value: number, least: number, digits = 2): string => {
  if (value >= least) return `${value.toFixed(digits)} (≥ ${least})`
  isAsWished = false
  return `**${value.toFixed(digits)}** (≥ ${least})`
}

function printPressed(title: string, rounds: { few: Pressed; many: Pressed }[], connections: number): void {
  const all = (of: (round: { few: Pressed; many: Pressed }) => number) => median(rounds.map(of))
  const most = (of: (round: { few: Pressed; many: Pressed }) => number) => Math.max(...rounds.map(of))
  console.log(`
${connections} connections, ${title}

| | |
|---|--:|
| good answers a second with ${few} connections | ${all((round) => round.few.perSecond).toFixed(0)} |
| good answers a second | ${all((round) => round.many.perSecond).toFixed(0)} |
| share of that with ${few} | ${atLeast(
    all(({ few, many }) => many.perSecond / few.perSecond),
    aims.good,
  )} |
| p99 of good answers, ms | ${atMost(
    all((round) => round.many.p99),
    aims.p99Ms,
  )} |
| slowest \`/health/live\`, ms | ${atMost(
    all((round) => round.many.slowestLiveMs),
    aims.liveMs,
  )} |
| the same with ${few} connections, ms | ${all((round) => round.few.slowestLiveMs).toFixed(0)} |
| refusals a second | ${all((round) => round.many.refusals.count / (round.many.requests / round.many.perSecond)).toFixed(0)} |
| p99 of refusals, ms | ${all((round) => round.many.refusals.p99).toFixed(0)} |
| slowest refusal, ms | ${atMost(
    most((round) => round.many.refusals.slowest),
    aims.refusalMs,
  )} |
| anything else | ${atMost(
    rounds.reduce((sum, round) => sum + round.few.failures + round.many.failures, 0),
    0,
  )} |
| most memory, MB | ${most((round) => round.many.mostMb).toFixed(0)} |`)
  const failure = rounds.flatMap(({ few, many }) => few.firstFailure ?? many.firstFailure ?? [])[0]
  if (failure !== undefined) console.log(`\nSuch as: ${failure}`)
}

async function main(): Promise<void> {
  const { size, workload: name, rounds, seconds, connections, database } = readSettings()
  const folder = makeFolder()
  const server = database ?? (await startDatabase(folder))
  const control = await openClient(server)
  const { host, environment } = await makeProduct(
    size,
    { control, server, folder, kept: undefined },
    new Date(),
  )
  const workload = workloadsOf(sizes[size]).find((one) => one.name === name)
  if (!workload) throw new Error(`there is no workload ${name}`)
  const sessions: Sessions = new Map()
  const prepared = prepare(sessions, workload)
  await writeSessions(host, sessions)
  const running = await startProduct(`product_${size}`, environment)
  const { node, cores, processor, load: loadAverage } = machine()
  console.log(
    `\nNode ${node}, ${cores} cores (${processor}), load average ${loadAverage?.toFixed(1)}; ${name} ${workload.title}, ${sizes[size].listings.toLocaleString('en')} listings.`,
  )
  await pause(settleMs)
  const restMb = megabytesOf(running.pid)
  const { database: named = '' } = new pg.Client({ connectionString: environment.DATABASE_URL })
  const idle = await measureIdle(control, running, named)
  const shots = await signed(host, prepared)
  let from = 0
  const ask = async (count: number, whenRefused?: 'ask at once' | 'wait as told') => {
    const plan = {
      connections: count,
      measuredMs: seconds * 1000,
      from,
      ...(whenRefused ? { whenRefused } : {}),
    }
    const pressed = await press(running, plan, shots)
    from = pressed.to % requests
    return pressed
  }
  // Compiles everything.
  const loadMb = (await ask(few)).mostMb
  const patient: { few: Pressed; many: Pressed }[] = []
  const impatient: typeof patient = []
  for (let round = 0; round < rounds; round += 1) {
    const least = await ask(few)
    patient.push({ few: least, many: await ask(connections, 'wait as told') })
    impatient.push({ few: least, many: await ask(connections, 'ask at once') })
  }
  printPressed('who come back when they are told', patient, connections)
  printPressed('who ask again at once', impatient, connections)
  await pause(laterMs)
  console.log(`
| | |
|---|--:|
| memory at rest, MB | ${atMost(restMb, aims.restMb)} |
| with ${few} connections | ${atMost(loadMb, aims.loadMb)} |
| a minute after ${connections} | ${atMost(megabytesOf(running.pid), aims.laterMb)} |
| CPU in ${idleAimMs / 1000} s at rest, ms | ${atMost(idle.cpuMs, aims.idleCpuMs)} |
| statements a second at rest | ${atMost(idle.perSecond, aims.idlePerSecond, 1)} |`)
  if (!isAsWished) process.exitCode = 1
}

await untilDone(main)
