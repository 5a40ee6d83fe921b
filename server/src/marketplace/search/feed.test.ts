import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newCategory } from '../../testing/categories.ts'
import { call, expectProblem, newMember, world } from '../../testing/kit.ts'
import { detail, feed, ids, newPost, searchFor, sell, word } from '../../testing/posts.ts'

const base = '/api/v1/post-mgt'
const database = async () => (await world()).host.services.db
type As = { token: string } | undefined

describe('the feed', () => {
  test('shows what is near, newest first, and pages without repeats', async () => {
    const author = await newMember()
    const at = (longitude: number) => ({ location: { type: 'Point', coordinates: [longitude, -71.5] } })
    const first = await newPost(author, at(100))
    const second = await newPost(author, at(100.1))
    const third = await newPost(author, at(100.2))
    const far = await newPost(author, at(110))
    const near = { lat: -71.5, lng: 100 }
    const whole = await feed(near)
    expect(ids(whole)).toEqual([third._id, second._id, first._id])
    expect(ids(await feed({ ...near, radius_km: 500 }))).toContain(far._id)
    const page = await feed({ ...near, limit: 2 })
    const rest = await feed({ ...near, limit: 2, cursor: String(page.body.meta.nextCursor) })
    expect([...ids(page), ...ids(rest)]).toEqual(ids(whole))
    expect(rest.body.meta).toEqual({ nextCursor: null, hasMore: false, limit: 2 })
    expectProblem(
      await feed({ lat: -71.4, lng: 100, cursor: String(page.body.meta.nextCursor) }),
      400,
      'CURSOR_INVALID',
    )
  })

  test('starts from where the caller lives', async () => {
    const author = await newMember({ longitude: 60, latitude: -65 })
    const neighbour = await newMember({ longitude: 60.1, latitude: -65 })
    const post = await newPost(author)
    const [card] = (await feed({}, neighbour)).body.data
    expect(card?._id).toBe(post._id)
    expect(card?.distance_km).toBeGreaterThan(3)
    expect(ids(await feed({ limit: 100 }, await newMember()))).not.toContain(post._id)
  })

  test('is right across the 180th meridian', async () => {
    const author = await newMember()
    const east = await newPost(author, { location: { type: 'Point', coordinates: [179.95, -60] } })
    const west = await newPost(author, { location: { type: 'Point', coordinates: [-179.95, -60] } })
    const found = [west._id, east._id]
    expect(ids(await feed({ lat: -60, lng: 179.99, radius_km: 20 }))).toEqual(found)
    expect(ids(await feed({ bbox: '179,-61,-179,-59' }))).toEqual(found)
    expect(ids(await feed({ bbox: '-179,-61,179,-59' }))).not.toContain(east._id)
  })

  test('drops a listing at the moment it ends', async () => {
    const author = await newMember()
    const category = await newCategory({ expiration_days: 1 })
    const post = await newPost(author, { category_id: category._id })
    expect(ids(await feed({ category_id: category._id }))).toEqual([post._id])
    const { clock } = await world()
    clock.advance(days(1) + 1000)
    const late = await feed({ category_id: category._id })
    const shown = await detail(post._id)
    clock.advance(-days(1) - 1000)
    expect(ids(late)).toEqual([])
    expect(shown.body.data.status).toBe('expired')
  })

  test('refuses half a place, a wrong box and prices without a currency', async () => {
    const wrong: Record<string, string | number>[] = [
      { lat: 1 },
      { lng: 1 },
      { bbox: '1,2,3,91' },
      { bbox: '1,5,3,2' },
      { radius_km: 5 },
    ]
    for (const query of wrong) {
      expectProblem(await feed(query), 400, 'GEO_INVALID')
      expectProblem(await searchFor(query), 400, 'GEO_INVALID')
    }
    for (const look of [feed, searchFor]) {
      expectProblem(await look({ min_price: 1 }), 400, 'CURRENCY_REQUIRED')
      expectProblem(await look({ min_price: 2, max_price: 1, currency: 'EUR' }), 400, 'PRICE_RANGE_INVALID')
      expectProblem(await look({ min_price: 1.5, currency: 'JPY' }), 400, 'PRICE_PRECISION')
    }
    expectProblem(await searchFor({ sort: 'distance' }), 400, 'GEO_INVALID')
    expectProblem(await searchFor({ cursor: 'x.y' }), 400, 'CURSOR_INVALID')
  })
})

