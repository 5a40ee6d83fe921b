import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSecret } from './platform/ids.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'plaza-test-config-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const programs = 4
const rounds = 100

/** Several programs that start in the same moment, round for round; each says which secrets it has. */
async function startAtOnce(dataDirs: readonly string[]): Promise<string[][]> {
  const gate = new SharedArrayBuffer(4 * dataDirs.length)
  const source = `
    import { workerData, parentPort } from 'node:worker_threads'
    const { readConfig } = await import(workerData.config)
    const gate = new Int32Array(workerData.gate)
    parentPort.postMessage(workerData.dataDirs.map((DATA_DIR, round) => {
      Atomics.add(gate, round, 1)
      Atomics.notify(gate, round)
      for (let here = 0; here < workerData.programs; here = Atomics.load(gate, round))
        Atomics.wait(gate, round, here)
      const { FILES_SECRET, SIGNING_SECRET } = readConfig({ DATA_DIR })
      return FILES_SECRET + SIGNING_SECRET
    }))`
  const address = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const workerData = { config: new URL('./config.ts', import.meta.url).href, gate, dataDirs, programs }
  const answers = await Promise.all(
    Array.from({ length: programs }, () => {
      const worker = new Worker(address, { workerData })
      return new Promise<string[]>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
      })
    }),
  )
  return dataDirs.map((_, round) => answers.map((secrets) => secrets[round] ?? ''))
}

const folders = (name: string) =>
  Array.from({ length: rounds }, () => mkdtempSync(path.join(directory, `${name}-`)))

describe('programs that start at once', () => {
  test('agree on the secrets of a new folder', async () => {
    for (const secrets of await startAtOnce(folders('new'))) expect(new Set(secrets).size).toBe(1)
  })

  test('agree on a secret that a new version adds, and keep the others', async () => {
    const dataDirs = folders('old')
    const SIGNING_SECRET = newSecret()
    for (const dataDir of dataDirs)
      writeFileSync(path.join(dataDir, 'secrets.json'), JSON.stringify({ SIGNING_SECRET }))
    for (const secrets of await startAtOnce(dataDirs)) {
      expect(new Set(secrets).size).toBe(1)
      expect(secrets[0]?.endsWith(SIGNING_SECRET)).toBe(true)
    }
    const kept = Object.values(JSON.parse(readFileSync(path.join(dataDirs[0] ?? '', 'secrets.json'), 'utf8')))
    expect(new Set(kept).size).toBe(8)
  })
})
