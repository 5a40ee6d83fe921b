import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Db } from './db/database.ts'
import type { LiveBus } from './events/live-bus.ts'
import type { Files } from './files/files.ts'
import type { AccessTokens } from './identity/tokens.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { MailTransport } from './mail/mail.ts'
import type { Callers } from './operation/callers.ts'

/** What the platform offers to operations and jobs; made once per process by `host.ts`. */
export interface Services {
  clock: Clock
  log: Logger
  db: Db
  /** For reads outside transactions; connections that they share. */
  reads: Db
  tokens: AccessTokens
  callers: Callers
  files: Files
  jobs: Jobs
  live: LiveBus
  mailTransport: MailTransport
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
