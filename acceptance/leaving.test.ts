import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import { minutes } from '../server/src/platform/clock.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { administer, inDatabase } from '../server/src/testing/global-setup.ts'
import { type SmtpServer, startSmtpServer } from '../server/src/testing/smtp-server.ts'
import { type Program, startProgram } from './program.ts'
import { dataOf, joinMarket, password, until } from './steps.ts'

/** What somebody leaves behind, erased by a program that is killed again and again in the middle of it. */

const rowsKept = 6000
/** How many rows are left of them when the program is killed: after the first portion, half way, in the last one. */
const killedAt = [rowsKept - 1, rowsKept / 2, 400]

const name = `plaza_leaving_${crypto.randomUUID().slice(0, 8)}`
let smtp: SmtpServer
let database: pg.Client
let variables: Record<string, string>

beforeAll(async () => {
  const server = inject('server')
  await administer(server, `create database ${name}`)
  const connectionString = inDatabase(server, name)
  database = new pg.Client({ connectionString })
  await database.connect()
  smtp = await startSmtpServer(() => 'take')
  variables = {
    DATABASE_URL: connectionString,
    RATE_LIMIT: 'off',
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: smtp.url,
  }
}, minutes(5))
afterAll(async () => {
  await database?.end()
  await smtp?.close()
  await administer(inject('server'), `drop database if exists ${name} with (force)`)
})

const numberOf = async (statement: string, values: unknown[] = []): Promise<number> =>
  Number((await database.query(statement, values)).rows[0].count)

/** What the hour would bring. */
const startErasing = () =>
  database.query(`insert into pgboss.job (name, data) values ('marketplace.erase-left-accounts', '{}')`)

/** In which tables anything stands that has some words in it. */
async function tablesWith(words: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('marketplace', 'platform')`,
  )
  const found: string[] = []
  for (const { name } of rows)
    if (await numberOf(`select count(*) from ${name} t where strpos(t::text, $1) > 0`, [words]))
      found.push(name)
  return found
}

test('an account is erased to its end whatever kills the program, and its owner gets one receipt', {
  timeout: minutes(30),
}, async () => {
  const dataDir = newDataDir()
  const start = (): Promise<Program> => startProgram(dataDir, variables)
  let program = await start()
  const [word, email] = [`kanari${crypto.randomUUID().slice(0, 8)}`, `leaving-${Date.now()}@example.org`]
  const { id, client } = await joinMarket(program, { name: word, email })
  const history = [id, word, rowsKept]
  await database.query(
    `insert into marketplace.search_history (user_id, words, searched_at)
     select $1, $2 || n, now() from generate_series(1, $3) n`,
    history,
  )
  await dataOf(marketplace.deleteAccount({ client, body: { password } }))
  await until(
    async () => (await numberOf('select count(*) from platform.mail')) === 0 || smtp.mails.length > 0,
  )
  await database.query(
    // As if they had proved their address: what is kept under another's may be a stranger's.
    `update marketplace.users set is_verified = true, leaves_at = leaves_at - interval '31 days' where id = $1`,
    [id],
  )
  // What counts tries ends within a day, of which thirty are over.
  await database.query('delete from platform.attempt')
  const left = () => numberOf('select count(*) from marketplace.search_history where user_id = $1', [id])
  for (const most of killedAt) {
    await startErasing()
    await until(async () => (await left()) <= most)
    await program.kill()
    program = await start()
  }
  await startErasing()
  await until(async () => (await left()) === 0)
  // One that was taken when the program was killed may come again, as the same.
  const receipts = () => {
    const mails = smtp.mails.filter(({ to, text }) => to === email && text.includes('receipt'))
    return new Set(mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1])).size
  }
  await until(async () => receipts() > 0)
  // Once more, and nothing is left to do.
  await startErasing()
  await until(
    async () =>
      (await numberOf(
        `select count(*) from pgboss.job where state in ('created', 'retry', 'active') and name = 'marketplace.erase-left-accounts'`,
      )) === 0,
  )
  await until(async () => (await tablesWith(email)).length === 0)
  expect(await tablesWith(word)).toEqual([])
  expect(receipts()).toBe(1)
  expect(await program.stop()).toBe(0)
})