describe('the search', () => {
  test('finds words in titles before words in descriptions', async () => {
    const author = await newMember()
    const rare = word()
    const below = await newPost(author, { title: 'Something else', description: `A ${rare} inside` })
    const above = await newPost(author, { title: `Red ${rare}` })
    const { body } = await searchFor({ q: rare })
    expect(body.data.map((card) => card._id)).toEqual([above._id, below._id])
    expect(body.meta).toMatchObject({ fallback: false, did_you_mean: null })
  })

  test('falls back to likeness for a typing error, and says so', async () => {
    const author = await newMember()
    const rare = word()
    const post = await newPost(author, { title: `Green ${rare}` })
    const typo = `${rare.slice(0, 6)}${rare.slice(7)}`
    const { body } = await searchFor({ q: typo })
    expect(body.data[0]?._id).toBe(post._id)
    expect(body.meta).toMatchObject({ fallback: true, did_you_mean: rare })
    const none = await searchFor({ q: 'qxjzvwkqyxhz' })
    expect(none.body.data).toEqual([])
    expect(none.body.meta).toMatchObject({ fallback: false, did_you_mean: null })
  })

  test('sorts, filters and counts', async () => {
    const author = await newMember()
    const rare = word()
    const category = await newCategory()
    const sub = await newCategory({ parent_id: category._id })
    const post = (price: number, more: object) => newPost(author, { title: `Chair ${rare}`, price, ...more })
    const cheap = await post(5, { category_id: category._id, sub_category_id: sub._id, condition: 'good' })
    const dear = await post(50, { category_id: category._id, condition: 'new' })
    const yen = await post(7, { currency: 'JPY', condition: 'good' })
    const found = async (query: object, as?: As) => ids(await searchFor({ q: rare, ...query }, as))
    expect(await found({ sort: 'newest' })).toEqual([yen._id, dear._id, cheap._id])
    expect(await found({ sort: 'price_asc', currency: 'EUR' })).toEqual([cheap._id, dear._id])
    expect(await found({ sort: 'price_desc' }, author)).toEqual([dear._id, cheap._id])
    expect(await found({ min_price: 6, max_price: 60, currency: 'EUR' })).toEqual([dear._id])
    expect((await found({ category_id: category._id })).sort()).toEqual([cheap._id, dear._id].sort())
    expect(await found({ category_id: sub._id })).toEqual([cheap._id])
    expect(await found({ sub_category_id: sub._id })).toEqual([cheap._id])
    expect((await found({ condition: 'good,fair' })).sort()).toEqual([cheap._id, yen._id].sort())
    expect(await found({ posted_within: 1 })).toHaveLength(3)
    const { facets } = (await searchFor({ q: rare, limit: 1 })).body.meta as {
      facets: Record<string, { value: string; name: string; count: number }[]>
    }
    expect(facets.condition).toEqual([
      { value: 'good', name: 'good', count: 2 },
      { value: 'new', name: 'new', count: 1 },
    ])
    expect(facets.category?.[0]).toEqual({ value: category._id, name: category.name, count: 2 })
    const gift = await post(0, { currency: 'JPY' })
    expect(await found({ max_price: 0 })).toEqual([gift._id])
    expect(await found({ max_price: 0 }, author)).toEqual([gift._id])
    expect(await found({ max_price: 0, currency: 'EUR' })).toEqual([])
  })

  test('walks every sort to the end, each listing once', async () => {
    const author = await newMember()
    const rare = word()
    const made = await Promise.all(
      [1, 1, 2, 2, 3].map((price, index) => newPost(author, { title: `Lamp ${rare} ${index}`, price })),
    )
    for (const sort of ['relevance', 'newest', 'price_asc', 'price_desc', 'distance']) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const answer = await searchFor({ q: rare, sort, limit: 2, ...(cursor ? { cursor } : {}) }, author)
        expect(answer.status).toBe(200)
        seen.push(...ids(answer))
        cursor = answer.body.meta.nextCursor as string | null
      } while (cursor)
      expect([...seen].sort(), sort).toEqual(made.map((post) => post._id).sort())
    }
  })

  test('sorts by distance, and hides it where the seller wants that', async () => {
    const author = await newMember()
    const rare = word()
    const at = (longitude: number) => ({
      title: `Boat ${rare} ${longitude}`,
      location: { type: 'Point', coordinates: [longitude, 10] },
    })
    const far = await newPost(author, at(22))
    const near = await newPost(author, at(21))
    const query = { q: rare, sort: 'distance', lat: 10, lng: 20 }
    const answer = await searchFor(query)
    expect(ids(answer)).toEqual([near._id, far._id])
    expect(Math.round(answer.body.data[0]?.distance_km ?? 0)).toBeGreaterThan(108)
    await sql`update marketplace.users set shows_distance = false where id = ${author.id}`.execute(
      await database(),
    )
    expect((await searchFor(query)).body.data.map((card) => card.distance_km)).toEqual([null, null])
  })
})

describe('one’s own listings', () => {
  test('come in every state, with counts, and are nobody else’s', async () => {
    const author = await newMember()
    const open = await newPost(author, { title: '100% wool' })
    const draft = await newPost(author, { draft: true })
    const sold = await newPost(author)
    await sell(author, sold._id, 'sold_elsewhere')
    const mine = (query: Record<string, string | number> = {}, as: As = author) =>
      call('GET', `${base}/get-mine`, { as, query })
    const all = await mine()
    expect(ids(all)).toEqual([sold._id, draft._id, open._id])
    expect(all.body.meta.counts).toEqual({ active: 1, draft: 1, sold: 1 })
    expect(ids(await mine({ status: 'draft,sold' }))).toEqual([sold._id, draft._id])
    expect(ids(await mine({ q: '0% W' }))).toEqual([open._id])
    const page = await mine({ limit: 2 })
    expect(ids(await mine({ limit: 2, cursor: String(page.body.meta.nextCursor) }))).toEqual([open._id])
    expect(ids(await mine({}, await newMember()))).toEqual([])
    expectProblem(await mine({ cursor: 'a.b' }), 400, 'CURSOR_INVALID')
  })
})
