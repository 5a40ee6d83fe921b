import pino from 'pino'
import { exit } from '../exit.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase, openPool } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { execute, unlimited } from '../platform/operation/execute.ts'
import type { Services } from '../platform/services.ts'
import type { ConfigKey } from '../platform/system-config/key.ts'
import { purchaseOperations } from './test-steps.ts'

// One purchase in a process of its own, which ends or freezes itself at the point that the body names.
const [connectionString = '', settings = '{}', key = '', body = '{}'] = process.argv.slice(2)
const pool = openPool({ connectionString, size: 2 })
// A busy machine may be long in giving out connections. What comes after that is what is tested.
const connected = () =>
  Promise.all([pool.query('select 1'), pool.query('select 1')]).then(
    () => true,
    () => false,
  )
while (!(await connected()));
// All that steps touch: a process that lives for a moment opens nothing else.
const services = {
  clock: systemClock,
  log: pino({ level: 'silent' }),
  db: openDatabase(pool),
  live: { wake: () => {} },
  systemConfig: { valueOf: ({ presets }: ConfigKey) => presets.default },
  providers: {},
  settings: JSON.parse(settings),
} as unknown as Services
const [purchase] = purchaseOperations()
if (!purchase) throw new Error('there is nothing to run')
const request = {
  id: newId(),
  ip: '127.0.0.1',
  userAgent: '',
  deviceId: undefined,
  key,
  lastEventId: undefined,
  language: 'en' as const,
  endedSessionId: undefined,
}
const input = { params: {}, query: {}, body: JSON.parse(body), headers: {}, token: undefined, request }
const { status } = await execute(purchase, input, services, () => unlimited)
process.stdout.write(String(status))
await pool.end()
await exit(0)
