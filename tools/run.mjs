// Plain JavaScript that parses on Node 18: it runs a script of this project under a Node new
// enough to execute TypeScript as it is, after installing whatever the clone does not have yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeOptionsOf } from './node-options.mjs'

const tools = dirname(fileURLToPath(import.meta.url))
const root = dirname(tools)
const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 24 || (major === 24 && minor >= 12)

// A parent npm passes its own settings down; these would point the child at another folder.
const inherited =
  /^npm_(config_(prefix|local_prefix|workspace|workspaces|omit|ignore|include)|package_|lifecycle_)/i

function npm(args, cwd, node) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !inherited.test(key)))
  env.PATH = dirname(node) + delimiter + env.PATH
  const options = { cwd, env, stdio: ['ignore', 2, 2] }
  const cli = process.env.npm_execpath
  const run =
    cli?.endsWith('.js') || cli?.endsWith('.cjs')
      ? spawnSync(node, [cli, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  return run.status === 0
}

function privateNode() {
  const require = createRequire(join(tools, 'runtime', 'package.json'))
  const platform = process.platform === 'win32' ? 'win' : process.platform
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    try {
      const manifest = require.resolve(`${name}/package.json`)
      const executable = join(dirname(manifest), require(manifest).bin.node)
      if (existsSync(executable)) return executable
    } catch {
      // This platform's package goes by the other name, or is not installed yet.
    }
  }
  return undefined
}

function nodeToUse() {
  if (isNewEnough) return process.execPath
  const installed = privateNode()
  if (installed) return installed
  console.error(`Node ${process.version} is older than 24.12: installing a private one, once (about 52 MB) …`)
  npm(['ci', '--ignore-scripts', '--include=optional'], join(tools, 'runtime'), process.execPath)
  const node = privateNode()
  if (node) return node
  console.error(
    'No private Node for this machine could be installed. Install Node 24.12 or newer and try again.',
  )
  return process.exit(1)
}

function installDependencies(node) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.error('Installing the packages of package-lock.json (first start, or the lockfile changed) …')
  // Not `npm ci`: it refuses a lockfile without the optional packages of platforms whose builds a
  // registry does not carry. Versions and checksums are the lockfile's all the same.
  if (!npm(['install', '--no-save', '--ignore-scripts', '--include=optional', '--include=dev'], root, node)) {
    console.error('The packages could not be installed; the lines above say why.')
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}

const node = nodeToUse()
installDependencies(node)
const [script, ...args] = process.argv.slice(2)
const child = spawn(node, [...nodeOptionsOf(script, process.env.NODE_OPTIONS), script, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { UV_THREADPOOL_SIZE: '8', ...process.env, PATH: dirname(node) + delimiter + process.env.PATH },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm hands SIGTERM to its shell, which ends without telling us.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250).unref()
}
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
