import type { Logger } from 'pino'
import type { Cache } from './cache.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/database.ts'
import type { LiveBus } from './events/live-bus.ts'
import type { FileAddresses } from './files/port.ts'
import type { SealingSecrets } from './identity/sealing.ts'
import type { AccessTokens } from './identity/tokens.ts'
import type { Queue } from './jobs/queue.ts'
import type { Callers } from './operation/callers.ts'
import type { ProviderFacts } from './provider-facts.ts'
import type { Providers } from './providers.ts'
import type { SystemConfig } from './system-config/configured.ts'
import type { WriteBehind } from './write-behind.ts'

/** What code finds wherever it runs: nothing here leaves the process or opens a transaction of its own. */
export interface LocalServices extends ProviderFacts {
  clock: Clock
  log: Logger
  tokens: AccessTokens
  callers: Callers
  /** For reads: what is written goes by what its own transaction finds. */
  cache: Cache
  /** What administrators set while the server runs; see `configured`. */
  systemConfig: SystemConfig
  /** For reads that may take long, and for files that are sent once the transaction is over; writes are refused. */
  longReads: Db
  /** For what nobody waits for. */
  writeBehind: WriteBehind
  /** Signed addresses of files; made here, without asking anybody. */
  files: FileAddresses
  live: LiveBus
  settings: Settings
}

export interface Settings extends SealingSecrets {
  publicUrl: string
  /** Where messages to support go; undefined where nobody is mailed. */
  supportEmail: string | undefined
  /** The operator's own list of helplines; undefined for the one that comes with the program. */
  helplinesFile: string | undefined
  showsCodes: boolean
  isProduction: boolean
  rateLimit: 'default' | 'strict' | 'off'
  /** Replies are checked against their schemas; on in tests. */
  checksReplies: boolean
  /** Administrators may have views of listings made up. */
  seedsViews: boolean
  version: string
  /**
   * Of requests in steps: how long one process holds them, how often others look for what it left, and
   * after how many tries one is given up.
   */
  steps: { leaseSeconds: number; recoverySeconds: number; mostTries: number }
}

/** What the platform runs on; made once per process by `host.ts`. */
export interface Services extends LocalServices {
  db: Db
  /** For reads outside transactions; connections that they share. */
  reads: Db
  jobs: Queue
  /** What reaches outside. Never from inside a transaction: it would stay open as long as somebody else likes. */
  providers: Providers
}
