import { readFileSync } from 'node:fs'
import type pg from 'pg'

// Linux counts in hundredths of a second, and memory in pages.
const microsecondsPerTick = 10_000
const bytesPerPage = 4096

interface Stat {
  parent: number
  /** Of the process and of its children that ended. */
  own: number
  ended: number
  bytes: number
}

/** What Linux says of a process; undefined where it cannot be seen. */
function statOf(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return {
      parent: fields[1] ?? 0,
      own: (user + system) * microsecondsPerTick,
      ended: (endedUser + endedSystem) * microsecondsPerTick,
      bytes: (fields[21] ?? 0) * bytesPerPage,
    }
  } catch {
    return undefined
  }
}

export interface Cpu {
  /** Of the server's process; none where there is no server. */
  server: number
  /** Of its connections' processes in PostgreSQL. */
  database: number
}

const megabyte = 1024 * 1024
/** Memory that a process keeps at this moment. */
export const megabytesOf = (pid: number | undefined): number =>
  pid === undefined ? Number.NaN : (statOf(pid)?.bytes ?? Number.NaN) / megabyte

/**
 * Starts counting the CPU time of a server and of its connections' processes in PostgreSQL.
 * @returns what ends the counting.
 */
export async function countCpu(
  control: pg.Client,
  { name, pid }: { name: string; pid: number | undefined },
): Promise<() => Promise<Cpu>> {
  const read = async () => {
    const { rows } = await control.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1',
      [name],
    )
    return {
      server: pid === undefined ? undefined : statOf(pid)?.own,
      connections: new Map(rows.map((row) => [row.pid, statOf(row.pid)?.own ?? Number.NaN])),
    }
  }
  const before = await read()
  return async () => {
    const after = await read()
    const spent = [...after.connections].map(([id, cpu]) => cpu - (before.connections.get(id) ?? 0))
    return {
      server: (after.server ?? Number.NaN) - (before.server ?? Number.NaN),
      database: spent.reduce((sum, each) => sum + each, 0),
    }
  }
}

/** The same of a program whose connections end with it: what the database server's ended children spent. */
export async function countEnded(control: pg.Client): Promise<() => Promise<Cpu>> {
  const { rows } = await control.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = statOf(rows[0]?.pid ?? 0)?.parent ?? 0
  const before = statOf(postmaster)?.ended ?? Number.NaN
  return async () => {
    // Until the server has noticed that they ended.
    await control.query('select pg_sleep(0.1)')
    return { server: 0, database: (statOf(postmaster)?.ended ?? Number.NaN) - before }
  }
}
