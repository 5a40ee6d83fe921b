import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../db/database.ts'
import { provider } from '../provider.ts'
import type { Push, PushMessage } from './port.ts'

/** Keeps messages in their table, where `/outbox` and `plaza outbox` show them. */
export const pushOutbox = provider({
  port: 'push',
  name: 'builtin',
  summary: 'keeps messages in the outbox',
  isSandbox: true,
  settings: Type.Object({}),
  open: (_settings, { db, clock }): Push => ({
    async send({ id, platform, token, title, body, link }) {
      await sql`
        insert into platform.push_message (id, platform, token, title, body, link, created_at)
        values (${id}, ${platform}, ${token}, ${title}, ${body}, ${link}, ${clock.now()}) on conflict do nothing`.execute(
        db,
      )
      return { outcome: 'delivered' }
    },
  }),
})

/** The newest messages, for the development outbox. */
export async function newestPushMessages(db: Db, { limit, token }: { limit: number; token?: string }) {
  const { rows } = await sql<PushMessage & { created_at: Date }>`
    select id, platform, token, title, body, link, created_at from platform.push_message
    where ${token ?? null}::text is null or token = ${token ?? null}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
