import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../../testing/kit.ts'
import { hours } from '../clock.ts'
import { newId } from '../ids.ts'
import { deliverMail } from '../mail/jobs.ts'
import { platformItself, transact } from '../operation/transact.ts'

test('of jobs with the same key one waits', async () => {
  const { db, jobs, clock } = (await world()).host.services
  const startAfter = new Date(clock.now().getTime() + hours(1))
  const keys = [newId(), newId()]
  const queue = (singletonKey: string) =>
    jobs.enqueue(db, deliverMail, { mailId: newId() }, { startAfter, singletonKey })
  for (const key of [...keys, ...keys]) await queue(key)
  const { rows } = await sql<{ singleton_key: string; id: string }>`
    select singleton_key, id from pgboss.job where singleton_key = any(${keys})`.execute(db)
  expect(rows.map((row) => row.singleton_key).sort()).toEqual(keys.sort())

  await sql`update pgboss.job set state = 'active' where id = ${rows[0]?.id}::uuid`.execute(db)
  for (const key of keys) await queue(key)
  const { rows: counts } = await sql<{ singleton_key: string; count: number }>`
    select singleton_key, count(*)::int from pgboss.job where singleton_key = any(${keys}) group by 1`.execute(
    db,
  )
  expect(new Map(counts.map((row) => [row.singleton_key, row.count]))).toEqual(
    new Map(keys.map((key) => [key, key === rows[0]?.singleton_key ? 2 : 1])),
  )
  await sql`delete from pgboss.job where singleton_key = any(${keys})`.execute(db)
})

test('a transaction whose job cannot be queued leaves nothing behind, whether it is refused here or by the database', async () => {
  const { services } = (await world()).host
  const insert = (term: string) => sql`insert into marketplace.search_term (term) values (${term})`
  const refused = [
    { data: { mailId: 'no id' }, told: /not what it declares/ },
    { data: { mailId: newId() }, startAfter: new Date(8.64e15), told: /time zone/ },
  ]
  for (const { data, startAfter, told } of refused) {
    const term = newId()
    const tried = transact(services, platformItself, async ({ db, enqueue }) => {
      await enqueue(deliverMail, data, startAfter && { startAfter })
      await insert(term).execute(db)
    })
    await expect(tried).rejects.toThrow(told)
    const { rows } = await sql`select from marketplace.search_term where term = ${term}`.execute(services.db)
    expect(rows).toEqual([])
  }
})
