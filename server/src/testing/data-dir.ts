import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const made: string[] = []
process.once('exit', () => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true })
})

/** An empty folder that lasts as long as this process. */
export function newDataDir(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'plaza-test-folder-'))
  made.push(directory)
  return directory
}
