import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

export interface Program {
  baseUrl: string
  process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Asks it to stop and waits. @returns its exit code. */
  stop(): Promise<number | null>
  /** Kills it without warning and waits. */
  kill(): Promise<void>
}

/** A folder that goes with this process. */
export function newDataDir(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'plaza-acceptance-'))
  // PostgreSQL, which root starts as somebody else, keeps its files in here, too.
  chmodSync(directory, 0o711)
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** What the program is told: nothing of this machine's own settings, and no town unless asked for. */
function environmentOf(dataDir: string, variables: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _unused, ...environment } = process.env
  return {
    ...environment,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...variables,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the real program by its real command and waits until it is ready. */
export async function startProgram(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<Program> {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/src/main.ts', 'start'], {
    cwd: root,
    env: environmentOf(dataDir, { PORT: String(port), ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout?.on('data', (chunk) => (printed += chunk))
  child.stderr?.on('data', (chunk) => (printed += chunk))
  const ended = once(child, 'exit')
  const baseUrl = `http://127.0.0.1:${port}`
  const isReady = () =>
    variables.ROLE === 'worker'
      ? printed.includes('working on jobs')
      : fetch(`${baseUrl}/health/ready`).then(
          (response) => response.ok,
          () => false,
        )
  await untilReady(child, isReady, () => printed).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    baseUrl,
    process: child,
    output: () => printed,
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function untilReady(
  child: ChildProcess,
  isReady: () => boolean | Promise<boolean>,
  printed: () => string,
): Promise<void> {
  // One that ends is noticed at once; the limit is for one that hangs, however busy the machine is.
  const deadline = performance.now() + 180_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the program ended while starting:\n${printed()}`)
    if (performance.now() > deadline)
      throw new Error(`the program is not ready after three minutes:\n${printed()}`)
    if (await isReady()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Runs another command of the program to its end, whatever that is. */
export async function tryCommand(
  dataDir: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['server/src/main.ts', ...args], {
    cwd: root,
    env: environmentOf(dataDir, variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
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
