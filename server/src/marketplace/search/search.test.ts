import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { categoryKeeper, newCategory } from '../../testing/categories.ts'
import { runNow } from '../../testing/jobs.ts'
import { call, eventually, expectProblem, newMember, world } from '../../testing/kit.ts'
import { newPost, word } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { openCountingApp } from '../../testing/statements.ts'
import { distanceKm } from '../posts/public.ts'
import { circleAround } from './area.ts'
import { coverOf } from './cells.ts'
import { sweepSearchTerms } from './public.ts'
import { mostCandidates } from './queries.ts'

type As = { token: string } | undefined
type Query = Record<string, string | number | boolean>

const search = (query: Query, as?: As) => call('GET', '/api/v1/usr-mgt/search-post', { as, query })
const feed = (query: Query, as?: As) => call('GET', '/api/v1/post-mgt/get', { as, query })
const ids = (answer: { body: { data: { _id: string }[] } }) => answer.body.data.map((item) => item._id)
const database = async () => (await world()).host.services.db
const sell = (as: As, post_id: string, body: object = {}) =>
  call('PUT', '/api/v1/post-mgt/update-sold-type', {
    as,
    body: { post_id, sold_type: 'sold_elsewhere', ...body },
  })

/** The ids of all pages. */
async function walk(query: Query): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const answer = await search({ ...query, ...(cursor ? { cursor } : {}) })
    seen.push(...ids(answer))
    if (!answer.body.meta.hasMore) return seen
    cursor = String(answer.body.meta.nextCursor)
  }
}

/** As many more of a listing, which differ from it in nothing but their ids. */
const copy = async (id: string, count: number) =>
  sql`
    insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, condition, status, longitude, latitude,
      public_longitude, public_latitude, published_at, expires_at, created_at, updated_at)
    select gen_random_uuid(), author_id, title, price_minor, currency, category_id, condition, status, longitude, latitude,
      public_longitude, public_latitude, published_at, expires_at, created_at, updated_at
    from marketplace.post, generate_series(1, ${count}::int) n where id = ${id}`.execute(await database())

/** Many points, the same every time. */
function spread(count: number): [number, number, number][] {
  return Array.from({ length: count }, (_, n) => {
    const part = (step: number) => (n * step) % 1
    return [part(0.618_034), part(0.754_878), part(0.569_84)]
  })
}

