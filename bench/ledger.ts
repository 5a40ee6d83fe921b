// What a wallet costs with 10 k, 1 M and 10 M lines in the ledger, a tenth of them one person's: see docs/benchmarks.md.
import type { KyselyPlugin } from 'kysely'
import type pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { openHost } from '../server/src/host.ts'
import { selectOwnLines, selectTransactions } from '../server/src/marketplace/wallet/history-queries.ts'
import { bookEntry, selectBalances } from '../server/src/marketplace/wallet/ledger-queries.ts'
import { ofPerson } from '../server/src/marketplace/wallet/public.ts'
import type { Db } from '../server/src/platform/db/database.ts'
import { newId } from '../server/src/platform/ids.ts'
import { statements, withoutIndexes, withWriters } from './bulk.ts'
import { countCpu } from './cpu.ts'
import { makeDatabase, makeFolder, openClient, startDatabase, untilDone } from './servers.ts'

const sizes = { '10 k': 10_000, '1 M': 1_000_000, '10 M': 10_000_000 }
const people = 200
const times = 500
/** How much more of the ledger may be touched with a thousand times as many lines: indexes are a level or two deeper. */
const mostGrowth = 2

const mode = 'test'
const largeTables = ['ledger_line', 'ledger_entry', 'wallet_transaction', 'wallet_transaction_event'].map(
  (name) => `marketplace.${name}`,
)

const idIn = (kind: number, n: string) =>
  `format('0000000${kind}-0000-7000-8000-%s', lpad(to_hex(${n}), 12, '0'))::uuid`
