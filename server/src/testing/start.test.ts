import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeOptionsOf } from '../../../tools/node-options.mjs'

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
