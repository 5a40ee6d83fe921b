// Fills large tables from several connections at once.
import pg from 'pg'

/** As many as the smallest machine has cores. */
const writers = 2
const batch = 2000

/** Does something on one of the connections. */
export type Task = (client: pg.ClientBase) => Promise<unknown>

export interface Writers {
  /** Carries out tasks, in their order, each on the connection that is free first. */
  run(tasks: Iterable<Task>): Promise<void>
}

/** One task for each statement. */
export const statements = (texts: readonly string[]): Task[] =>
  texts.map((text) => (client) => client.query(text))

/**
 * Opens connections to a database for as long as `fill` takes. Neither triggers nor references are looked at on
 * them: what triggers would have written is written by whoever fills.
 */
export async function withWriters(
  connectionString: string,
  fill: (writers: Writers) => Promise<void>,
): Promise<void> {
  const clients = Array.from(
    { length: writers },
    () =>
      new pg.Client({
        connectionString,
        options:
          '-c statement_timeout=0 -c session_replication_role=replica -c synchronous_commit=off -c timezone=UTC',
      }),
  )
  try {
    await Promise.all(clients.map((client) => client.connect()))
    await fill({
      async run(tasks) {
        const waiting = tasks[Symbol.iterator]()
        const work = async (client: pg.ClientBase) => {
          for (let next = waiting.next(); !next.done; next = waiting.next()) await next.value(client)
        }
        await Promise.all(clients.map(work))
      },
    })
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Rows in batches, as JSON that the statement reads from $1; one is made while the database works on others. */
export function* rowsInto<Row>(
  statement: string,
  count: number,
  rowOf: (n: number) => Row,
): Generator<Task, void> {
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, (_, i) => rowOf(from + i))
    const json = JSON.stringify(rows)
    yield (client) => client.query(statement, [json])
  }
}

/** The same on one connection. */
export async function insertRows<Row>(
  client: pg.ClientBase,
  statement: string,
  count: number,
  rowOf: (n: number) => Row,
): Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  for (const task of rowsInto(statement, count, rowOf)) {
    await running
    running = task(client)
    // Whoever awaits it hears of a failure; until then it is no unhandled one.
    running.catch(() => {})
  }
  await running
}

/** From 0 to `count` in parts: where each begins, and where the next one does. */
export const parts = (count: number, most: number): [from: number, to: number][] =>
  Array.from({ length: Math.ceil(count / most) }, (_, part) => [
    part * most,
    Math.min(count, (part + 1) * most),
  ])

interface Index {
  /** How to take it off, to make it again, and to make it the constraint that it was. */
  off: string
  on: string
  binding: string | null
}

/** The indexes of some tables, except those that references need; those that take longest come first. */
async function indexesOf(client: pg.ClientBase, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select case when k.conname is null then format('drop index %s', i.indexrelid::regclass)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as off,
       pg_get_indexdef(i.indexrelid) as on,
       case when k.conname is not null then format('alter table %s add constraint %I %s using index %I', i.indrelid::regclass,
         k.conname, case k.contype when 'p' then 'primary key' else 'unique' end, k.conname) end as binding
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where i.indrelid = any($1::regclass[])
       and not exists (select 1 from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')
     order by a.amname = 'gin' desc, array_position($1::regclass[], i.indrelid::regclass), c.relname`,
    [tables],
  )
  return rows
}

/**
 * Takes the indexes off some tables while they are filled, the largest first, and makes them again at the end,
 * which is many times faster than keeping them row by row. Those that references need stay.
 */
export async function withoutIndexes(
  writers: Writers,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  let indexes: Index[] = []
  await writers.run([
    async (client) => {
      indexes = await indexesOf(client, tables)
      for (const { off } of indexes) await client.query(off)
    },
  ])
  await fill()
  await writers.run(statements(indexes.map(({ on }) => on)))
  await writers.run([
    async (client) => {
      for (const { binding } of indexes) if (binding !== null) await client.query(binding)
    },
  ])
}
