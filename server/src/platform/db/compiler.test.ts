import { PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { KeepingCompiler } from './compiler.ts'

const compiler = new KeepingCompiler()
const plain = new PostgresQueryCompiler()
const textOf = (statement: RawBuilder<unknown>, with_: PostgresQueryCompiler) => {
  const { sql: text, parameters } = statement.compile({
    getExecutor: () =>
      ({
        transformQuery: (node: never) => node,
        compileQuery: (node: never, id: never) => with_.compileQuery(node, id),
      }) as never,
  })
  return { text, parameters }
}

const isOwn = (id: string) => sql`user_id = ${id}`
const either = (first: unknown, second: unknown) => sql`select ${first}, ${second}`
const statements: ((value: string) => RawBuilder<unknown>)[] = [
  (id) => sql`select 1 from t where ${isOwn(id)} and name = ${'a'}`,
  // The same pieces in other places are other statements.
  (id) => either(id, isOwn(id)),
  (id) => either(isOwn(id), id),
  (id) => either(isOwn(id), isOwn('b')),
  (id) => either(either(id, isOwn(id)), id),
  (id) => either(either(isOwn(id), id), id),
  (id) => sql`select ${sql.join([id, 'b'])}`,
  (id) => sql`select ${sql.join([id, 'b', 'c'], sql` or `)}`,
  (id) => sql`select ${sql.join([id, sql`b`, 'c'], sql` or `)}`,
  (id) =>
    sql`select ${sql.ref('t.a')}, ${sql.ref('a')}, ${sql.ref('s.t.a')} from ${sql.table('s.t')} where a = ${id}`,
  (id) =>
    sql`select ${sql.ref('t.b')}, ${sql.ref('a')}, ${sql.ref('s.t.a')} from ${sql.table('s.u')} where a = ${id}`,
  (id) => sql`select ${sql.id('a', 'b')}, ${sql.id('a.b')}, ${id}`,
  (id) => sql`select ${sql.lit(1)}, ${sql.lit('1')}, ${sql.lit(null)}, ${sql.lit(true)}, ${id}`,
  (id) => sql`select ${sql.raw('a')}${sql.raw('b')}, ${id}`,
  (id) => sql`select ${sql.raw('ab')}${sql.raw('')}, ${id}`,
  (id) => sql`select ${sql.val(id)}, ${[id, 'b']}, ${null}`,
]

test('a statement that is known by its pieces is the one that Kysely writes, with its own values', () => {
  for (const value of ['x', 'y', 'z'])
    for (const statement of statements)
      expect(textOf(statement(value), compiler)).toEqual(textOf(statement(value), plain))
})

test('the text is the same string each time', () => {
  const [first, second] = ['x', 'y'].map((value) => textOf(sql`select ${isOwn(value)}`, compiler))
  expect(first?.text).toBe(second?.text)
  expect(second?.parameters).toEqual(['y'])
})