const idOf = (kind: number, n: number) => `0000000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const entries = (from: number, to: number, count: number) => `(
  select n, ${idIn(1, 'n::int')} as id, ${idIn(2, 'n::int')} as transaction_id, ${idIn(0, 'person')} as user_id, person, ordinal,
    now() - (${count} - n) * (interval '2 years' / ${count}) as at
  from generate_series(${from}::bigint, ${to}::bigint) n,
    lateral (select case when n % 10 = 0 then 0 else 1 + ((n / 10) * 9 + n % 10 - 1) % ${people - 1} end::int as person,
      case when n % 10 = 0 then n / 10 else 1 + ((n / 10) * 9 + n % 10 - 1) / ${people - 1} end as ordinal) whose) e`

/** One entry, as if it had been booked one by one: a euro from the provider to somebody, and their line of history. */
const filling = (from: number, to: number, count: number) => [
  `insert into marketplace.ledger_entry (id, key, kind, currency, mode, about_model, about_id, created_at)
   select id, 'bench:' || n, 'funds_added', 'EUR', '${mode}', 'payment', transaction_id, at from ${entries(from, to, count)}`,
  `insert into marketplace.ledger_line (entry_id, account_id, amount_minor, balance_minor)
   select id, l.* from ${entries(from, to, count)},
     lateral (values (1 + person, 100, ordinal * 100), (1 + ${people} + n % 16, -100, null)) l`,
  `insert into marketplace.wallet_transaction (id, user_id, type, status, amount_minor, currency, mode, about_model, about_id,
     balance_after_minor, created_at, updated_at)
   select transaction_id, user_id, case when n <= 50 then 'boost' else 'add_funds' end, 'succeeded', 100, 'EUR', '${mode}', 'payment',
     transaction_id, ordinal * 100, at, at from ${entries(from, to, count)}`,
  `insert into marketplace.wallet_transaction_event (transaction_id, ordinal, status, entry_id, at)
   select transaction_id, 0, 'succeeded', id, at from ${entries(from, to, count)}`,
]

async function fill(connectionString: string, lines: number): Promise<void> {
  const count = lines / 2
  const part = 250_000
  await withWriters(connectionString, async (writers) => {
    await withoutIndexes(writers, largeTables, async () => {
      await writers.run(
        statements([
          `insert into marketplace.users (id, name, email, email_canonical, created_at, updated_at)
           select ${idIn(0, 'n')}, 'Ada ' || n, n || '@example.org', n || '@example.org', now() - interval '3 years', now()
           from generate_series(0, ${people - 1}) n`,
        ]),
      )
      const parts = Array.from({ length: Math.ceil(count / part) }, (_, at) => at * part)
      await writers.run(
        statements(parts.flatMap((from) => filling(from + 1, Math.min(count, from + part), count))),
      )
    })
    await writers.run(
      statements([
        // What the bookings would have left: the house in sixteen rows, and everybody's sum.
        `insert into marketplace.ledger_account (id, person_id, kind, currency, mode, shard, balance_minor)
         overriding system value
         select l.account_id, case when l.account_id <= ${people} then ${idIn(0, '(l.account_id - 1)::int')} end,
           case when l.account_id <= ${people} then 'available' else 'provider' end, 'EUR', '${mode}',
           case when l.account_id <= ${people} then 0 else l.account_id - ${people + 1} end, sum(l.amount_minor)
         from marketplace.ledger_line l group by l.account_id`,
      ]),
    )
    await writers.run(
      statements([
        `select setval(pg_get_serial_sequence('marketplace.ledger_account', 'id'), ${people + 16})`,
        // The oldest of the one who has so much is in another currency.
        `update marketplace.wallet_transaction set currency = 'JPY' where user_id = '${idOf(0, 0)}' and id = '${idOf(2, 10)}'`,
      ]),
    )
    await writers.run(
      statements([...largeTables, 'marketplace.ledger_account'].map((name) => `vacuum (analyze) ${name}`)),
    )
  })
}

/** Adds up what every look at the ledger touches, while its statements run under `explain`. */
function countBlocks() {
  let blocks = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!('sqlFragments' in node)) return node
      const [first = '', ...rest] = node.sqlFragments
      return { ...node, sqlFragments: [`explain (analyze, buffers, format json) ${first}`, ...rest] }
    },
    async transformResult({ result }) {
      const [row] = result.rows as { 'QUERY PLAN': { Plan: Record<string, number> }[] }[]
      const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } =
        row?.['QUERY PLAN'][0]?.Plan ?? {}
      blocks += hit + read
      return result
    },
  }
  return { plugin, blocks: () => blocks }
}

const undo = new Error('all is as it was')

/** What people ask of their wallet. */
function looksOf(lines: number): Record<string, (db: Db) => Promise<unknown>> {
  const [rich, usual] = [idOf(0, 0), idOf(0, 7)]
  const first = {
    mode,
    type: null,
    status: null,
    currency: null,
    from: null,
    until: null,
    after: undefined,
    limit: 21,
  } as const
  const oldest = new Date(Date.now() - 1.8 * 365 * 86_400_000).toISOString()
  const deep = { ...first, after: [oldest, idOf(2, 0)] }
  const last = idOf(2, lines / 2 - ((lines / 2) % 10))
  return {
    'balance (M94)': (db) => selectBalances(db, { personId: usual, mode, currency: null }),
    'balance of who has a tenth of all lines': (db) =>
      selectBalances(db, { personId: rich, mode, currency: null }),
    'history (M99), first page': (db) => selectTransactions(db, { userId: usual, ...first }),
    '… of who has a tenth': (db) => selectTransactions(db, { userId: rich, ...first }),
    '… a page nine tenths down': (db) => selectTransactions(db, { userId: rich, ...deep }),
    '… of a type that is rare': (db) => selectTransactions(db, { userId: rich, ...first, type: 'boost' }),
    '… in a currency that is rare': (db) =>
      selectTransactions(db, { userId: rich, ...first, currency: 'JPY' }),
    'lines of one transaction (M100)': (db) => selectOwnLines(db, last),
    'booking one more entry': (db) =>
      bookEntry(db, {
        ...{ id: newId(), key: `bench:${newId()}`, kind: 'moved', currency: 'EUR', mode },
        ...{ about: null, reverses: null, at: new Date() },
        lines: [
          { account: ofPerson(rich, 'available'), amountMinor: -1 },
          { account: ofPerson(usual, 'available'), amountMinor: 1 },
        ],
      }),
  }
}

interface Cost {
  blocks: number
  cpu: number
}

async function costsOf(
  control: pg.Client,
  server: string,
  [label, lines]: [string, number],
): Promise<Map<string, Cost>> {
  const name = `ledger_${lines}`
  const connectionString = await makeDatabase(control, server, name)
  const host = await openHost({
    config: readConfig({
      DATA_DIR: makeFolder(),
      DATABASE_URL: `${connectionString}${connectionString.includes('?') ? '&' : '?'}application_name=${name}`,
      LOG_LEVEL: 'silent',
      ROLE: 'web',
    }),
  })
  const start = performance.now()
  await fill(connectionString, lines)
  const { rows } = await host.pool.query<{ total: number; size: string }>(
    `select sum(balance_minor)::bigint as total, pg_size_pretty(pg_database_size(current_database())) as size
     from marketplace.ledger_account`,
  )
  if (Number(rows[0]?.total) !== 0) throw new Error('the ledger that was filled does not sum to zero')
  console.error(`${label}: filled in ${((performance.now() - start) / 1000).toFixed(0)} s, ${rows[0]?.size}`)
  const costs = new Map<string, Cost>()
  for (const [what, look] of Object.entries(looksOf(lines))) {
    // As in an operation's own transaction; nothing of it stays.
    const inTransaction = (work: (db: Db) => Promise<unknown>) =>
      host.services.db
        .transaction()
        .execute(async (db) => {
          await work(db)
          throw undo
        })
        .catch((error) => {
          if (error !== undo) throw error
        })
    const again = async (db: Db, n: number) => {
      for (let time = 0; time < n; time += 1) await look(db)
    }
    await inTransaction((db) => again(db, 10))
    const { plugin, blocks } = countBlocks()
    await inTransaction((db) => look(db.withPlugin(plugin)))
    const end = await countCpu(control, { name, pid: process.pid })
    await inTransaction((db) => again(db, times))
    const { database } = await end()
    costs.set(what, { blocks: blocks(), cpu: database / times })
  }
  await host.close()
  return costs
}

async function main(): Promise<void> {
  const server = await startDatabase(makeFolder())
  const control = await openClient(server)
  const measured: Map<string, Cost>[] = []
  for (const size of Object.entries(sizes)) measured.push(await costsOf(control, server, size))
  const labels = Object.keys(sizes)
  console.log(
    `| | ${labels.map((label) => `blocks, ${label}`).join(' | ')} | ${labels.map((label) => `CPU µs, ${label}`).join(' | ')} | CPU, last over first |`,
  )
  console.log(`|---|${'--:|'.repeat(2 * labels.length + 1)}`)
  for (const what of measured[0]?.keys() ?? []) {
    const costs = measured.map((size) => size.get(what) ?? { blocks: Number.NaN, cpu: Number.NaN })
    const [least, most] = [costs[0], costs.at(-1)]
    const ratio = (most?.cpu ?? Number.NaN) / (least?.cpu ?? Number.NaN)
    console.log(
      `| ${what} | ${costs.map(({ blocks }) => blocks).join(' | ')} | ${costs.map(({ cpu }) => cpu.toFixed(0)).join(' | ')} | ${ratio.toFixed(2)} |`,
    )
    if (!least || !most || most.blocks > mostGrowth * least.blocks + 10) process.exitCode = 1
  }
}

await untilDone(main)
