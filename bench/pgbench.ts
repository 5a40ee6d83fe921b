// The least SQL from PostgreSQL's own load program: what is left without any server of ours.
import { execFile, spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { insertRows } from './bulk.ts'
import { cleanEnvironment } from './environment.ts'
import { genericPlans } from './limits/plans.ts'
import { askedBy, type Statement, statements } from './limits/statements.ts'
import type { Measured } from './load.ts'
import { filled, requests } from './requests.ts'
import type { Workload } from './workload.ts'

/** More than cores make each of them slower and all together not faster. */
const clients = 4
/** Of a hundred transactions, how many are written down one by one. */
const sampled = 0.1

/** Where pgbench is, or undefined. */
export function findPgbench(): string | undefined {
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse()
  return ['pgbench', ...installed].find((program) => spawnSync(program, ['--version']).status === 0)
}

/**
 * Keeps the parameters of a workload's requests in a table, from which each run of the statement takes its
 * own by number: so every connection prepares one statement, however many requests there are.
 */
export async function writeParameters(
  client: pg.ClientBase,
  { name, statement, bare }: Workload,
): Promise<void> {
  const { types, parameters }: Statement = statements[statement]
  const columns = types.map((type, i) => `p${i + 1} ${type}`)
  await client.query(`drop table if exists request_${name}`)
  await client.query(`create table request_${name} (n int primary key, ${columns.join(', ')})`)
  const values = types.map((type, i) => `(r->>${i + 1})::${type}`)
  await insertRows(
    client,
    `insert into request_${name} select (r->>0)::int, ${values.join(', ')} from json_array_elements($1::json) r`,
    requests,
    (n) => {
      const { path: asked, body } = bare(n)
      const filling = { number: n, unique: n, listings: 1 }
      const given = parameters(askedBy({ path: asked, body: body && filled(body, filling) }))
      return [n, ...given.map((value) => (Array.isArray(value) ? `{${value.join(',')}}` : value))]
    },
  )
  await client.query(`analyze request_${name}`)
}

const scriptOf = ({ name, statement }: Workload): string => {
  const own = statements[statement].text.replace(/\$(\d+)/g, '(select p$1 from asked)')
  const asked = `asked as materialized (select * from request_${name} where n = :n)`
  const text = /^\s*with /.test(own) ? own.replace(/^\s*with /, `with ${asked}, `) : `with ${asked} ${own}`
  return `\\set n random(0, ${requests - 1})\n${text};\n`
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export interface PgbenchPlan {
  connectionString: string
  folder: string
  workload: Workload
  seconds: number
  isSingle: boolean
}

/** Runs a workload's statement, each connection sending again when it has its answer. */
export async function runPgbench(
  program: string,
  { connectionString, folder, workload, seconds, isSingle }: PgbenchPlan,
): Promise<Pick<Measured, 'perSecond' | 'p50' | 'p99' | 'requests' | 'failures' | 'firstFailure'>> {
  const script = path.join(folder, `${workload.name}.sql`)
  writeFileSync(script, scriptOf(workload))
  const log = path.join(folder, 'pgbench')
  const parameters = [
    ...['-n', '-M', 'prepared', '-c', String(isSingle ? 1 : clients), '-j', '1', '-T', String(seconds)],
    ...['-l', '--sampling-rate', String(sampled), '--log-prefix', log, '-f', script, connectionString],
  ]
  const env = cleanEnvironment({ PGOPTIONS: genericPlans })
  const { stdout, stderr } = await promisify(execFile)(program, parameters, { env }).catch(
    (error: { stdout?: string; stderr?: string }) => ({ stdout: '', stderr: error.stderr ?? String(error) }),
  )
  const logs = globSync(`${log}.*`)
  const times = logs
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .sort((a, b) => a - b)
  for (const file of logs) rmSync(file)
  const processed = Number(/actually processed: (\d+)/.exec(stdout)?.[1] ?? 0)
  return {
    perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    requests: processed,
    failures: processed > 0 ? 0 : 1,
    firstFailure: processed > 0 ? undefined : stderr.slice(0, 500),
  }
}
