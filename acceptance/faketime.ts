import { existsSync, globSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts'

/** A clock for whole programs, the database among them, by Debian's faketime. */
export interface FakeClock {
  /** What a program is started with to go by it. */
  variables: Record<string, string>
  /** Sets it; it goes on from there. */
  set(at: Date): void
}

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

export const hasFaketime = library !== undefined && existsSync(library)

/** @param folder may be read by whoever the database runs as */
export function fakeClock(folder: string): FakeClock {
  if (library === undefined) throw new Error('There is no faketime: apt-get install faketime.')
  const file = path.join(folder, 'clock')
  return {
    variables: {
      LD_PRELOAD: library,
      // How far it is from the real one: so all processes that read it have the same time.
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Time-outs and pauses are as long as they are.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set(at) {
      const next = `${file}.next`
      writeFileSync(next, `+${Math.round((at.getTime() - Date.now()) / 1000)}`, { mode: 0o644 })
      // Whoever reads it while it is written finds the time of before, and not the real one.
      renameSync(next, file)
    },
  }
}

/** What a program is started with to be so much ahead of everybody else, such as `2h`; nothing where there is no faketime. */
export const ahead = (by: string): Record<string, string> =>
  library === undefined ? {} : { LD_PRELOAD: library, FAKETIME: `+${by}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }

/** A database that goes by such a clock. */
export const startDatabaseBy = (clock: FakeClock, folder: string) =>
  startEmbeddedDatabase({ directory: path.join(folder, 'database'), environment: clock.variables })
