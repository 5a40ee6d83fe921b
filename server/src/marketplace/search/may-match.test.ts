import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'
import { mayMatch } from './may-match.ts'

const word = fc.constantFrom('bike', 'red', 'it’s', "o''hara", 'a b', 'back\\\\slash', '7f')
const quoted = word.map((each) => `'${each}'`)
const query: fc.Arbitrary<string> = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small' },
    quoted,
    fc.tuple(quoted, fc.constantFrom(':A', ':*', ':BC')).map((both) => both.join('')),
    tie('query').map((inner) => `!(${inner})`),
    fc
      .tuple(tie('query'), fc.constantFrom('&', '|', '<->', '<2>'), tie('query'))
      .map(([one, sign, other]) => `(${one}) ${sign} (${other})`),
  ),
})).query

/** Whether something that has these words alone may be meant. */
const isMeant = (text: string, words: readonly string[]) =>
  mayMatch(text, new Map(words.map((each) => [each, new Set(['it'])])))?.has('it') ?? true

test('means all that PostgreSQL finds, and little else', async () => {
  const { db } = (await world()).host.services
  const asked = fc.sample(fc.tuple(query, fc.uniqueArray(word, { maxLength: 4 })), { numRuns: 2000 })
  const { rows } = await sql<{ query: string; words: string[]; isFound: boolean }>`
    select q.query::tsquery::text as query, tsvector_to_array(v.found) as words, v.found @@ q.query::tsquery as "isFound"
    from unnest(${asked.map(([each]) => each)}::text[], ${asked.map(([, words]) => words.map((each) => `'${each}'`).join(' '))}::text[]) q (query, words)
    cross join lateral (select q.words::tsvector as found) v`.execute(db)
  expect(rows.length).toBe(asked.length)
  for (const row of rows) if (row.isFound) expect([row, isMeant(row.query, row.words)]).toEqual([row, true])
  for (const [text, words, may] of [
    ["'bike' & 'red'", ['bike'], false],
    ["'bike' & ( 'red' | 'blue' )", ['bike', 'blue'], true],
    ["'bike' & ( 'red' | 'blue' )", ['red', 'blue'], false],
    ["'bike' <-> 'red'", ['red', 'bike'], true],
    ["'bike' & !'red'", ['red', 'bike'], true],
    ["'bi':* & 'red'", ['blue'], false],
  ] as const)
    expect([text, isMeant(text, words)]).toEqual([text, may])
})
