// The product's own statements without the product: node:http and the driver run what was recorded, and
// nothing else. Started by servers.ts with an IPC channel, over which it gets its work and says its port.
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { clientConfig } from '../server/src/platform/db/database.ts'

export interface Statement {
  /** The number of its text, since few texts come again and again. */
  text: number
  values: unknown[]
}

/** What the product did in the database for one request. */
export interface Trace {
  isTransaction: boolean
  statements: Statement[]
  /** Ids that the request made: every replay makes new ones in their place. */
  madeIds: string[]
}

export interface Recording {
  texts: string[]
  traces: Record<string, Trace[]>
}

export interface ReplayWork extends Recording {
  connectionString: string
  poolSize: number
}

/** With the product's session settings and readings of types, which are part of what the SQL costs. */
function openPool({ connectionString, poolSize }: ReplayWork): pg.Pool {
  const { options, types } = clientConfig(connectionString)
  const pool = new pg.Pool({ connectionString, max: poolSize, options, types })
  pool.on('error', () => {})
  return pool
}

/** Version 7, like the product's, so that the indexes grow at the same place. */
function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

interface Prepared {
  isTransaction: boolean
  madeIds: string[]
  statements: { name: string; text: string; values: unknown[]; hasMadeIds: boolean }[]
}

function prepare({ isTransaction, madeIds, statements }: Trace, texts: string[]): Prepared {
  return {
    isTransaction,
    madeIds,
    statements: statements.map(({ text, values }) => ({
      name: `s${text}`,
      text: texts[text] ?? '',
      values,
      hasMadeIds: madeIds.some((id) => JSON.stringify(values).includes(id)),
    })),
  }
}

function renew(value: unknown, fresh: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => renew(each, fresh))
  if (typeof value !== 'string') return value
  const whole = fresh.get(value)
  if (whole) return whole
  let text = value
  if (text.length > 36) for (const [old, made] of fresh) text = text.replaceAll(old, made)
  return text
}

async function replay(client: pg.ClientBase | pg.Pool, trace: Prepared): Promise<unknown> {
  const fresh = new Map(trace.madeIds.map((id) => [id, newId()]))
  const replies: unknown[] = []
  for (const { name, text, values, hasMadeIds } of trace.statements) {
    const given = hasMadeIds ? values.map((value) => renew(value, fresh)) : values
    const { rows } = await (given.length > 0
      ? client.query({ name, text, values: given })
      : client.query(text))
    replies.push(rows)
  }
  return replies
}

async function inTransaction(pool: pg.Pool, trace: Prepared): Promise<unknown> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const replies = await replay(client, trace)
    await client.query('commit')
    return replies
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

function serve(work: ReplayWork): void {
  const pool = openPool(work)
  const traces = new Map<string, Prepared>(
    Object.entries(work.traces).flatMap(([name, list]) =>
      list.map((trace, index) => [`/${name}/${index}`, prepare(trace, work.texts)] as const),
    ),
  )
  const server = http.createServer(async (request, response) => {
    try {
      const trace = traces.get(request.url ?? '')
      if (!trace) throw new Error(`nothing was recorded for ${request.url}`)
      if (request.method !== 'GET') {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        const text = Buffer.concat(chunks).toString()
        if (text !== '') JSON.parse(text)
      }
      const rows = trace.isTransaction ? await inTransaction(pool, trace) : await replay(pool, trace)
      const body = JSON.stringify(rows)
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    } catch (error) {
      response.writeHead(500)
      response.end(String(error))
    }
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
}

process.once('message', (work) => serve(work as ReplayWork))
// Whoever started this has gone.
process.once('disconnect', () => process.exit(0))
