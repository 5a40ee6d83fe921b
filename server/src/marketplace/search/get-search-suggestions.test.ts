import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { categoryKeeper, newCategory } from '../../testing/categories.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, granted, newMember, world } from '../../testing/kit.ts'
import { close, newPost, searchFor, word } from '../../testing/posts.ts'
import { sweepSearchTerms } from './public.ts'

const suggest = async (q: string, as?: { token: string }, more = {}) =>
  (await granted(call('GET', '/api/v1/search-mgt/suggest', { as, query: { q, ...more } }))).body.data

/** Counts some words now, however many others wait. */
async function count(...terms: string[]): Promise<void> {
  await sql`update marketplace.search_term set seen_at = '-infinity' where term = any(${terms}::text[])`.execute(
    (await world()).host.services.db,
  )
  await sweepNow(sweepSearchTerms)
}

test('words of open listings come with how many have them, the commonest first', async () => {
  const seller = await newMember()
  const base = word()
  const [few, many] = [`${base}few`, `${base}many`]
  const post = await newPost(seller, { title: `One ${few}` })
  for (const price of [5, 6]) await newPost(seller, { title: `A ${many.toUpperCase()}`, price })
  await count(few, many)
  const both = [
    { kind: 'word', text: many, category_id: null, count: 2 },
    { kind: 'word', text: few, category_id: null, count: 1 },
  ]
  expect(await suggest(base)).toEqual(both)
  expect(await suggest(base.toUpperCase())).toEqual(both)
  expect(await suggest(`Old ${base}f`)).toEqual([
    { kind: 'word', text: `old ${few}`, category_id: null, count: null },
  ])
  await granted(close(seller, post._id))
  await count(few, many)
  expect(await suggest(base)).toMatchObject([{ text: many, count: 2 }])
})

test('one letter and two, of whatever script, have the commonest words first', async () => {
  const seller = await newMember()
  const term = 'ꙮмногоокий'
  await newPost(seller, { title: `Икона ${term}` })
  expect(await suggest('ꙮ')).toMatchObject([{ text: term }])
  expect(await suggest('ꙮм')).toMatchObject([{ text: term }])
  expect(await suggest('ꙮмно')).toMatchObject([{ text: term }])
  for (const odd of ['%', '_', '\\', "'", '"', '🛋️', 'a'.repeat(100), '\u{10ffff}']) await suggest(odd)
})

test('one’s own searches come first, the newest of them, and nobody else’s', async () => {
  const [seeker, other] = [await newMember(), await newMember()]
  const base = word()
  const { writeBehind } = (await world()).host.services
  for (const q of [`${base} lamp`, `${base} Table`]) {
    await searchFor({ q }, seeker)
    await writeBehind.flush()
  }
  await newPost(other, { title: `A ${base}` })
  expect(await suggest(base, seeker)).toMatchObject([
    { kind: 'history', text: `${base} Table` },
    { kind: 'history', text: `${base} lamp` },
    { kind: 'word', text: base },
  ])
  expect(await suggest('', seeker)).toMatchObject([{ text: `${base} Table` }, { text: `${base} lamp` }])
  expect(await suggest(base, other)).toMatchObject([{ kind: 'word' }])
  expect(await suggest('')).toEqual([])
})

test('categories come by any word of their name in any language, while they are open', async () => {
  const [one, two, three] = [word(), word(), word()]
  const open = await newCategory({ name: `${one} ${three}`, names: { de: `Dinge ${two}` } })
  const closed = await newCategory({ name: `${one} closed` })
  await newCategory({ name: `${one} below`, parent_id: closed._id })
  await granted(
    call('PUT', `/api/v1/category-mgt/update/${closed._id}`, {
      as: await categoryKeeper(),
      body: { enabled: false },
    }),
  )
  const found = { kind: 'category', text: `${one} ${three}`, category_id: open._id, count: null }
  expect(await suggest(one)).toEqual([found])
  expect(await suggest(`${one} ${three.slice(0, 8)}`)).toEqual([found])
  expect(await suggest(two)).toEqual([found])
  expect(await suggest(two, undefined, { locale: 'de' })).toMatchObject([{ text: `Dinge ${two}` }])
})
