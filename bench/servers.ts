// What a run starts, and ends again however it ends.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded.ts'
import type { BareWork } from './bare.ts'

/** Undone in reverse order. */
export const cleanUps: (() => unknown)[] = []

export async function cleanUp(): Promise<void> {
  for (let undo = cleanUps.pop(); undo; undo = cleanUps.pop()) {
    try {
      await undo()
    } catch (error) {
      console.error(error)
    }
  }
}

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plaza-bench-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL may have to run as a lesser user, who must get through to its own folder.
  chmodSync(folder, 0o711)
  return folder
}

/** @returns the address of the server's first database. */
export async function startDatabase(folder: string): Promise<string> {
  const database = await startEmbeddedDatabase({
    directory: path.join(folder, 'database'),
    // Two of each server with their pools, and pgbench.
    settings: ['max_connections=120'],
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

/** Makes a database beside the first one. @returns its address. */
export async function makeDatabase(control: pg.Client, server: string, name: string): Promise<string> {
  await control.query(`create database ${name}`)
  return server.replace('/postgres?', `/${name}?`)
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

export async function startProduct(name: string, environment: NodeJS.ProcessEnv): Promise<Running> {
  const port = await freePort()
  const root = path.join(import.meta.dirname, '..')
  const child = spawn(process.execPath, ['server/src/main.ts', 'start'], {
    cwd: root,
    env: { ...process.env, ...environment, PGAPPNAME: name, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endLater(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the product ended (${code})`)))
  })
  return { name, pid: child.pid, port }
}

export async function startBare(name: string, work: BareWork): Promise<Running> {
  const child = fork(path.join(import.meta.dirname, 'bare.ts'), {
    serialization: 'advanced',
    env: { ...process.env, PGAPPNAME: name },
  })
  endLater(child)
  child.send(work)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`the bare server ended (${code})`)))
  })
  return { name, pid: child.pid, port }
}
