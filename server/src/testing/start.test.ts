import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, symlinkSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeOptionsOf } from '../../../tools/node-options.mjs'
import { newDataDir } from './data-dir.ts'

const root = path.join(import.meta.dirname, '../../..')

test('starting loads nothing large of Node that few need', async () => {
  const program = `await import('./server/src/host.ts'); console.log(process.moduleLoadList.join('\\n'))`
  const options = [...nodeOptionsOf('server/src/main.ts'), '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root })
  const loaded = stdout.split('\n')
  expect(loaded).toContain('NativeModule http')
  // What strips types (28 MB), what `fetch` is made of (15 MB).
  for (const large of ['internal/deps/amaro/dist/index', 'internal/deps/undici/undici'])
    expect(loaded).not.toContain(`NativeModule ${large}`)
})

test('a module that a power cut left empty where it is kept is made again', async () => {
  const home = newDataDir()
  const hooks = path.join(home, 'tools/types.mjs')
  mkdirSync(path.dirname(hooks))
  copyFileSync(path.join(root, 'tools/types.mjs'), hooks)
  symlinkSync(path.join(root, 'server'), path.join(home, 'server'))
  const main = path.join(root, 'server/src/main.ts')
  const help = () => promisify(execFile)(process.execPath, ['--import', hooks, main, '--help'])

  const sentence = 'says more of one command'
  expect((await help()).stdout).toContain(sentence)
  const kept = globSync(path.join(home, 'node_modules/.cache/plaza-types/*'))
  const ours = kept.filter((file) => readFileSync(file, 'utf8').includes(sentence))
  expect(ours).toHaveLength(1)
  for (const file of ours) truncateSync(file)
  expect((await help()).stdout).toContain(sentence)
  for (const file of ours) expect(readFileSync(file, 'utf8')).toContain(sentence)
})
