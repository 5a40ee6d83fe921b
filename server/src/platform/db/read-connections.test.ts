import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, world } from '../../testing/kit.ts'
import { openDatabase } from './database.ts'
import { ReadConnections } from './read-connections.ts'

async function open() {
  const { connectionString } = await world()
  return openDatabase(new ReadConnections(connectionString, { mostMs: 5000, observe: () => {} }))
}

test('reads at once get their own answers, and one that fails harms no other', async () => {
  const reads = await open()
  const numbers = Array.from({ length: 50 }, (_, i) => i)
  const answers = await Promise.allSettled(
    numbers.map(
      async (n) => (await sql<{ n: number }>`select 100 / ${n}::int as n`.execute(reads)).rows[0]?.n,
    ),
  )
  expect(answers[0]?.status).toBe('rejected')
  expect(answers.slice(1)).toEqual(
    numbers.slice(1).map((n) => ({ status: 'fulfilled', value: Math.floor(100 / n) })),
  )
  await reads.destroy()
})

test('reads of one text that cannot be prepared all hear why', async () => {
  const reads = await open()
  const read = () => sql`select ${1}::int from platform.missing`.execute(reads)
  const answers = await Promise.allSettled([read(), read(), read()])
  const undefinedTable = { status: 'rejected', reason: { code: '42P01' } }
  expect(answers).toMatchObject([undefinedTable, undefinedTable, undefinedTable])
  await reads.destroy()
})

test('a lost connection is replaced', async () => {
  const reads = await open()
  await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(reads)).rejects.toThrow()
  // The answer may come before the end of its connection is noticed.
  const isBack = () =>
    sql`select 1`.execute(reads).then(
      () => true,
      () => false,
    )
  expect(await eventually(isBack)).toBe(true)
  await reads.destroy()
})

test('nothing can be written or begun on them', async () => {
  const reads = await open()
  await expect(sql`create table platform.never (id int)`.execute(reads)).rejects.toThrow(/read-only/)
  await expect(reads.transaction().execute(async () => {})).rejects.toThrow(/transaction/)
  expect((await sql`select 1 as one`.execute(reads)).rows).toEqual([{ one: 1 }])
  await reads.destroy()
})
