// Makes a package of the client that other projects can install: JavaScript with its types, as a tarball.
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { minutes } from '../server/src/platform/clock.ts'

const root = path.join(import.meta.dirname, '..')
const made = path.join(root, 'dist/client')

function run(command: string, args: string[], cwd: string): void {
  const options = { cwd, stdio: 'inherit', timeout: minutes(5), killSignal: 'SIGKILL' } as const
  const { status, error } = spawnSync(command, args, { ...options, shell: process.platform === 'win32' })
  if (error) console.error(error.message)
  if (status !== 0) process.exit(1)
}

rmSync(made, { recursive: true, force: true })
run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', 'client'], root)

const manifest = JSON.parse(readFileSync(path.join(root, 'client/package.json'), 'utf8'))
const exports = Object.entries<string>(manifest.exports).map(([name, file]) => [
  name,
  file.replace(/\.ts$/, '.js'),
])
writeFileSync(
  path.join(made, 'package.json'),
  `${JSON.stringify({ ...manifest, exports: Object.fromEntries(exports) }, null, 2)}\n`,
)
copyFileSync(path.join(root, 'client/README.md'), path.join(made, 'README.md'))
copyFileSync(path.join(root, 'LICENSE'), path.join(made, 'LICENSE'))

// Into the folder that was named, else beside what it is made of.
run('npm', ['pack', '--silent', '--pack-destination', process.argv[2] ?? path.dirname(made)], made)