describe('the grids', () => {
  test('cover every place within a circle, at the poles and across the 180th meridian as well', async () => {
    const circles = spread(400).map(([a, b, c]) => ({
      centre: { longitude: a * 360 - 180, latitude: b * 180 - 90 },
      radiusKm: 0.1 * 5000 ** c,
    }))
    const centres = circles.concat(
      [180, -180, 179.99].map((longitude) => ({ centre: { longitude, latitude: 10 }, radiusKm: 5 })),
      [90, -90, 89.99].map((latitude) => ({ centre: { longitude: 3, latitude }, radiusKm: 5 })),
    )
    const wanted = centres.flatMap(({ centre, radiusKm }) => {
      const { box } = circleAround(centre, radiusKm)
      const cover = coverOf(circleAround(centre, radiusKm))
      const width = box.west <= box.east ? box.east - box.west : box.east + 360 - box.west
      return spread(20)
        .map(([a, b]) => {
          const longitude = box.west + a * width
          return {
            longitude: longitude >= 180 ? longitude - 360 : longitude,
            latitude: box.south + b * (box.north - box.south),
          }
        })
        .filter((point) => distanceKm(centre, point) <= radiusKm)
        .flatMap((point) => (cover ? [{ ...point, ...cover }] : []))
    })
    expect(wanted.length).toBeGreaterThan(3000)
    const { rows } = await sql<{ missed: number }>`
      select count(*) as missed from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as p(longitude float8, latitude float8, "column" text, cells int[])
      where not marketplace.cell_of(p.latitude, p.longitude,
        case p."column" when 'cell_fine' then 32 when 'cell_middle' then 4 else 0.5 end) = any(p.cells)`.execute(
      await database(),
    )
    expect(rows[0]?.missed).toBe(0)
  })

  test('lead past hundreds of newer ones that lie around a circle, and to each of a page’s length in it', async () => {
    const author = await newMember()
    const category = await newCategory()
    const at = (longitude: number) => ({ type: 'Point', coordinates: [longitude, 36.1] })
    const within = await newPost(author, { category_id: category._id, location: at(-51.05) })
    await copy(within._id, 44)
    const newer = await newPost(author, { category_id: category._id, location: at(-51.2) })
    await copy(newer._id, 300)
    const places: Query[] = [{ lat: 36.1, lng: -51.05, radius_km: 5 }, { bbox: '-51.06,36,-51.04,36.2' }]
    for (const place of places)
      for (const query of [place, { ...place, category_id: category._id }]) {
        const seen: string[] = []
        for (let cursor: unknown = ''; cursor !== null; ) {
          const page = await feed({ ...query, ...(cursor ? { cursor: String(cursor) } : {}) })
          seen.push(...ids(page))
          cursor = page.body.meta.nextCursor
        }
        expect(seen).toHaveLength(45)
        expect(new Set(seen).size).toBe(45)
        expect(seen).toContain(within._id)
        expect(seen).not.toContain(newer._id)
      }
  })

  test('lead through a whole neighbourhood once, whatever narrows it', async () => {
    const author = await newMember()
    const category = await newCategory()
    const subs = [
      await newCategory({ parent_id: category._id }),
      await newCategory({ parent_id: category._id }),
    ]
    const place = (n: number) => ({ type: 'Point', coordinates: [-40 + n * 0.05, 33 + (n % 3) * 0.2] })
    const made: string[] = []
    for (let n = 0; n < 7; n += 1) {
      const sub = subs[n % 3]
      const post = await newPost(author, {
        category_id: category._id,
        ...(sub ? { sub_category_id: sub._id } : {}),
        location: place(n),
        price: 10 + n,
      })
      made.unshift(post._id)
    }
    const walk = async (query: Query) => {
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const answer = await feed({ limit: 2, ...query, ...(cursor ? { cursor } : {}) })
        seen.push(...ids(answer))
        if (!answer.body.meta.hasMore) return seen
        cursor = String(answer.body.meta.nextCursor)
      }
    }
    const near = { lat: 33.2, lng: -39.9 }
    const places: Query[] = [
      { ...near, radius_km: 60 },
      { ...near, radius_km: 500 },
      { bbox: '-41,32,-39,34' },
    ]
    for (const where of places) {
      expect(await walk(where)).toEqual(made)
      expect(await walk({ ...where, category_id: category._id })).toEqual(made)
      const inSub = made.filter((_, index) => (6 - index) % 3 === 1)
      expect(await walk({ ...where, sub_category_id: subs[1]?._id ?? '' })).toEqual(inSub)
      expect(await walk({ ...where, min_price: 12, max_price: 14, currency: 'EUR' })).toEqual(
        made.slice(2, 5),
      )
    }
    expect(await walk({ category_id: category._id })).toEqual(made)
    const nearest = (await search({ ...near, sort: 'distance', category_id: category._id })).body.data
    const distances = nearest.map((card: { distance_km: number }) => card.distance_km)
    expect(nearest).toHaveLength(7)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
  })
})

