import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { nodeOptionsOf } from '../../../tools/node-options.mjs'
import { world } from './world.ts'

const main = path.join(import.meta.dirname, '../main.ts')

/** Runs a command of the program beside the world, on its database. @returns what it says. */
export async function plaza(...args: string[]): Promise<string> {
  const { connectionString, dataDir } = await world()
  const options = [...nodeOptionsOf('server/src/main.ts'), main, ...args]
  const env = { ...process.env, DATABASE_URL: connectionString, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  return promisify(execFile)(process.execPath, options, { env }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }) => stderr.trim(),
  )
}
