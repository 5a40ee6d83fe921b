// Who is measured, and how each of them is asked.
import type pg from 'pg'
import type { Host } from '../server/src/host.ts'
import { type Cpu, countCpu, countEnded, megabytesOf } from './cpu.ts'
import { parseHeaders } from './limits/peers/parse/parse.ts'
import { load, type Measured, type Shot } from './load.ts'
import { runPgbench } from './pgbench.ts'
import { type Prepared, signed } from './record.ts'
import { requests } from './requests.ts'
import type { Running } from './servers.ts'

export const contestantNames = ['product', 'bare', 'replay', 'pgbench', 'parse'] as const
export type ContestantName = (typeof contestantNames)[number]
export const isContestant = (name: string): name is ContestantName =>
  (contestantNames as readonly string[]).includes(name)

/** One round. */
export interface Sample
  extends Pick<
    Measured,
    'perSecond' | 'p50' | 'p99' | 'requests' | 'failures' | 'firstFailure' | 'bytes' | 'ownCpu'
  > {
  /** Microseconds of each request. */
  cpu: Cpu
  /** Memory of the server's process when the round was over. */
  megabytes: number
}

export interface Contestant {
  name: ContestantName
  takes(workload: Prepared): boolean
  measure(workload: Prepared, connections: number): Promise<Sample>
}

interface Terms {
  control: pg.Client
  seconds: number
  /** Of each round, before its seconds. */
  warmUpMs: number
  listings: number
}

/** A server that is asked by HTTP. Each goes on with the requests where its last round ended. */
function asked(
  name: ContestantName,
  running: Running,
  { control, seconds, warmUpMs, listings }: Terms,
  shotsOf: (workload: Prepared) => Shot[] | Promise<Shot[]>,
  takes: Contestant['takes'] = () => true,
): Contestant {
  const positions = new Map<string, number>()
  return {
    name,
    takes,
    async measure(workload, connections) {
      const shots = await shotsOf(workload)
      const from = positions.get(workload.name) ?? 0
      const stopCounting = await countCpu(control, running)
      const plan = {
        port: running.port,
        shots,
        connections,
        warmUpMs,
        measuredMs: seconds * 1000,
        from,
        listings,
      }
      const measured = await load(plan)
      const spent = await stopCounting()
      positions.set(workload.name, measured.to)
      const sent = measured.to - from
      return {
        ...measured,
        cpu: { server: spent.server / sent, database: spent.database / sent },
        megabytes: megabytesOf(running.pid),
      }
    },
  }
}

const numbers = Array.from({ length: requests }, (_, i) => i)

/** The shots of a workload, made once. */
function once(make: (workload: Prepared) => Shot[]): (workload: Prepared) => Shot[] {
  const made = new Map<string, Shot[]>()
  return (workload) => {
    const shots = made.get(workload.name) ?? make(workload)
    made.set(workload.name, shots)
    return shots
  }
}

export const product = (running: Running, host: Host, terms: Terms): Contestant =>
  asked('product', running, terms, (workload) => signed(host, workload))

export const bare = (running: Running, terms: Terms): Contestant =>
  asked(
    'bare',
    running,
    terms,
    once((workload) => numbers.map(workload.bare)),
  )

/** Searches run on connections of their own, on which the recording does not listen; a delivery counts once. */
export const isReplayed = ({ kind, isTakenOnce }: Prepared): boolean => kind !== 'search' && !isTakenOnce

export const replay = (running: Running, terms: Terms): Contestant =>
  asked(
    'replay',
    running,
    terms,
    once(({ name, shots }) => shots.map(({ method, body }, i) => ({ method, body, path: `/${name}/${i}` }))),
    isReplayed,
  )

export const parse = (running: Running, hasPostgis: boolean, terms: Terms): Contestant =>
  asked(
    'parse',
    running,
    terms,
    once((workload) =>
      numbers.flatMap((i) => workload.parse?.(i) ?? []).map((shot) => ({ ...shot, headers: parseHeaders })),
    ),
    ({ parse: ask, needsPostgis }) => ask !== undefined && (hasPostgis || !needsPostgis),
  )

export function pgbench(
  program: string,
  place: { connectionString: string; folder: string },
  { control, seconds }: Terms,
): Contestant {
  return {
    name: 'pgbench',
    takes: ({ isTakenOnce }) => !isTakenOnce,
    async measure(workload, connections) {
      const stopCounting = await countEnded(control)
      const measured = await runPgbench(program, { ...place, workload, seconds, isSingle: connections === 1 })
      const { database } = await stopCounting()
      const cpu = { server: Number.NaN, database: database / measured.requests }
      return { ...measured, cpu, bytes: Number.NaN, ownCpu: Number.NaN, megabytes: Number.NaN }
    },
  }
}
