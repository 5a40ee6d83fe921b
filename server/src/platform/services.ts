import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Db } from './db/database.ts'
import type { LiveBus } from './events/live-bus.ts'
import type { FileAddresses } from './files/port.ts'
import type { Identity } from './identity/identity.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Callers } from './operation/callers.ts'
import type { PortName, Providers } from './providers.ts'

/** What the platform offers to operations and jobs; made once per process by `host.ts`. */
export interface Services {
  clock: Clock
  log: Logger
  db: Db
  /** For reads outside transactions; connections that they share. */
  reads: Db
  identity: Identity
  callers: Callers
  /** Addresses of files, computed here. */
  files: FileAddresses
  jobs: Jobs
  live: LiveBus
  /** What reaches outside. Never from inside a transaction: it would stay open as long as somebody else likes. */
  providers: Providers
  /** The settings that a port lacks, for who must know before anything is written; empty when it is served. */
  missingSettings(port: PortName): readonly string[]
  settings: {
    publicUrl: string
    signingSecret: string
    showsCodes: boolean
    isProduction: boolean
    rateLimit: 'default' | 'strict' | 'off'
    /** Replies are checked against their schemas; on in tests. */
    checksReplies: boolean
    version: string
  }
}
