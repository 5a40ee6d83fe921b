// Sends every request of a workload through the product once, and keeps the SQL that it ran.
import { Kysely, PostgresDialect } from 'kysely'
import type { Host } from '../server/src/host.ts'
import { newId } from '../server/src/platform/ids.ts'
import type { Statement, Trace } from './bare.ts'
import { idOf, madeHere } from './dataset.ts'
import type { Shot } from './load.ts'
import type { Workload } from './workloads.ts'

const variants = 100

export interface Prepared extends Workload {
  shots: Shot[]
  sessions: { subjectId: string; sessionId: string }[]
}

const realmOf = ({ product }: Workload) => (product === 'marketplace' ? 'marketplace' : 'wellness-user')

/** Opens a session for everybody who sends; tokens last a quarter of an hour, so they come later. */
export async function prepare(host: Host, workload: Workload): Promise<Prepared> {
  const sessions = new Map<number, { subjectId: string; sessionId: string }>()
  const numbers = Array.from({ length: variants }, (_, i) => i)
  const kind = workload.product === 'marketplace' ? 'user' : 'wellnessUser'
  for (const person of new Set(numbers.map(workload.person))) {
    const session = { subjectId: idOf(kind, person), sessionId: newId() }
    await host.pool.query(
      `insert into platform.session (id, realm, subject_id, created_at, last_used_at, expires_at)
       values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
      [session.sessionId, realmOf(workload), session.subjectId],
    )
    sessions.set(person, session)
  }
  return {
    ...workload,
    shots: numbers.map(workload.shot),
    sessions: numbers.map((i) => {
      const session = sessions.get(workload.person(i))
      if (!session) throw new Error('a sender has no session')
      return session
    }),
  }
}

/** The requests with fresh tokens. */
export const signed = (host: Host, workload: Prepared): Promise<Shot[]> =>
  Promise.all(
    workload.shots.map(async (shot, i) => {
      const session = workload.sessions[i]
      if (!session) throw new Error('a request has no sender')
      const { tokens } = host.services
      return { ...shot, token: await tokens.issue(realmOf(workload), session.subjectId, session.sessionId) }
    }),
  )

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
export async function record(host: Host, prepared: Prepared[]): Promise<Record<string, Trace[]>> {
  let statements: Statement[] = []
  const db = new Kysely<Record<never, never>>({
    dialect: new PostgresDialect({ pool: host.pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  })
  host.services.db = db
  host.services.reads = db
  const app = await host.makeApp()
  const traces: Record<string, Trace[]> = {}
  for (const workload of prepared) {
    const kept: Trace[] = []
    for (const { token, ...shot } of await signed(host, workload)) {
      statements = []
      const answer = await app.inject({
        method: shot.method as 'GET',
        url: shot.path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(shot.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(shot.body === undefined ? {} : { payload: shot.body.replaceAll('{unique}', newId()) }),
      })
      if (answer.statusCode >= 300) throw new Error(`${workload.key}: ${answer.statusCode} ${answer.body}`)
      if (statements.length === 0) throw new Error(`${workload.key} ran no statement`)
      kept.push(traceOf(shot.method, statements))
    }
    traces[workload.key] = kept
  }
  await app.close()
  return traces
}
