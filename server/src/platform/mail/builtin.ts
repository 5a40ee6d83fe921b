import { Type } from 'typebox'
import { provider } from '../provider.ts'
import type { MailTransport } from './port.ts'

/** Keeps mails in their table, where `/outbox` and `plaza outbox` show them. */
export const outboxMail = provider({
  port: 'mail',
  name: 'builtin',
  summary: 'keeps mails in the outbox',
  isSandbox: true,
  settings: Type.Object({}),
  open: (): MailTransport => ({ provider: 'builtin', send: async () => {} }),
})
