// What must hold before a change is proposed, besides the tests.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { minutes } from '../server/src/platform/clock.ts'

const generated = [
  'openapi/*.json',
  'client/generated/**/*.ts',
  'docs/operations.md',
  'docs/jobs.md',
  'docs/examples.md',
  'docs/operating.md',
  '.env.example',
]

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(generated).sort())
    if (existsSync(file)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** Node can hang while it ends (nodejs/node#54918): who waits for it should not wait for ever. */
const hung = (error: Error | undefined): string =>
  error && 'code' in error && error.code === 'ETIMEDOUT'
    ? 'It hung for twenty minutes, and was killed.\n'
    : ''

function run(name: string, args: string[], isRight: () => boolean = () => true): void {
  const { status, error, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: minutes(20),
    killSignal: 'SIGKILL',
  })
  const isFine = status === 0 && isRight()
  console.log(`${isFine ? 'ok   ' : 'wrong'} ${name}${isFine ? '' : `\n${stdout}${stderr}${hung(error)}`}`)
  if (!isFine) process.exitCode = 1
}

run('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'])
for (const project of ['.', 'web', 'web/storefront', 'web/wellness', 'web/admin'])
  run(`types of ${project}`, ['node_modules/typescript-native/bin/tsc', '-p', project])
run('import rules', ['tools/check-imports.ts'])
const before = fingerprint()
run(
  'generated files (stale ones are rewritten now: commit them)',
  ['tools/generate.ts'],
  () => fingerprint() === before,
)
