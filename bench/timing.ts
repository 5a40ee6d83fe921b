// Asks whether the time of an answer tells who has an account. See docs/benchmarks.md.
import { randomInt, randomUUID } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { openHost } from '../server/src/host.ts'
import { hashPassword } from '../server/src/platform/identity/passwords.ts'
import { cleanUps, makeDatabase, makeFolder, openClient, startDatabase, untilDone } from './servers.ts'

const market = '/api/v1/usr-mgt'
const well = '/wellness-app/api/v1'
const password = 'not the right one'
const otp = '123456'

type Pool = 'member' | 'user' | 'administrator'
interface Door {
  key: string
  pool: Pool
  path: string
  body: object
}

const doors: Door[] = [
  { key: 'M2', pool: 'member', path: `${market}/login`, body: { password } },
  { key: 'M3', pool: 'member', path: `${market}/forgot-password`, body: {} },
  { key: 'M4', pool: 'member', path: `${market}/validate-otp`, body: { otp } },
  { key: 'M14', pool: 'member', path: `${market}/verify`, body: { otp } },
  { key: 'U2', pool: 'user', path: `${well}/user/verify`, body: { otp } },
  { key: 'U3', pool: 'user', path: `${well}/user/login`, body: { password } },
  { key: 'U4', pool: 'user', path: `${well}/user/resend-otp`, body: {} },
  { key: 'U5', pool: 'user', path: `${well}/user/forgot-password`, body: {} },
  { key: 'U6', pool: 'user', path: `${well}/user/reset-password`, body: { otp, newPassword: password } },
  { key: 'A1', pool: 'administrator', path: `${well}/admin/login`, body: { password } },
]

/** What a guesser may be right about; 0.5 is a coin. */
const fair = { from: 0.35, to: 0.65 }

function readSettings() {
  const { values } = parseArgs({
    options: { pairs: { type: 'string', default: '200' }, only: { type: 'string' } },
  })
  const pairs = Number(values.pairs)
  if (!Number.isSafeInteger(pairs) || pairs < 10 || pairs > 5000)
    throw new Error('--pairs must be a whole number from 10 to 5000')
  const only = values.only?.split(',')
  return { pairs, doors: doors.filter(({ key }) => !only || only.includes(key)) }
}

const addressOf = (door: string, n: number) => `${door.toLowerCase()}-${n}@known.example`
const newAddress = (door: string, n: number) => `${door.toLowerCase()}-${n}@other.example`

/** As many accounts as there are calls to each door, so that every call is the first to its address. */
async function makeAccounts(client: pg.Client, settings: ReturnType<typeof readSettings>): Promise<void> {
  const hash = await hashPassword('the right one')
  for (const { key, pool } of settings.doors)
    for (let n = 0; n < settings.pairs; n += 1) {
      const [id, email] = [randomUUID(), addressOf(key, n)]
      if (pool === 'member')
        await client.query(
          `insert into marketplace.users (id, name, email, email_canonical, password_hash, is_verified, longitude, latitude, created_at, updated_at)
           values ($1, 'Ada', $2, $2, $3, true, 0, 0, now(), now())`,
          [id, email, hash],
        )
      else if (pool === 'user')
        await client.query(
          `insert into wellness.users (id, status, name, email, email_canonical, password_hash, timezone, referral_code, created_at, updated_at)
           values ($1, 'ACTIVE', 'Ada', $2, $2, $3, 'UTC', $4, now(), now())`,
          [id, email, hash, id.slice(0, 13)],
        )
      else
        await client.query(
          `insert into wellness.admin (id, name, email, email_canonical, password_hash, role, timezone, created_at, updated_at)
           values ($1, 'Ada', $2, $2, $3, 'SUPPORT', 'UTC', now(), now())`,
          [id, email, hash],
        )
    }
}

let callers = 0

/** @returns the milliseconds until the answer, to a caller whom nobody knows yet. */
async function timeOf(app: FastifyInstance, door: Door, email: string): Promise<number> {
  callers += 1
  const remoteAddress = `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`
  const payload = { email, ...door.body }
  const start = performance.now()
  const { statusCode } = await app.inject({ method: 'POST', url: door.path, remoteAddress, payload })
  const took = performance.now() - start
  if (statusCode >= 500) throw new Error(`${door.key} answered ${statusCode}`)
  return took
}

/** How often a known address took longer than an unknown one, of all pairs of them. */
function areaUnderCurve(known: number[], unknown: number[]): number {
  let wins = 0
  for (const one of known) for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0
  return wins / (known.length * unknown.length)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(app: FastifyInstance, door: Door, pairs: number) {
  const [known, unknown]: [number[], number[]] = [[], []]
  const askKnown = async (n: number) => known.push(await timeOf(app, door, addressOf(door.key, n)))
  const askUnknown = async (n: number) => unknown.push(await timeOf(app, door, newAddress(door.key, n)))
  for (let warm = 0; warm < 20; warm += 1) await timeOf(app, door, newAddress(door.key, pairs + warm))
  for (let n = 0; n < pairs; n += 1) {
    // Each comes first as often as the other: what one leaves to the jobs slows what comes after it.
    const inOrder = randomInt(2) === 0 ? [askKnown, askUnknown] : [askUnknown, askKnown]
    for (const ask of inOrder) await ask(n)
  }
  return { area: areaUnderCurve(known, unknown), known: median(known), unknown: median(unknown) }
}

async function main(): Promise<void> {
  const settings = readSettings()
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const connectionString = await makeDatabase(await openClient(server), server, 'timing')
  const host = await openHost({
    config: readConfig({
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: connectionString,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      DEMO: '0',
    }),
  })
  cleanUps.push(() => host.close())
  const client = await openClient(connectionString)
  await makeAccounts(client, settings)
  await client.query('vacuum analyze')
  const app = await host.makeApp()
  cleanUps.push(() => app.close())
  console.log('| operation | AUC | known, ms | unknown, ms |\n|---|---|---|---|')
  for (const door of settings.doors) {
    const { area, known, unknown } = await measure(app, door, settings.pairs)
    const isFair = area >= fair.from && area <= fair.to
    if (!isFair) process.exitCode = 1
    console.log(
      `| ${door.key} | ${area.toFixed(2)}${isFair ? '' : ' **tells**'} | ${known.toFixed(2)} | ${unknown.toFixed(2)} |`,
    )
  }
}

await untilDone(main)
