import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../testing/kit.ts'
import { insertAuditLines } from './audit.ts'
import { newId } from './ids.ts'

test('what was recorded cannot be changed or removed', async () => {
  const { host, clock } = await world()
  const { db } = host.services
  const subject = `thing/${newId()}`
  const line = { product: 'marketplace', actorId: newId(), action: 'try-something', subject, details: {} }
  await insertAuditLines(db, [line], clock.now())
  for (const change of [
    sql`update platform.audit set action = 'nothing' where subject = ${subject}`,
    sql`delete from platform.audit where subject = ${subject}`,
    sql`truncate platform.audit`,
  ])
    await expect(change.execute(db)).rejects.toThrow('only grows')
  const { rows } = await sql`select action, details from platform.audit where subject = ${subject}`.execute(
    db,
  )
  expect(rows).toEqual([{ action: 'try-something', details: {} }])
})
