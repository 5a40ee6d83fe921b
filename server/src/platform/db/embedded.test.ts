import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDataDir } from '../../testing/data-dir.ts'
import { startEmbeddedDatabase } from './embedded.ts'

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'below a private home of root, it says where it is kept, and that it is missing there',
  async () => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'plaza-private-'))
    const directory = path.join(home, 'database')
    const said: string[] = []
    const start = () => startEmbeddedDatabase({ directory, onProgress: (line) => said.push(line) })
    onTestFinished(() => fs.rmSync(home, { recursive: true }))

    await (await start()).stop()
    const keptIn = fs.readFileSync(path.join(directory, 'KEPT-IN'), 'utf8').trim()
    onTestFinished(() => fs.rmSync(keptIn, { recursive: true, force: true }))
    expect(keptIn).toMatch(/^\/var\/lib\/plaza-/)
    expect(said.join(' ')).toContain(`kept in ${keptIn}`)

    fs.renameSync(keptIn, `${keptIn}-away`)
    onTestFinished(() => fs.rmSync(`${keptIn}-away`, { recursive: true, force: true }))
    await expect(start()).rejects.toThrow(`was kept in ${keptIn}`)

    fs.rmSync(keptIn, { recursive: true })
    fs.renameSync(`${keptIn}-away`, keptIn)
    await (await start()).stop()
  },
)

test.runIf(isRoot)(
  'put back from a backup as the files of root, it starts, and nothing outside it changes hands',
  async () => {
    const home = newDataDir()
    const directory = path.join(home, 'database')
    const outside = path.join(home, 'outside')
    fs.mkdirSync(outside)
    fs.writeFileSync(path.join(outside, 'kept.txt'), '')
    await (await startEmbeddedDatabase({ directory })).stop()

    const cluster = path.join(directory, 'cluster')
    const all = fs.readdirSync(cluster, { recursive: true, encoding: 'utf8' })
    for (const file of ['', ...all]) fs.lchownSync(path.join(cluster, file), 0, 0)
    fs.symlinkSync(outside, path.join(cluster, 'link'))
    await (await startEmbeddedDatabase({ directory })).stop()

    for (const file of ['', 'kept.txt']) expect(fs.statSync(path.join(outside, file)).uid).toBe(0)
    for (const file of ['', ...all.filter((name) => fs.existsSync(path.join(cluster, name)))])
      expect([file, fs.statSync(path.join(cluster, file)).uid]).not.toEqual([file, 0])
  },
)

test('a database that ends while it starts is told of, with its own words', async () => {
  const directory = path.join(newDataDir(), 'database')
  await expect(startEmbeddedDatabase({ directory, settings: ['no_such_setting=1'] })).rejects.toThrow(
    /ended \(1\): .*no_such_setting.* Set DATABASE_URL/s,
  )
  await (await startEmbeddedDatabase({ directory })).stop()
})
