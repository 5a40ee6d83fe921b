import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../testing/kit.ts'
import { recordAction } from './audit.ts'
import { newId } from './ids.ts'

test('what was recorded cannot be changed or removed', async () => {
  const { host, clock } = await world()
  const { db } = host.services
  const subject = `thing/${newId()}`
  await recordAction(
    { db, clock },
    { product: 'marketplace', actorId: newId(), action: 'try-something', subject },
  )
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