describe('a search', () => {
  test('asks for attributes as the category knows them', async () => {
    const author = await newMember()
    const rare = word()
    const category = await newCategory({
      attribute_schema: [
        { key: 'brand', label: 'Brand', type: 'text' },
        { key: 'gears', label: 'Gears', type: 'number' },
        { key: 'electric', label: 'Electric', type: 'bool' },
      ],
    })
    const filed = { category_id: category._id, title: `Cycle ${rare}` }
    const one = await newPost(author, { ...filed, attributes: { brand: 'Acme', gears: 7, electric: false } })
    const two = await newPost(author, {
      ...filed,
      price: 30,
      attributes: { brand: 'Acme', gears: 21, electric: true },
    })
    const found = async (attributes: Query, more: Query = {}) =>
      ids(
        await search({
          category_id: category._id,
          ...more,
          ...Object.fromEntries(
            Object.entries(attributes).map(([key, value]) => [`attributes[${key}]`, value]),
          ),
        }),
      )
    expect(await found({ brand: 'Acme' })).toEqual([two._id, one._id])
    expect(await found({ brand: 'Acme', gears: 7 })).toEqual([one._id])
    expect(await found({ electric: true }, { q: rare })).toEqual([two._id])
    expect(await found({ brand: 'Other' })).toEqual([])
    expect(ids(await feed({ category_id: category._id, 'attributes[gears]': 21 }))).toEqual([two._id])
    const wrong: Query[] = [{ 'attributes[colour]': 'red' }, { 'attributes[gears]': 'many' }]
    for (const query of wrong) {
      const path = Object.keys(query)[0]?.replace('[', '.').replace(']', '')
      expectProblem(
        await search({ category_id: category._id, ...query }),
        400,
        'ATTRIBUTE_INVALID',
        `query.${path}`,
      )
    }
    expectProblem(await search({ 'attributes[brand]': 'Acme' }), 400, 'ATTRIBUTE_INVALID')
    expectProblem(await feed({ 'attributes[brand]': 'Acme' }), 400, 'ATTRIBUTE_INVALID')
  })

  test('shows what was sold only when asked', async () => {
    const author = await newMember()
    const rare = word()
    const open = await newPost(author, { title: `Vase ${rare}` })
    const sold = await newPost(author, { title: `Vase ${rare}`, price: 30 })
    await sell(author, sold._id)
    expect(ids(await search({ q: rare }))).toEqual([open._id])
    const both = await search({ q: rare, include_sold: true, sort: 'price_desc', currency: 'EUR' })
    expect(both.body.data).toMatchObject([
      { _id: sold._id, isSold: true },
      { _id: open._id, isSold: false },
    ])
  })

  test('takes each misspelt word for a known one', async () => {
    const author = await newMember()
    const [first, second] = [word(), word()]
    const post = await newPost(author, { title: `${first} ${second}` })
    const { body } = await search({ q: `${first.slice(0, -1)} ${second.slice(0, -1)}` })
    expect(body.data[0]._id).toBe(post._id)
    expect(body.meta).toMatchObject({ fallback: true, did_you_mean: `${first} ${second}` })
  })

  test('finds what was meant when two letters were swapped', async () => {
    const rare = word()
    const post = await newPost(await newMember(), { title: `Bicycle ${rare}` })
    const { body } = await search({ q: `bycicle ${rare}` })
    expect(body.data).toMatchObject([{ _id: post._id }])
    expect(body.meta).toMatchObject({ fallback: true, did_you_mean: `bicycle ${rare}` })
  })

  test('pages through what is like the words, and through what is sold, each once', async () => {
    const author = await newMember()
    const rare = word()
    const made: string[] = []
    for (const price of [1, 2, 3, 4, 5])
      made.push((await newPost(author, { title: `Jug ${rare}`, price }))._id)
    for (const id of made.slice(0, 2)) await sell(author, id)
    const walk = async (query: Query) => {
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const answer = await search({ ...query, limit: 2, ...(cursor ? { cursor } : {}) })
        expect(answer.body.meta.fallback).toBe(query.q !== rare)
        seen.push(...ids(answer))
        if (!answer.body.meta.hasMore) break
        cursor = String(answer.body.meta.nextCursor)
      }
      expect(new Set(seen).size).toBe(seen.length)
      // Other words may be like these, too.
      return seen.filter((id) => made.includes(id)).sort()
    }
    for (const q of [rare, `${rare.slice(0, 6)}${rare.slice(7)}`])
      for (const sort of ['relevance', 'newest', 'price_asc']) {
        const query = { q, sort, currency: 'EUR' }
        expect(await walk(query), sort).toEqual(made.slice(2).sort())
        expect(await walk({ ...query, include_sold: true }), sort).toEqual([...made].sort())
      }
  })

  test('sorts by price and by distance all that has the words, the oldest too', async () => {
    const author = await newMember()
    const rare = word()
    const place = { type: 'Point', coordinates: [13.4, 52.5] }
    const first = await newPost(author, { title: `Coin ${rare}`, price: 1, location: place })
    await sql`
      insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, status, longitude, latitude,
        public_longitude, public_latitude, published_at, expires_at, created_at, updated_at)
      select gen_random_uuid(), author_id, title, 5000 + n, currency, category_id, 'active', 14, 53, 14, 53,
        published_at + interval '1 second', expires_at, created_at, updated_at
      from marketplace.post, generate_series(1, 600) n where id = ${first._id}`.execute(await database())
    const query = { q: rare, currency: 'EUR', lat: 52.5, lng: 13.4, limit: 1 }
    for (const sort of ['price_asc', 'distance'])
      expect(ids(await search({ ...query, sort })), sort).toEqual([first._id])
    const [card] = (await search({ ...query, sort: 'price_desc' })).body.data
    expect(card.price_minor).toBe(5600)
  })

  test('takes no more than five statements, whatever it is asked, and the feed of a category one', async () => {
    const author = await newMember()
    const [rare, counting] = [word(), await openCountingApp()]
    const parent = await newCategory()
    const child = await newCategory({ parent_id: parent._id })
    const filed = { category_id: parent._id, sub_category_id: child._id }
    await newPost(author, { title: `Tray ${rare}`, ...filed })
    const { body } = await call('GET', '/api/v1/usr-mgt/search-post', {
      as: author,
      app: counting.app,
      query: { ...filed, q: `${rare.slice(0, 6)}${rare.slice(7)}` },
    })
    expect(body.meta).toMatchObject({ fallback: true, did_you_mean: rare })
    expect(counting.count()).toBeLessThanOrEqual(5)
    const before = counting.count()
    await call('GET', '/api/v1/post-mgt/get', { as: author, app: counting.app, query: filed })
    expect(counting.since(before)).toHaveLength(1)
    await counting.app.close()
  })

  test('says how many there are, and from some number on that there are at least so many', async () => {
    const author = await newMember()
    const rare = word()
    const one = await newPost(author, { title: `Bead ${rare}`, condition: 'good' })
    const query = { q: rare, limit: 100 }
    expect((await search(query)).body.meta).toMatchObject({
      matches: { count: 1, more: false },
      facets: { category: [{ count: 1 }], condition: [{ value: 'good', name: 'good', count: 1 }] },
    })
    await copy(one._id, mostCandidates + 50)
    for (const sort of ['relevance', 'newest']) {
      const { meta } = (await search({ ...query, sort })).body
      expect(meta, sort).toMatchObject({
        matches: { count: mostCandidates, more: true },
        facets: { condition: [{ value: 'good', name: 'good', count: mostCandidates }] },
      })
      // What is looked at is walked to its end, each listing once.
      const seen = await walk({ ...query, sort })
      expect(seen, sort).toHaveLength(mostCandidates)
      expect(new Set(seen).size, sort).toBe(mostCandidates)
    }
    const none = (await search({ q: word() })).body
    expect(none.data).toEqual([])
    expect(none.meta).toMatchObject({
      fallback: false,
      matches: { count: 0, more: false },
      facets: { category: [], condition: [] },
    })
  })

  test('pages through what is alike in price, in age and in relevance, each once and in one order', async () => {
    const author = await newMember()
    const rare = word()
    const one = await newPost(author, { title: `Button ${rare}`, price: 5 })
    await copy(one._id, 11)
    const all = await walk({ q: rare, limit: 100 })
    expect(all).toHaveLength(12)
    for (const sort of ['relevance', 'newest', 'price_asc', 'price_desc', 'distance']) {
      const place = { lat: 0, lng: 0, currency: 'EUR' }
      const byIds = sort === 'price_asc' || sort === 'distance' ? all.toSorted() : all.toSorted().reverse()
      expect(await walk({ ...place, q: rare, sort, limit: 5 }), sort).toEqual(byIds)
    }
  })

  test('finds what is old among millions, be it one or many', async () => {
    const author = await newMember()
    const [rare, frequent] = [word(), word()]
    const one = await newPost(author, { title: `Stamp ${rare}` })
    const other = await newPost(author, { title: `Stamp ${frequent}` })
    await copy(other._id, 700)
    await sql`select setval('marketplace.post_number', nextval('marketplace.post_number') + 3000000)`.execute(
      await database(),
    )
    const newest = await newPost(await newMember(), { title: `Stamp ${rare} ${frequent}` })
    expect(ids(await search({ q: rare }))).toEqual([newest._id, one._id])
    const { body } = await search({ q: frequent, sort: 'newest' })
    expect(body.data[0]._id).toBe(newest._id)
    expect(body.meta.matches).toEqual({ count: mostCandidates, more: true })
    // Two words, and a word in a category, begin with wider spans.
    const wider = (found: string): Query[] => [
      { q: `stamp ${found}` },
      { q: found, category_id: one.category._id },
    ]
    for (const query of wider(rare)) expect(ids(await search(query))).toEqual([newest._id, one._id])
    for (const query of wider(frequent)) {
      const wide = await search({ ...query, sort: 'newest' })
      expect(wide.body.data).toEqual(body.data)
      expect(wide.body.meta.matches).toEqual({ count: mostCandidates, more: true })
    }
    const dearest = await search({ q: frequent, sort: 'price_asc', currency: 'EUR' })
    expect(dearest.body.meta.matches).toEqual({ count: 702, more: false })
  })

  test('looks at every number once, the newest first, however wide its first spans are', async () => {
    const { rows } = await sql<{ newest: number; narrowest: number; missed: number; spans: number }>`
      select newest, narrowest,
        (select count(*) from generate_series(0, newest, greatest(newest / 1000, 1)) number
          where (select count(*) from marketplace.spans_below(newest, narrowest) span where marketplace.spans_of(number) @> array[span]) <> 1) as missed,
        (select count(*) from marketplace.spans_below(newest, narrowest)) as spans
      from unnest(array[1, 511, 512, 2048, 5000, 32767, 300000, 5000001, 1000000000]::bigint[]) newest, generate_series(0, 2) narrowest`.execute(
      await database(),
    )
    for (const { newest, narrowest, missed, spans } of rows) {
      expect(missed, `${newest}, ${narrowest}`).toBe(0)
      expect(spans, `${newest}, ${narrowest}`).toBeLessThanOrEqual(36 + newest / 2 ** 21)
    }
  })

  test('finds what is filed under a name as well, whatever becomes of the category', async () => {
    const author = await newMember()
    const administrator = await categoryKeeper()
    // Only a word with a vowel has a plural.
    const [vehicle, cycle, moped] = [word(), `${word()}el`, word()]
    const above = await newCategory({ name: `${vehicle} of all kinds`, names: { de: `${vehicle}zeug` } })
    const category = await newCategory({ name: `${cycle} & scooters`, parent_id: above._id })
    const filed = await newPost(author, {
      title: 'Brompton, red',
      category_id: above._id,
      sub_category_id: category._id,
    })
    const named = await newPost(author, { title: `Bell of a ${cycle}` })
    const found = async (q: string, more: Query = {}) => ids(await search({ q, ...more }))
    // What says it itself comes first, however old.
    expect(await found(cycle)).toEqual([named._id, filed._id])
    expect(await found(`${cycle} brompton`)).toEqual([filed._id])
    expect(await found(cycle, { category_id: above._id })).toEqual([filed._id])
    expect(await found(vehicle)).toEqual([filed._id])
    expect(await found(`${vehicle}zeug`)).toEqual([filed._id])
    const { meta } = (await search({ q: cycle })).body
    expect(meta.matches).toEqual({ count: 2, more: false })
    const update = (id: string, body: object) =>
      call('PUT', `/api/v1/category-mgt/update/${id}`, { as: administrator, body })
    await update(category._id, { name: `${moped} & others` })
    expect(await found(cycle)).toEqual([named._id])
    expect(await found(moped)).toEqual([filed._id])
    const other = await newCategory({ name: `Wheels ${word()}` })
    const [, wheels = ''] = other.name.split(' ')
    await update(category._id, { merge_into: other._id })
    expect(await found(wheels)).toEqual([filed._id])
    await jobsDone()
    expect(await found(wheels)).toEqual([filed._id])
    expect(ids(await search({ q: moped }))).not.toContain(filed._id)
    expect(ids(await feed({ category_id: other._id }))).toEqual([filed._id])
  })

  test('forgets the words of what is gone, and keeps no long numbers', async () => {
    const author = await newMember()
    const [kept, gone] = [word(), word()]
    const telephone = '03012345678'
    const post = await newPost(author, { title: `Rug ${kept} ${gone} ${telephone}` })
    const known = async () => {
      const { rows } = await sql<{ term: string }>`
        select term from marketplace.search_term where term in (${kept}, ${gone}, ${telephone})`.execute(
        await database(),
      )
      return rows.map(({ term }) => term).sort()
    }
    expect(await known()).toEqual([kept, gone].sort())
    const as = author
    await call('PUT', `/api/v1/post-mgt/update/${post._id}`, { as, body: { title: `Rug ${kept}` } })
    // Each time it looks at some of all words.
    await eventually(async () => {
      await runNow(sweepSearchTerms, {})
      return !(await known()).includes(gone)
    })
    expect(await known()).toEqual([kept])
  })

  test('is remembered for its member, once, unless they would rather not', async () => {
    const person = await newMember()
    const rare = word()
    const history = async () => {
      await (await world()).host.services.writeBehind.flush()
      const { rows } = await sql<{ words: string }>`
        select words from marketplace.search_history where user_id = ${person.id} order by words`.execute(
        await database(),
      )
      return rows.map(({ words }) => words)
    }
    await search({ q: `b ${rare}`, remember: false }, person)
    const nowhere = await search({ category_id: newId() }, person)
    expect([nowhere.status, nowhere.body.data]).toEqual([200, []])
    expect(await history()).toEqual([])
    for (const q of [rare, rare, `a ${rare}`]) await search({ q }, person)
    expect(await history()).toEqual([`a ${rare}`, rare].sort())
  })
})
