import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { applyFor, boostsOf, newBoost, newPackage } from '../../testing/boosts.ts'
import { newCategory } from '../../testing/categories.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newMember,
  newStaff,
  signedIn,
  world,
} from '../../testing/kit.ts'
import { fund } from '../../testing/money.ts'
import { ids, newHeldPost, newPost, noticesOf, removePost, searchFor, sell } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { look, show } from '../../testing/views.ts'
import { balanceOf } from '../wallet/public.ts'
import { followBoosts } from './sweep-jobs.ts'

const availableTo = async ({ id }: { id: string }) => {
  const { services } = (await world()).host
  return (await balanceOf(services.db, id, { currency: 'EUR', mode: services.moneyMode })).available_minor
}

const offersFor = async (as: { token: string }, postId: string) =>
  (await granted(call('GET', '/api/v1/package-mgt/get', { as, query: { post_id: postId } }))).body.data

describe('packages', () => {
  test('have versions that stay as they were sold', async () => {
    const as = await newStaff('administrator')
    const name = `Week ${newId()}`
    const body = { name, kind: 'bump', price: 5, currency: 'EUR', duration_days: 7 }
    const add = (more: object) => call('POST', '/api/v1/package-mgt/add', { as, body: { ...body, ...more } })
    const first = (await granted(add({}))).body.data
    expect(first).toMatchObject({ version: 1, price_minor: 500, is_last: true, quantity: null })
    expectProblem(await add({ name: name.toUpperCase() }), 409, 'NAME_TAKEN')
    expect((await granted(add({ price: 6 }))).body.data).toMatchObject({ version: 2, price_minor: 600 })
    const author = await newMember()
    await fund(author, 1000)
    const post = await newPost(author)
    expectProblem(await applyFor(author, first._id, post._id), 404, 'NO_SUCH_PACKAGE')
    expect((await granted(add({ price: 6, active: false }))).body.data).toMatchObject({ version: 3 })
    const sold = await granted(call('GET', '/api/v1/package-mgt/get'))
    expect(sold.body.data.map((one: { name: string }) => one.name)).not.toContain(name)
    const versions = await granted(call('GET', '/api/v1/package-mgt/versions', { as }))
    const own = versions.body.data.filter((one: { name: string }) => one.name === name)
    expect(
      own.map(({ version, is_last }: { version: number; is_last: boolean }) => [version, is_last]),
    ).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    const { db } = (await world()).host.services
    const change = sql`update marketplace.package set price_minor = 1 where id = ${first._id}`.execute(db)
    await expect(change).rejects.toThrow('does not change')
    expectProblem(await add({ name: newId(), price: 1.234 }), 400, 'PRICE_PRECISION')
    expectProblem(await add({ name: newId(), currency: 'XQQ' }), 400, 'VALIDATION_FAILED', 'body.currency')
    expectProblem(await add({ name: newId(), category_ids: [newId()] }), 404, 'NO_SUCH_CATEGORY')
  })

  test('are for listings of their categories, and for no more at once than there are places', async () => {
    const [author, category] = [await newMember(), await newCategory()]
    await fund(author, 5000)
    const inside = await newPost(author, { category_id: category._id })
    const [outside, another] = [await newPost(author), await newPost(author, { category_id: category._id })]
    const sold = await newPackage({ category_ids: [category._id], quantity: 1 })
    expectProblem(await applyFor(author, sold._id, outside._id), 409, 'PACKAGE_NOT_ELIGIBLE')
    const answers = await Promise.all([inside, another].map(({ _id }) => applyFor(author, sold._id, _id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    if (refused) expectProblem(refused, 409, 'PACKAGE_FULL')
    const offer = (await offersFor(author, outside._id)).find(({ _id }: { _id: string }) => _id === sold._id)
    expect(offer).toMatchObject({ refusal: 'PACKAGE_NOT_ELIGIBLE' })
    expect(await availableTo(author)).toBe(4300)
  })
})

describe('a boost', () => {
  test('queues behind others of its kind, three at most, however many press at once', async () => {
    const author = await newMember()
    await fund(author, 10_000)
    const [post, sold, other] = [
      await newPost(author),
      await newPackage(),
      await newPackage({ kind: 'urgent' }),
    ]
    const answers = await Promise.all(Array.from({ length: 8 }, () => applyFor(author, sold._id, post._id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 409, 'ALREADY_QUEUED')
    const boosts = (await boostsOf(author, post._id)).toSorted(
      (a: { starts_at: string }, b: { starts_at: string }) => (a.starts_at < b.starts_at ? -1 : 1),
    )
    expect(boosts.map(({ status }: { status: string }) => status)).toEqual([
      'active',
      'scheduled',
      'scheduled',
    ])
    expect(boosts[1].starts_at).toBe(boosts[0].ends_at)
    expect(boosts[2].starts_at).toBe(boosts[1].ends_at)
    expect((await applyFor(author, other._id, post._id)).status).toBe(200)
    expect(await availableTo(author)).toBe(10_000 - 4 * 700)
    expect(await noticesOf(author, 'package')).toHaveLength(2)
    const offers = await offersFor(author, post._id)
    expect(offers.find(({ _id }: { _id: string }) => _id === sold._id).refusal).toBe('ALREADY_QUEUED')
    await expect(
      sql`
        insert into marketplace.boost select newer.* from marketplace.boost b,
          jsonb_populate_record(b, jsonb_build_object('id', ${newId()}::text)) newer where b.id = ${boosts[0]._id}`.execute(
        (await world()).host.services.db,
      ),
    ).rejects.toThrow('boost_alone')
  })

  test('is bought once for a key, never without money, and only for one’s own listing that is for sale', async () => {
    const [author, stranger] = [await newMember(), await newMember()]
    const [post, sold] = [await newPost(author), await newPackage()]
    expectProblem(await applyFor(author, sold._id, post._id), 402, 'INSUFFICIENT_FUNDS')
    expect(await boostsOf(author, post._id)).toEqual([])
    await fund(author, 1400)
    const key = newId()
    const answers = await Promise.all([1, 2, 3].map(() => applyFor(author, sold._id, post._id, { key })))
    const repeat = await applyFor(author, sold._id, post._id, { key })
    expect(repeat.status).toBe(200)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await availableTo(author)).toBe(700)
    const receipts = (await granted(call('GET', '/api/v1/payment-mgt/receipts', { as: author }))).body.data
    expect(receipts).toMatchObject([{ type: 'boost', subject: `${sold.name}: ${post.title}`, total: 7 }])
    expectProblem(await applyFor(stranger, sold._id, post._id), 404, 'NO_SUCH_POST')
    expectProblem(
      await call('GET', '/api/v1/package-mgt/get', { as: stranger, query: { post_id: post._id } }),
      404,
      'NO_SUCH_POST',
    )
    expectProblem(
      await applyFor(author, sold._id, post._id, { start_at: '2999-01-01T00:00:00Z' }),
      400,
      'VALIDATION_FAILED',
      'body.start_at',
    )
    await sell(author, post._id, 'reserved')
    expectProblem(await applyFor(author, sold._id, post._id), 409, 'POST_NOT_ACTIVE')
    expectProblem(await applyFor(author, sold._id, (await newHeldPost(author))._id), 409, 'POST_NOT_ACTIVE')
  })

  test('stands still while its listing is reserved, and those behind it come later', async () => {
    const author = await newMember()
    await fund(author, 1400)
    const [post, sold] = [await newPost(author), await newPackage()]
    const first = (await granted(applyFor(author, sold._id, post._id))).body.data
    const second = (await granted(applyFor(author, sold._id, post._id))).body.data
    await sell(author, post._id, 'reserved')
    const byId = async (as = author) =>
      new Map<string, Record<string, string>>(
        (await boostsOf(as, post._id)).map((one: { _id: string }) => [one._id, one]),
      )
    expect((await byId()).get(first._id)).toMatchObject({ status: 'suspended' })
    await later(days(8), async () => {
      const as = await signedIn(author)
      await runNow(followBoosts, {})
      expect((await byId(as)).get(first._id)).toMatchObject({ status: 'suspended' })
      expect((await byId(as)).get(second._id)).toMatchObject({
        status: 'suspended',
        suspended_at: second.starts_at,
      })
      await sell(as, post._id, 'available')
      const now = (await world()).clock.now().getTime()
      const [one, two] = [(await byId(as)).get(first._id), (await byId(as)).get(second._id)]
      expect(one).toMatchObject({ status: 'active' })
      expect(Math.abs(Date.parse(String(one?.ends_at)) - now - days(7))).toBeLessThan(60_000)
      expect(two).toMatchObject({ status: 'scheduled', starts_at: one?.ends_at })
      expect(Date.parse(String(two?.ends_at)) - Date.parse(String(two?.starts_at))).toBe(days(7))
    })
  })

  test('ends with its listing, and gives whole days that nobody saw back once', async () => {
    const author = await newMember()
    await fund(author, 3000)
    // Ten euros for seven days: a day is 1.428…
    const [post, sold] = [await newPost(author), await newPackage({ price: 10 })]
    for (const _ of [1, 2]) await granted(applyFor(author, sold._id, post._id))
    await later(days(2) + hours(1), async () => {
      const as = await signedIn(author)
      await granted(sell(as, post._id, 'sold_elsewhere'))
      await runNow(followBoosts, {})
      await jobsDone()
      const boosts = await boostsOf(as, post._id)
      const ended = boosts.map((one: Record<string, unknown>) => [one.status, one.refunded_minor])
      expect(ended.sort()).toEqual([
        ['ended_early', Math.floor((1000 * 4) / 7)],
        ['refunded', 1000],
      ])
      expect(await availableTo(as)).toBe(1000 + 571 + 1000)
      await granted(sell(as, post._id, 'available'))
      await runNow(followBoosts, {})
      expect(await availableTo(as)).toBe(2571)
    })
    const deleted = await newBoost(author)
    await granted(removePost(author, deleted.postId))
    expect(await boostsOf(author, deleted.postId)).toMatchObject([
      { status: 'ended_early', refunded_minor: 600 },
    ])
  })

  test('says in the end what it brought against the week before, and forecasts others', async () => {
    const [author, reader] = [await newMember(), await newMember()]
    // One that was published later would stay the newest for whoever looks after this.
    const [{ _id: postId }, { _id: another }] = [await newPost(author), await newPost(author)]
    await show(reader, [postId])
    await later(days(3), async () => {
      const [seller, neighbour] = [await signedIn(author), await signedIn(reader)]
      await fund(author, 700)
      await granted(applyFor(seller, (await newPackage({ duration_days: 3 }))._id, postId))
      await show(neighbour, [postId])
      await look(neighbour, [postId])
      await show(await newMember(), [postId])
    })
    await later(days(6) + hours(1), async () => {
      const as = await signedIn(author)
      await runNow(followBoosts, {})
      await jobsDone()
      const [boost] = await boostsOf(as, postId)
      expect(boost).toMatchObject({
        status: 'completed',
        refunded_minor: 0,
        report: {
          ...{ days: 4, promoted_impressions: 0, impressions: 2, views: 1, favourites: 0, chats: 0 },
          before: { impressions: 1, views: 0, favourites: 0, chats: 0 },
        },
      })
      expect(await noticesOf(as, 'package')).toHaveLength(2)
      const offers = await offersFor(as, another)
      const top = offers.find(
        ({ kind, category_ids }: { kind: string; category_ids: string[] }) =>
          kind === 'top' && category_ids.length === 0,
      )
      expect(top.refusal).toBeNull()
      expect(top.forecast.boosts).toBeGreaterThan(0)
      expect(top.forecast.views_low).toBeLessThanOrEqual(top.forecast.views_high)
    })
  })
})

describe('lists with places to buy', () => {
  interface Listed {
    _id: string
    is_promoted?: boolean
    is_urgent?: boolean
  }
  const page = (at: string, query: Record<string, string | number>) =>
    granted(call<Listed[]>('GET', `/api/v1/${at}`, { query }))

  test.each([
    ['post-mgt/get', {}, 'featured'],
    ['usr-mgt/search-post', { sort: 'newest' }, 'bundle'],
    ['usr-mgt/search-post', { sort: 'price_asc', currency: 'EUR' }, 'top'],
  ])(
    '%s %o are walked without a listing twice or missed, with boosts among the changes',
    async (at, more, kind) => {
      const [author, category] = [await newMember(), await newCategory()]
      await fund(author, 100_000)
      const posts: string[] = []
      for (let n = 0; n < 40; n += 1)
        posts.push((await newPost(author, { category_id: category._id, price: 20 + n }))._id)
      const sold = await newPackage({ kind })
      for (const n of [1, 5, 9, 20, 33]) await granted(applyFor(author, sold._id, posts[n] ?? ''))
      for (const limit of [1, 6, 13, 20]) {
        const walked: Listed[] = []
        let [cursor, pages] = [undefined as string | undefined, 0]
        for (;;) {
          const { body } = await page(at, {
            category_id: category._id,
            limit,
            ...more,
            ...(cursor && { cursor }),
          })
          expect(body.data.length).toBeLessThanOrEqual(limit)
          const promoted = body.data.filter(({ is_promoted }) => is_promoted)
          expect(promoted.length).toBeLessThanOrEqual(Math.floor(limit / 6))
          expect(promoted.every(({ is_urgent }) => is_urgent === (kind === 'bundle' || undefined))).toBe(true)
          if (pages === 0 && limit >= 6) expect(promoted.length).toBeGreaterThan(0)
          walked.push(...body.data)
          pages += 1
          // While somebody walks, one boost more begins, and another one stands still.
          if (pages === 1) {
            await applyFor(author, sold._id, posts[10 + limit] ?? '')
            await granted(sell(author, posts[20] ?? '', 'reserved'))
          }
          if (body.meta.nextCursor === null) break
          cursor = String(body.meta.nextCursor)
        }
        await granted(sell(author, posts[20] ?? '', 'available'))
        expect(walked.map(({ _id }) => _id).toSorted()).toEqual(posts.toSorted())
      }
    },
  )

  test('show nothing that is not for their reader, and count what was shown', async () => {
    const [author, reader] = [await newMember(), await newMember()]
    const category = await newCategory()
    await fund(author, 700)
    const others: string[] = []
    for (let n = 0; n < 8; n += 1) others.push((await newPost(reader, { category_id: category._id }))._id)
    const post = await newPost(author, { category_id: category._id, title: `Gramophone ${newId()}` })
    const sold = await newPackage({ kind: 'featured' })
    const boost = (await granted(applyFor(author, sold._id, post._id))).body.data
    const shownTo = async (
      as: { token: string } | undefined,
      query: Record<string, string | number> = {},
    ) => {
      const asked = { category_id: category._id, limit: 20, ...query }
      const { body } = await granted(
        call<Listed[]>('GET', '/api/v1/post-mgt/get', { ...(as && { as }), query: asked }),
      )
      return body.data.filter(({ is_promoted }) => is_promoted).map(({ _id }) => _id)
    }
    expect(await shownTo(undefined)).toEqual([post._id])
    expect(await shownTo(author)).toEqual([])
    expect(await shownTo(undefined, { lat: -40, lng: 170, radius_km: 10 })).toEqual([])
    expect(await shownTo(undefined, { max_price: 1, currency: 'EUR' })).toEqual([])
    const found = await searchFor({ q: 'gramophone', limit: 20, category_id: category._id })
    expect(ids(found)).toEqual([post._id])
    const body = { user_id: author.id, is_blocked: true }
    await granted(call('POST', '/api/v1/usr-mgt/block', { as: reader, body }))
    expect(await shownTo(reader)).toEqual([])
    const { services } = (await world()).host
    await services.writeBehind.flush()
    const [own] = await boostsOf(author, post._id)
    expect(own).toMatchObject({ _id: boost._id, promoted_impressions: 1 })
    await sell(author, post._id, 'reserved')
    expect(await shownTo(undefined)).toEqual([])
  })
})
