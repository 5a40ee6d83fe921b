// What a run starts, and ends again however it ends.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts'
import { nodeOptionsOf } from '../tools/node-options.mjs'
import { cleanEnvironment } from './environment.ts'
import type { BareWork } from './limits/bare.ts'
import type { ReplayWork } from './replay.ts'

/** Undone in reverse order. */
export const cleanUps: (() => unknown)[] = []

async function cleanUp(): Promise<void> {
  for (let undo = cleanUps.pop(); undo; undo = cleanUps.pop()) {
    try {
      await undo()
    } catch (error) {
      console.error(error)
    }
  }
}

/** Runs a program here and undoes what it did, also when it is interrupted; then the process ends. */
export async function untilDone(main: () => Promise<void>): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cleanUp().then(() => process.exit(1)))
  try {
    await main()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await cleanUp()
  }
  process.exit()
}

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plaza-bench-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL may have to run as a lesser user, who must get through to its own folder.
  chmodSync(folder, 0o711)
  return folder
}

const gigabytes = Math.max(1, Math.floor(os.totalmem() / 2 ** 30))

/** Durable as ever; with memory for the data, and no checkpoint in the middle of a round. */
const databaseSettings = [
  'max_connections=200',
  `shared_buffers=${Math.ceil(gigabytes / 8)}GB`,
  `effective_cache_size=${Math.ceil(gigabytes / 2)}GB`,
  'work_mem=32MB',
  'maintenance_work_mem=512MB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'wal_compression=on',
]

/** @param more settings of the server @returns the address of the server's first database. */
export async function startDatabase(folder: string, more: string[] = []): Promise<string> {
  const database = await startEmbeddedDatabase({
    directory: path.join(folder, 'database'),
    settings: [...databaseSettings, ...more],
  })
  cleanUps.push(() => database.stop())
  return database.connectionString
}

export async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  cleanUps.push(() => client.end())
  return client
}

export const dropDatabase = (control: pg.Client, name: string) =>
  control.query(`drop database ${name} with (force)`)

/** The address of another database on the same server. */
export const addressOf = (server: string, name: string): string =>
  server.replace(/\/[^/?]+(?=\?|$)/, `/${name}`)

/** Makes a database beside the first one, and drops it at the end. @returns its address. */
export async function makeDatabase(
  control: pg.Client,
  server: string,
  name: string,
  copied = 'template1',
): Promise<string> {
  await control.query(`create database ${name} template ${copied} strategy file_copy`)
  cleanUps.push(() => dropDatabase(control, name))
  return addressOf(server, name)
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

function endLater(child: ChildProcess): void {
  cleanUps.push(async () => {
    child.kill('SIGTERM')
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended(child)
    clearTimeout(hard)
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** A server that runs: its connections to the database bear its name. */
export interface Running {
  name: string
  pid: number | undefined
  port: number
}

export async function startProduct(name: string, environment: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const root = path.join(import.meta.dirname, '..')
  const program = 'server/src/main.ts'
  // As tools/run.mjs starts it.
  const child = spawn(process.execPath, [...nodeOptionsOf(program), program, 'start'], {
    cwd: root,
    env: cleanEnvironment({ ...environment, PGAPPNAME: name, HOST: '127.0.0.1', PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endLater(child)
  await saying(child.stdout, child, 'is ready')
  return { name, pid: child.pid, port }
}

/** Until a program has said a word; what it says after that is read and dropped. */
function saying(output: Readable, child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      if (String(chunk).includes(word)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.at(-1)} ended (${code})`)))
  })
}

/** Starts one of the small servers here, which says its port when it has got its work. */
async function startSmall(name: string, file: string, work: BareWork | ReplayWork): Promise<Running> {
  const child = fork(path.join(import.meta.dirname, file), {
    serialization: 'advanced',
    env: cleanEnvironment({ PGAPPNAME: name }),
  })
  endLater(child)
  child.send(work)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`${file} ended (${code})`)))
  })
  return { name, pid: child.pid, port }
}

export const startBare = (name: string, work: BareWork): Promise<Running> =>
  startSmall(name, 'limits/bare.ts', work)

export const startReplay = (name: string, work: ReplayWork): Promise<Running> =>
  startSmall(name, 'replay.ts', work)

/** Starts a program that says `ready` on a line of its own once it listens on PORT. */
export async function startPeer(
  name: string,
  file: string,
  cwd: string,
  environment: Record<string, string>,
): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [file], {
    cwd,
    env: cleanEnvironment({ ...environment, PGAPPNAME: name, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endLater(child)
  await saying(child.stdout, child, 'ready')
  return { name, pid: child.pid, port }
}
