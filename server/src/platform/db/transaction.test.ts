import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../../testing/kit.ts'
import { newId } from '../ids.ts'
import type { Db } from './database.ts'
import { sqlState } from './failures.ts'
import { runTransaction } from './transaction.ts'

const insert = (db: Db, term: string) =>
  sql`insert into marketplace.search_term (term) values (${term})`.execute(db)

const failing = (db: Db) => sql`select 1 / (${0}::int)`.execute(db)

async function database(): Promise<Db> {
  return (await world()).host.services.db
}

async function isKept(term: string): Promise<boolean> {
  const { rows } = await sql`select from marketplace.search_term where term = ${term}`.execute(
    await database(),
  )
  return rows.length > 0
}

test('what nobody waited for is committed with the rest', async () => {
  const [first, second] = [newId(), newId()]
  const result = await runTransaction(await database(), async ({ db, pipeline }) => {
    pipeline(insert(db, first))
    const { rows } = await sql`select from marketplace.search_term where term = ${first}`.execute(db)
    pipeline(insert(db, second))
    return rows.length
  })
  expect([result, await isKept(first), await isKept(second)]).toEqual([1, true, true])
})

test('when it fails nothing is committed, and its failure is the one that is told', async () => {
  const term = newId()
  const last = runTransaction(await database(), async ({ db, pipeline }) => {
    pipeline(insert(db, term))
    pipeline(failing(db))
  })
  expect(sqlState(await last.catch((error: unknown) => error))).toBe('22012')
  const first = runTransaction(await database(), async ({ db, pipeline }) => {
    pipeline(failing(db))
    await insert(db, term)
  })
  expect(sqlState(await first.catch((error: unknown) => error))).toBe('22012')
  expect(await isKept(term)).toBe(false)
})

test('its failure is told in the words of whoever sent it, whether it is heard of before the end or at it', async () => {
  const told = new Error('somebody else has it')
  const failingInWords = (db: Db) => failing(db).catch(() => Promise.reject(told))
  const atTheEnd = runTransaction(await database(), async ({ db, pipeline }) => {
    pipeline(failingInWords(db))
    pipeline(insert(db, newId()))
  })
  await expect(atTheEnd).rejects.toBe(told)
  const before = runTransaction(await database(), async ({ db, pipeline }) => {
    const asked = insert(db, newId())
    pipeline(failingInWords(db))
    const heard = insert(db, newId()).catch(() => {})
    await asked
    await heard
  })
  await expect(before).rejects.toBe(told)
})

test('who goes on without a statement that failed commits nothing', async () => {
  const term = newId()
  const run = runTransaction(await database(), async ({ db }) => {
    await insert(db, term)
    await failing(db).catch(() => {})
  })
  expect(sqlState(await run.catch((error: unknown) => error))).toBe('22012')
  expect(await isKept(term)).toBe(false)
})

test('what goes on beside a part that failed writes nothing any more', async () => {
  const term = newId()
  let beside: Promise<unknown> | undefined
  const run = runTransaction(await database(), ({ db }) => {
    beside = sql`select pg_sleep(0.01)`
      .execute(db)
      .then(() => insert(db, term))
      .then(() => insert(db, `${term} again`))
    return Promise.all([beside, Promise.reject(new Error('enough'))])
  })
  await expect(run).rejects.toThrow('enough')
  await expect(beside).rejects.toThrow('has ended')
  expect(await isKept(term)).toBe(false)
})
