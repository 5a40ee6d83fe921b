import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Db } from './db/database.ts'
import type { LiveBus } from './events/live-bus.ts'
import type { Files } from './files/files.ts'
import type { Identity } from './identity/identity.ts'
import type { Queue } from './jobs/queue.ts'
import type { Callers } from './operation/callers.ts'
import type { Providers } from './providers.ts'

/** What code finds wherever it runs: nothing here leaves the process or opens a transaction of its own. */
export interface LocalServices {
  clock: Clock
  log: Logger
  identity: Identity
  callers: Callers
  /** Signed addresses of files; made here, without asking anybody. */
  files: Pick<Files, 'presignPut' | 'presignGet'>
  live: LiveBus
  settings: Settings
}

export interface Settings {
  publicUrl: string
  signingSecret: string
  showsCodes: boolean
  isProduction: boolean
  rateLimit: 'default' | 'strict' | 'off'
  /** Replies are checked against their schemas; on in tests. */
  checksReplies: boolean
  version: string
  /** Of requests in steps: how long one process holds them, and how often others look for what it left. */
  steps: { leaseSeconds: number; recoverySeconds: number }
}

/** What the platform runs on; made once per process by `host.ts`. */
export interface Services extends LocalServices {
  db: Db
  /** For reads outside transactions; connections that they share. */
  reads: Db
  /** For reads that may take long. */
  longReads: Db
  jobs: Queue
  providers: Providers
}
