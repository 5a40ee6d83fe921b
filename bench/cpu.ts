import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Running } from './servers.ts'

// Linux counts in hundredths of a second.
const microsecondsPerTick = 10_000

/** CPU time of a process so far, in microseconds; undefined where it cannot be seen. */
function cpuOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(user) + Number(system)) * microsecondsPerTick
  } catch {
    return undefined
  }
}

export interface Cpu {
  server: number
  database: number
}

/**
 * Starts counting the CPU time of a server and of its connections' processes in PostgreSQL.
 * @returns what ends the counting.
 */
export async function countCpu(control: pg.Client, { name, pid }: Running): Promise<() => Promise<Cpu>> {
  const read = async () => {
    const { rows } = await control.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1',
      [name],
    )
    return {
      server: pid === undefined ? undefined : cpuOf(pid),
      connections: new Map(rows.map((row) => [row.pid, cpuOf(row.pid) ?? Number.NaN])),
    }
  }
  const before = await read()
  return async () => {
    const after = await read()
    const spent = [...after.connections].map(([pid, cpu]) => cpu - (before.connections.get(pid) ?? 0))
    return {
      server: (after.server ?? Number.NaN) - (before.server ?? Number.NaN),
      database: spent.reduce((sum, each) => sum + each, 0),
    }
  }
}
