import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { world } from '../../testing/kit.ts'
import { clientConfig, openDatabase, openPool, PipeliningClient, PreparingClient } from './database.ts'
import { problemOfDatabaseError } from './failures.ts'

test('instants are read as the driver reads them, however they are written', async () => {
  const { host } = await world()
  const { rows } = await sql<{ at: Date | number; text: string }>`
    select at, at::text as text from (
      select timestamptz '2026-02-28 23:59:59.999+00' + n * interval '13 days 07:08:09.123457' as at
      from generate_series(-300, 300) n
      union all
      select unnest(array['0001-01-01 00:00:00+00', '0044-03-15 12:00:00+00 BC', '1969-12-31 23:59:59.5+00',
        '12026-11-22 10:00:00+00', '2026-11-22 10:00:00+00', 'infinity', '-infinity']::timestamptz[])
    ) instants`.execute(host.services.db)
  const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
  expect(rows).toHaveLength(608)
  for (const { at, text } of rows) expect(at, text).toEqual(parse(text))
})

test('a statement whose rows are known is answered as before, until they look otherwise', async () => {
  const { connectionString } = await world()
  const db = openDatabase(openPool({ connectionString, size: 1 }))
  const read = async () => (await sql`select * from shown where n > ${0}::int`.execute(db)).rows
  try {
    await sql`create temporary table shown (n int, at timestamptz)`.execute(db)
    await sql`insert into shown values (1, '2026-11-22 10:00:00+00')`.execute(db)
    const first = await read()
    expect(first).toEqual([{ n: 1, at: new Date('2026-11-22T10:00:00Z') }])
    expect(await read()).toEqual(first)
    await sql`delete from shown`.execute(db)
    expect(await read()).toEqual([])
    const fails = () => sql`select 1 / ${0}::int as n`.execute(db)
    await expect(fails()).rejects.toMatchObject({ code: '22012' })
    await expect(fails()).rejects.toMatchObject({ code: '22012' })
    await sql`alter table shown add column more text`.execute(db)
    await expect(read()).rejects.toMatchObject({ code: '0A000' })
  } finally {
    await db.destroy()
  }
})

test('nobody waits for a statement for longer than its connection allows', async () => {
  const { connectionString } = await world()
  const client = new PipeliningClient({ ...clientConfig(connectionString), query_timeout: 100 })
  client.on('error', () => {})
  await client.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  const answers = await Promise.allSettled([
    client.query('select pg_sleep($1)', [10]),
    client.query('select 1'),
    client.query({ text: 'select 1' }),
  ])
  for (const answer of answers)
    expect(problemOfDatabaseError(answer.status === 'rejected' && answer.reason)).toMatchObject({
      status: 503,
    })
  await ended
})

test('a database that cannot be reached is asked for later, however many addresses it has', async () => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]
  const socket = connect({
    host: 'database.example',
    port: 1,
    lookup: (_host, _options, done) => done(null, addresses),
  })
  const [of] = await once(socket, 'error')
  const unknown = await new PreparingClient({ host: 'database.invalid' })
    .connect()
    .catch((error: unknown) => error)
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  expect(of).toBeInstanceOf(AggregateError)
  for (const error of [of, unknown, broken])
    expect(problemOfDatabaseError(error)).toMatchObject({ status: 503 })
})

test('instants arrive as they are, however far away', async () => {
  const { host } = await world()
  const far = ['2026-11-22T16:07:05.123Z', '1970-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z']
  far.push('0001-02-03T04:05:06.007Z', '9999-12-31T23:59:59.999Z', '+012026-11-22T10:00:00.000Z')
  for (const text of far) {
    const { rows } = await sql<{ at: Date }>`
      select ${new Date(text)}::timestamptz as at`.execute(host.services.db)
    expect(rows[0]?.at.toISOString()).toBe(text)
  }
})
