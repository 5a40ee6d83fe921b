// The yardstick: node:http and the driver with the least SQL, and nothing else. No sign-in, no validation,
// no limits, no logs. Started by ../servers.ts with an IPC channel, over which it gets its work and says its port.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { genericPlans } from './plans.ts'
import { type Asked, isStatement, type Statement, statements } from './statements.ts'

export interface BareWork {
  connectionString: string
  poolSize: number
}

async function read(request: http.IncomingMessage): Promise<Asked['body']> {
  if (request.method === 'GET') return {}
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function answer(pool: pg.Pool, request: http.IncomingMessage): Promise<string> {
  const url = request.url ?? ''
  const mark = url.indexOf('?')
  const name = url.slice(1, mark < 0 ? undefined : mark)
  if (!isStatement(name)) throw new Error(`there is no statement ${name}`)
  const statement: Statement = statements[name]
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  const values = statement.parameters({ query, body: await read(request) })
  const { rows } = await pool.query({ name, text: statement.text, values })
  return JSON.stringify({ status: 200, message: 'OK', data: statement.shape(rows) })
}

function serve({ connectionString, poolSize }: BareWork): void {
  const pool = new pg.Pool({ connectionString, max: poolSize, options: genericPlans })
  pool.on('error', () => {})
  const server = http.createServer((request, response) => {
    answer(pool, request).then(
      (body) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        })
        response.end(body)
      },
      (error) => {
        response.writeHead(500)
        response.end(String(error))
      },
    )
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
}

process.once('message', (work) => serve(work as BareWork))
// Whoever started this has gone.
process.once('disconnect', () => process.exit(0))
