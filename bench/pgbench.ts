// The same statements from PostgreSQL's own load program: what is left without any server of ours.
import { execFile, spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { clientConfig } from '../server/src/platform/db/database.ts'
import type { Trace } from './bare.ts'
import type { Measured } from './load.ts'

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue(value: unknown): Buffer | string | null
}

/** Requests of each workload that become scripts; every connection prepares each of them anew. */
const mostScripts = 10

/** Where pgbench is, or undefined. */
export function findPgbench(): string | undefined {
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse()
  return ['pgbench', ...installed].find((program) => spawnSync(program, ['--version']).status === 0)
}

interface Scripts {
  files: string[]
  variables: string[]
}

/** An id like the product's: in the order of time. */
const freshId = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid::text`

const textOf = (value: unknown): string | null => {
  const prepared = prepareValue(value)
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared
}

/** One request as a script; its values are variables, so that pgbench sends them as parameters. */
function scriptOf(trace: Trace, prefix: string, variables: string[]): string {
  const lines: string[] = []
  const define = (name: string, value: string) => void variables.push('-D', `${name}=${value}`)
  const ids = trace.madeIds.map((_, i) => `${prefix}id${i}`)
  const columns = ids.map((name) => `${freshId} as ${name}`)
  // Values that hold a made id somewhere inside, such as JSON, are put together by the same statement.
  const composed: string[] = []
  const nameOf = (value: unknown, name: string): string | null => {
    const text = textOf(value)
    if (text === null) return null
    // A variable cannot be empty.
    if (text === '') return `''`
    const whole = trace.madeIds.indexOf(text)
    if (whole >= 0) return `:${ids[whole]}`
    define(name, text)
    const inside = trace.madeIds.flatMap((id, i) => (text.includes(id) ? [[id, ids[i]] as const] : []))
    if (inside.length === 0) return `:${name}`
    const replaced = inside.reduce(
      (inner, [id, fresh]) => `replace(${inner}, '${id}', ${fresh})`,
      `:${name}::text`,
    )
    composed.push(`${replaced} as ${name}c`)
    return `:${name}c`
  }
  let isNumbered = false
  for (const [s, { text, values }] of trace.statements.entries()) {
    const names = values.map((value, v) => nameOf(value, `${prefix}s${s}v${v}`))
    if (isNumbered) numberMessage(text, names)
    const filled = text.trim().replace(/\$(\d+)/g, (_, n) => names[Number(n) - 1] ?? 'null')
    if (isRoomLock(text)) {
      isNumbered = true
      lines.push(`${filled} \\gset r_`, '\\set seq :r_last_seq + 1')
    } else lines.push(`${filled};`)
  }
  const made =
    columns.length > 0
      ? [
          `select made.*${composed.map((each) => `, ${each}`).join('')} from (select ${columns.join(', ')}) made \\gset`,
        ]
      : []
  const all = trace.isTransaction ? [...made, 'begin;', ...lines, 'commit;'] : lines
  return `${all.join('\n')}\n`
}

const isRoomLock = (text: string) => /from marketplace\.chat_room\b/.test(text) && /for update/.test(text)

/** As in bare.ts: a message's number follows from the room that the transaction locked. */
function numberMessage(text: string, names: (string | null)[]): void {
  if (/^\s*insert into marketplace\.message \(id, room_id, seq,/.test(text)) names[2] = ':seq'
  if (/update marketplace\.chat_room set last_seq = \$1\b/.test(text)) names[0] = ':seq'
}

function writeScripts(folder: string, key: string, traces: Trace[]): Scripts {
  const variables: string[] = []
  const step = Math.max(1, Math.floor(traces.length / mostScripts))
  const files = traces
    .filter((_, i) => i % step === 0)
    .slice(0, mostScripts)
    .map((trace, i) => {
      const file = path.join(folder, `${key}-${i}.sql`)
      writeFileSync(file, scriptOf(trace, `t${i}`, variables))
      return file
    })
  return { files, variables }
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/**
 * Runs a workload's statements, each connection sending again when it has its answer.
 * @returns undefined after saying why it could not.
 */
export async function runPgbench(
  program: string,
  plan: {
    connectionString: string
    folder: string
    key: string
    traces: Trace[]
    connections: number
    seconds: number
  },
): Promise<Pick<Measured, 'perSecond' | 'p50' | 'p99'> | undefined> {
  const { files, variables } = writeScripts(plan.folder, plan.key, plan.traces)
  const log = path.join(plan.folder, 'pgbench')
  const parameters = [
    ...['-n', '-M', 'prepared', '-c', String(plan.connections), '-j', '1', '-T', String(plan.seconds)],
    ...['-l', '--log-prefix', log, ...variables],
    ...files.flatMap((file) => ['-f', file]),
    plan.connectionString,
  ]
  const env = { ...process.env, PGOPTIONS: clientConfig(plan.connectionString).options }
  const run = await promisify(execFile)(program, parameters, { env }).catch(
    (error: { stderr?: string }) => error.stderr ?? String(error),
  )
  const logs = globSync(`${log}.*`)
  const times = logs
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .sort((a, b) => a - b)
  for (const file of logs) rmSync(file)
  if (typeof run === 'string') {
    console.error(`${plan.key}: pgbench failed: ${run.slice(0, 500)}`)
    process.exitCode = 1
    return undefined
  }
  const perSecond = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1])
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
