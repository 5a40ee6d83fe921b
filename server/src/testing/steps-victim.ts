import pino from 'pino'
import { systemClock } from '../platform/clock.ts'
import { openDatabase, openPool } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { execute } from '../platform/operation/execute.ts'
import type { Services } from '../platform/services.ts'
import { purchaseOperations } from './test-steps.ts'

// One purchase in a process of its own, which ends or freezes itself at the point that the body names.
const [connectionString = '', settings = '{}', key = '', body = '{}'] = process.argv.slice(2)
const pool = openPool({ connectionString, size: 2 })
// All that steps touch: a process that lives for a moment opens nothing else.
const services = {
  clock: systemClock,
  log: pino({ level: 'silent' }),
  db: openDatabase(pool),
  providers: {},
  settings: JSON.parse(settings),
} as unknown as Services
const [purchase] = purchaseOperations()
if (!purchase) throw new Error('there is nothing to run')
const request = {
  id: newId(),
  ip: '127.0.0.1',
  userAgent: '',
  key,
  lastEventId: undefined,
  endedSessionId: undefined,
}
const input = { params: {}, query: {}, body: JSON.parse(body), headers: {}, token: undefined, request }
const { status } = await execute(purchase, input, services, async () => undefined)
process.stdout.write(String(status))
await pool.end()
