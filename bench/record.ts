// Sends every request of a workload through the product once, and keeps the SQL that it ran.
import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import type { Host } from '../server/src/host.ts'
import { newId } from '../server/src/platform/ids.ts'
import type { Shot } from './load.ts'
import type { Recording, Statement, Trace } from './replay.ts'
import { filled, numberNow, requests } from './requests.ts'
import { idOf, madeHere, type Size } from './town.ts'
import type { Workload } from './workload.ts'

interface Session {
  realm: 'marketplace' | 'wellness-user'
  subjectId: string
  sessionId: string
}

/** A workload with a session for everybody who sends. */
export interface Prepared extends Workload {
  shots: Shot[]
  sessions: Session[]
}

const numbers = Array.from({ length: requests }, (_, i) => i)

/** By person: everybody has one, whatever they ask. */
export type Sessions = Map<string, Session>

/** Finds the senders of a workload, and opens sessions for those who have none; tokens come later, since they end soon. */
export function prepare(known: Sessions, workload: Workload): Prepared {
  const [realm, kind] =
    workload.product === 'marketplace'
      ? (['marketplace', 'user'] as const)
      : (['wellness-user', 'wellnessUser'] as const)
  const sessions = numbers.map((i) => {
    const subjectId = idOf(kind, workload.person(i))
    const session = known.get(subjectId) ?? { realm, subjectId, sessionId: newId() }
    known.set(subjectId, session)
    return session
  })
  if (new Set(sessions).size < requests)
    throw new Error(`${workload.name} is not asked by ${requests} different people`)
  return { ...workload, shots: numbers.map(workload.shot), sessions }
}

export async function writeSessions(host: Host, known: Sessions): Promise<void> {
  const all = [...known.values()]
  await host.pool.query(
    `insert into platform.session (id, realm, subject_id, created_at, last_used_at, expires_at)
     select id, realm, subject, now(), now(), now() + interval '1 day'
     from unnest($1::uuid[], $2::text[], $3::uuid[]) s (id, realm, subject)`,
    [
      all.map(({ sessionId }) => sessionId),
      all.map(({ realm }) => realm),
      all.map(({ subjectId }) => subjectId),
    ],
  )
  // As it would have happened by itself in a database that people have used for longer.
  await host.pool.query('analyze platform.session')
}

/** Their tokens last this long here, which is less than they are good for. */
const tokenMs = 8 * 60_000
const signedBefore = new WeakMap<Prepared, { at: number; shots: Shot[] }>()

/** The requests with tokens that are good for some minutes yet. */
export async function signed(host: Host, workload: Prepared): Promise<Shot[]> {
  const known = signedBefore.get(workload)
  if (known && performance.now() - known.at < tokenMs) return known.shots
  const shots = await Promise.all(
    workload.shots.map(async (shot, i) => {
      const session = workload.sessions[i]
      if (!session) throw new Error('a request has no sender')
      const { realm, subjectId, sessionId } = session
      return { ...shot, token: await host.services.tokens.issue(realm, subjectId, sessionId) }
    }),
  )
  signedBefore.set(workload, { at: performance.now(), shots })
  return shots
}

let lastNumber = numberNow()
function withNumber(body: string, listings: number): string {
  lastNumber += 1
  return filled(body, { number: 0, unique: lastNumber, listings })
}

async function ask(
  app: FastifyInstance,
  name: string,
  { token, ...shot }: Shot,
  listings = 1,
): Promise<string> {
  const answer = await app.inject({
    method: shot.method as 'GET',
    url: shot.path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(shot.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(shot.body === undefined ? {} : { payload: withNumber(shot.body, listings) }),
  })
  if (answer.statusCode >= 300) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`)
  return answer.body
}

const atOnce = 4
const skipped = 100

/** Turns the requests of deep workloads into those for the page after the first hundred. */
export async function goDeep(host: Host, prepared: Prepared[]): Promise<void> {
  const app = await host.makeApp()
  for (const workload of prepared.filter(({ isDeep }) => isDeep)) {
    const shots = await signed(host, workload)
    const dive = async (i: number) => {
      const shot = shots[i]
      const plain = workload.shots[i]
      if (!shot || !plain) return
      const body = await ask(app, workload.name, { ...shot, path: `${shot.path}&limit=${skipped}` })
      const { meta } = JSON.parse(body) as { meta: { nextCursor: string | null } }
      if (meta.nextCursor === null) throw new Error(`${workload.name}: ${plain.path} has no deep page`)
      workload.shots[i] = { ...plain, path: `${plain.path}&cursor=${encodeURIComponent(meta.nextCursor)}` }
    }
    for (let from = 0; from < requests; from += atOnce)
      await Promise.all(Array.from({ length: atOnce }, (_, i) => dive(from + i)))
    signedBefore.delete(workload)
  }
  await app.close()
}

/** Whoever answers something else is not measured. */
export async function checkReplies(host: Host, prepared: Prepared[], { listings }: Size): Promise<void> {
  const app = await host.makeApp()
  for (const workload of prepared) {
    const { name, says } = workload
    const [shot] = await signed(host, workload)
    if (!says || !shot) continue
    const body = await ask(app, name, shot, listings)
    if (!says.test(body)) throw new Error(`${name} is answered: ${body}`)
  }
  await app.close()
}

/** Asks once what is measured as something that was asked before. */
export async function askBefore(host: Host, prepared: Prepared[]): Promise<void> {
  const app = await host.makeApp()
  for (const workload of prepared.filter(({ isRepeated }) => isRepeated))
    for (const shot of await signed(host, workload)) await ask(app, workload.name, shot)
  await app.close()
  await host.services.writeBehind.flush()
}

const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

function traceOf(method: string, statements: Statement[]): Trace {
  const ids = JSON.stringify(statements.map(({ values }) => values)).match(anyId) ?? []
  return {
    isTransaction: method !== 'GET',
    statements,
    madeIds: [...new Set(ids)].filter((id) => !id.startsWith(madeHere)),
  }
}

/**
 * @returns for each workload what the operations themselves asked of the database. Finding out
 * who asks is the product's own work and not among it: `services.callers` keeps its own connections.
 */
export async function record(host: Host, prepared: Prepared[]): Promise<Recording> {
  let statements: Statement[] = []
  const texts = new Map<string, number>()
  const numberOf = (text: string) => {
    const known = texts.get(text) ?? texts.size
    texts.set(text, known)
    return known
  }
  const db = new Kysely<Record<never, never>>({
    dialect: new PostgresDialect({ pool: host.pool }),
    log: ({ query }) => void statements.push({ text: numberOf(query.sql), values: [...query.parameters] }),
  })
  host.services.db = db
  host.services.reads = db
  const app = await host.makeApp()
  const traces: Record<string, Trace[]> = {}
  for (const workload of prepared) {
    const kept: Trace[] = []
    for (const shot of await signed(host, workload)) {
      statements = []
      await ask(app, workload.name, shot)
      if (statements.length === 0) throw new Error(`${workload.name} ran no statement`)
      kept.push(traceOf(shot.method, statements))
    }
    traces[workload.name] = kept
  }
  await app.close()
  return { texts: [...texts.keys()], traces }
}
