import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts'
import { until } from './steps.ts'

/** A database of a test's own, that can be killed. */
export interface Victim extends EmbeddedDatabase {
  /** Kills all of its processes at once: what they had not written down is gone. */
  kill(): Promise<void>
}

const signal = (pid: number, what: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, what)
  } catch {
    return false
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** @param settings beside those that the program starts its own with */
export async function startVictim(folder: string, settings: string[] = []): Promise<Victim> {
  const directory = path.join(folder, 'database')
  const database = await startEmbeddedDatabase({ directory, settings })
  const [line] = readFileSync(path.join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(line)
  return {
    ...database,
    async kill() {
      // It would have the others end in order, and start more of them while they are counted.
      signal(postmaster, 'SIGSTOP')
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      const all = [postmaster, ...children.trim().split(' ').map(Number)].filter((pid) => pid > 0)
      for (const pid of all) signal(pid, 'SIGSTOP')
      for (const pid of all) signal(pid, 'SIGKILL')
      await until(async () => !all.some(isAlive))
      await database.stop()
    },
  }
}
