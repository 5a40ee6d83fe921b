import type { Files } from './files/files.ts'
import type { MailTransport } from './mail/mail.ts'

/** Everything that may talk to the outside world. */
export interface Providers {
  files: Files
  mail: MailTransport
}
