import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'
import { watchChild } from '../server/src/testing/child.ts'

const root = path.join(import.meta.dirname, '..')

export interface Program {
  baseUrl: string
  process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Asks it to stop and waits. @returns its exit code, or the signal that ended it. */
  stop(): Promise<number | NodeJS.Signals | null>
  /** Kills it without warning and waits. */
  kill(): Promise<void>
}

export const caches = path.join(root, 'node_modules/.cache')
/** What one start compiled, the next ones need not. */
const compiled = path.join(caches, 'compiled')

/** The program as it is started in use. */
export const mainFile = path.join(root, 'server/src/main.ts')
/** All its modules in one file, where a run of tests has made one. */
const usualFile = () => process.env.TEST_PROGRAM ?? mainFile

/** What the program is told: nothing of this machine's own settings, and no town unless asked for. */
function environmentOf(dataDir: string, variables: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _unused, ...environment } = process.env
  return {
    ...environment,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: compiled,
    ...variables,
  }
}

/**
 * Below those that outgoing connections take: one of these could have it before the program listens. Each of the two
 * processes that run tests has a half of its own, and takes one after the other: nobody else is given the same meanwhile.
 */
const ports = { first: 10_000, count: 10_000 }
const half = Number(process.env.VITEST_POOL_ID ?? 0) % 2
let taken = randomInt(ports.count)

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  taken += 1
  const port = ports.first + half * ports.count + (taken % ports.count)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}

/** Whether a program can do what it is asked for. */
export const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.ok,
    () => false,
  )

/** Starts the program and waits until it is ready. */
export async function startProgram(
  dataDir: string,
  variables: Record<string, string> = {},
  file = usualFile(),
): Promise<Program> {
  const port = await freePort()
  const child = spawn(process.execPath, [file, 'start'], {
    cwd: root,
    env: environmentOf(dataDir, { PORT: String(port), ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout?.on('data', (chunk) => (printed += chunk))
  child.stderr?.on('data', (chunk) => (printed += chunk))
  const ended = watchChild(child, { name: 'the program', printed: () => printed })
  const baseUrl = `http://127.0.0.1:${port}`
  const hasStarted = () =>
    variables.ROLE === 'worker' ? printed.includes('working on jobs') : isReady(baseUrl)
  await untilReady(child, hasStarted, () => printed).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    baseUrl,
    process: child,
    output: () => printed,
    async stop() {
      child.kill('SIGTERM')
      const { code, signal } = await ended('it was asked to stop', 60)
      return code ?? signal
    },
    async kill() {
      child.kill('SIGKILL')
      await ended('it was killed', 60)
    },
  }
}

async function untilReady(
  child: ChildProcess,
  hasStarted: () => boolean | Promise<boolean>,
  printed: () => string,
): Promise<void> {
  // One that ends is noticed at once; the limit is for one that hangs, however busy the machine is.
  const deadline = performance.now() + 120_000
  for (;;) {
    const { exitCode, signalCode } = child
    if (exitCode !== null || signalCode !== null)
      throw new Error(`the program ended (${exitCode ?? signalCode}) while starting:\n${printed()}`)
    if (performance.now() > deadline)
      throw new Error(`the program is not ready after two minutes:\n${printed()}`)
    if (await hasStarted()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Runs another command of the program to its end, whatever that is. */
export async function tryCommand(
  dataDir: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [usualFile(), ...args], {
    cwd: root,
    env: environmentOf(dataDir, variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const ended = watchChild(child, { name: `plaza ${args.join(' ')}`, printed: () => output })
  const { code, signal } = await ended('its start')
  if (code === null) throw new Error(`plaza ${args.join(' ')} ended by ${signal}:\n${output}`)
  return { code, output }
}

/** Runs a command that must go well. @throws with what it printed when it fails. */
export async function runCommand(
  dataDir: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<string> {
  const { code, output } = await tryCommand(dataDir, args, variables)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}
