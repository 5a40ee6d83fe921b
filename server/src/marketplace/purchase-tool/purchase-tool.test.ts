import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { sweepNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { load, reserve, sweepIn, uploadPicture } from '../../testing/pictures.ts'
import { newPost, detail as readPost, searchFor } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { comparePurchases } from './jobs.ts'

const base = '/api/v1/purchase-tool'
const create = (as: TestPerson, more: object = {}) =>
  call('POST', `${base}/creation`, {
    as,
    body: {
      user_id: as.id,
      title: 'Oak "chair"\nold',
      price: 12.5,
      product_image: ['https://pictures.example/1.jpg'],
      condition: 'like_new',
      search_id: newId(),
      ...more,
    },
  })
const newPurchase = async (as: TestPerson, more: object = {}) =>
  String((await create(as, more)).headers['x-listing-id'])
const list = (as: TestPerson, query = {}) => call('GET', `${base}/list`, { as, query })
const detail = (as: TestPerson, id: string) => call('GET', `${base}/detail/${id}`, { as })
const sell = (as: TestPerson, id: string, more: object = {}) =>
  call('POST', `${base}/mark-as-sold`, { as, body: { listing_id: id, sold_price: 40, ...more } })
const edit = (as: TestPerson, id: string, body: object, headers = {}) =>
  call('PATCH', `${base}/edit/${id}`, { as, body, headers })
const remove = (as: TestPerson, id: string) => call('DELETE', `${base}/remove/${id}`, { as })

describe('recording a purchase', () => {
  test('answers with text that parses, the token with or without its scheme word', async () => {
    const person = await newMember()
    const answer = await create(person)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    const text = JSON.parse(answer.text)
    expect(Object.keys(text)).toEqual(['message', 'response'])
    expect(text.message).toBe('Listing created successfully')
    expect(text.response).toContain('Oak "chair"\nold')
    const id = String(answer.headers['x-listing-id'])
    expect(answer.headers.location).toBe(`${base}/detail/${id}`)
    const bare = await call('GET', `${base}/detail/${id}`, { headers: { authorization: person.token } })
    expect(bare.body.data).toMatchObject({
      _id: id,
      price: 12.5,
      price_minor: 1250,
      currency: 'EUR',
      condition: 'Like new',
      status: 'owned',
      isSold: false,
      net: null,
      timeline: [{ event: 'created' }],
    })
  })

  test('thirty at once for one search make one row, and one of them made it', async () => {
    const person = await newMember()
    const search_id = newId()
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(person, { search_id })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const messages = answers.map(({ text }) => JSON.parse(text).message)
    expect(messages.filter((message) => message === 'Listing created successfully')).toHaveLength(1)
    expect(messages.filter((message) => message === 'Listing already exists')).toHaveLength(29)
    expect(new Set(answers.map(({ headers }) => headers['x-listing-id'])).size).toBe(1)
    const other = JSON.parse((await create(person, { search_id, title: 'Lamp', price: 99 })).text)
    expect(other).toEqual({
      message: 'Listing already exists',
      response: expect.stringMatching(/"Oak "chair"\nold", bought for 12\.5 EUR/),
    })
    expect((await list(person)).body.data).toHaveLength(1)
    await remove(person, String(answers[0]?.headers['x-listing-id']))
    expect(JSON.parse((await create(person, { search_id })).text).message).toBe(
      'Listing created successfully',
    )
  })

  test('and a listing name their conditions alike', async () => {
    const person = await newMember()
    for (const [said, name] of [
      ['new', 'New'],
      ['like_new', 'Like new'],
      ['very_good', 'Very good'],
      ['good', 'Good'],
      ['fair', 'Fair'],
      ['poor', 'Poor'],
      ['for_parts', 'For parts'],
    ]) {
      const post = await newPost(person, { condition: said })
      const { condition } = (await readPost(post._id)).body.data
      for (const words of [condition, name]) {
        const { body } = await detail(person, await newPurchase(person, { condition: words }))
        expect(body.data).toMatchObject({ condition: name, condition_code: said })
      }
    }
    const other = await newPurchase(person, { condition: 'With a dent' })
    expect((await detail(person, other)).body.data).toMatchObject({
      condition: 'With a dent',
      condition_code: null,
    })
    expect((await list(person, { condition: 'very_good' })).body.data).toHaveLength(2)
    expect((await searchFor({ condition: 'very_good' })).status).toBe(200)
  })

  test('is for oneself, except for an administrator', async () => {
    const person = await newMember()
    const admin = await newStaff('administrator')
    expectProblem(await create(person, { user_id: admin.id }), 403, 'USER_MISMATCH')
    expect((await create(admin, { user_id: person.id })).status).toBe(200)
    expect((await list(person)).body.data).toHaveLength(1)
    expectProblem(await create(admin, { user_id: newId() }), 404, 'NO_SUCH_USER')
  })

  test('refuses what it cannot record exactly', async () => {
    const person = await newMember()
    for (const price of [1.005, 1e-7]) expectProblem(await create(person, { price }), 400, 'PRICE_PRECISION')
    for (const price of [-1, '12', null])
      expectProblem(await create(person, { price }), 400, 'VALIDATION_FAILED', 'body.price')
    expectProblem(
      await create(person, { product_image: ['http://x.example/1.jpg'] }),
      400,
      'VALIDATION_FAILED',
      'body.product_image.0',
    )
    await sql`update marketplace.users set currency = 'JPY' where id = ${person.id}`.execute(
      (await world()).host.services.db,
    )
    expectProblem(await create(person, { price: 12.5 }), 400, 'PRICE_PRECISION')
    const id = await newPurchase(person, { price: 1200 })
    expect((await detail(person, id)).body.data).toMatchObject({ price: 1200, price_minor: 1200 })
  })

  test('a failure of the server is text as well', async () => {
    const person = await newMember()
    const { db } = (await world()).host.services
    await sql`alter table marketplace.purchase_listing rename to elsewhere`.execute(db)
    const answer = await create(person).finally(() =>
      sql`alter table marketplace.elsewhere rename to purchase_listing`.execute(db),
    )
    expect(answer.status).toBe(500)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.text).toBe('{"message":"Internal server error","response":""}')
  })
})

describe('the list', () => {
  test('filters, sorts and pages, and its totals cover everything', async () => {
    const person = await newMember()
    const ids: string[] = []
    for (const [title, price] of [
      ['Lamp', 30],
      ['Desk', 90],
      ['Desk lamp', 10],
    ] as const)
      ids.push(await newPurchase(person, { title, price }))
    const shown = async (query: object) =>
      (await list(person, query)).body.data.map((l: { _id: string }) => l._id)
    expect(await shown({ sort: 'price_high' })).toEqual([ids[1], ids[0], ids[2]])
    expect((await shown({ q: 'DESK' })).sort()).toEqual([ids[1], ids[2]].sort())
    expect(await shown({ condition: 'Like New', status: 'owned' })).toHaveLength(3)
    for (const sort of ['newest', 'price_high']) {
      const walked: string[] = []
      let cursor: string | undefined
      do {
        const { body } = await list(person, { sort, limit: 1, ...(cursor ? { cursor } : {}) })
        walked.push(...body.data.map((l: { _id: string }) => l._id))
        cursor = body.meta.nextCursor ? String(body.meta.nextCursor) : undefined
      } while (cursor)
      expect(walked).toEqual(await shown({ sort }))
    }
    await sell(person, String(ids[0]))
    await remove(person, String(ids[0]))
    await remove(person, String(ids[2]))
    expect(await shown({})).toEqual([ids[1]])
    expect((await shown({ status: 'removed' })).sort()).toEqual([ids[0], ids[2]].sort())
    expect((await list(person, { q: 'nothing' })).body.meta.totals).toEqual([
      {
        currency: 'EUR',
        owned: 1,
        listed: 0,
        sold: 1,
        spent: 120,
        spent_minor: 12000,
        net: 10,
        net_minor: 1000,
      },
    ])
    expectProblem(await list(person, { cursor: 'made.up' }), 400, 'CURSOR_INVALID')
    expect((await list(await newMember())).body.data).toEqual([])
  })
})

describe('pictures', () => {
  test('that are own uploads are kept as long as the purchase shows them', async () => {
    const person = await newMember()
    const first = await uploadPicture(person)
    const id = await newPurchase(person, { product_image: [first.publicUrl, first.publicUrl] })
    await sweepIn(25)
    expect((await load(first.publicUrl)).statusCode).toBe(200)
    const second = await uploadPicture(person)
    for (let time = 0; time < 2; time += 1) await edit(person, id, { product_image: [second.publicUrl] })
    await sweepIn(25)
    expect((await load(first.publicUrl)).statusCode).toBe(404)
    expect((await load(second.publicUrl)).statusCode).toBe(200)
    await remove(person, id)
    await sweepIn(25)
    expect((await load(second.publicUrl)).statusCode).toBe(404)
  })

  test('of other people may be shown and stay theirs', async () => {
    const [person, owner] = [await newMember(), await newMember()]
    const { publicUrl } = await uploadPicture(owner)
    await call('PUT', '/api/v1/usr-mgt/update', { as: owner, body: { profile_photo_url: publicUrl } })
    await remove(person, await newPurchase(person, { product_image: [publicUrl] }))
    await sweepIn(25)
    expect((await load(publicUrl)).statusCode).toBe(200)
  })

  test('are refused while they are not ready, or are no address of one', async () => {
    const person = await newMember()
    const { public_url } = await reserve(person, { size: 10 })
    const malformed = public_url.replace(/[0-9a-f-]{36}/, '-'.repeat(36))
    const id = await newPurchase(person)
    for (const product_image of [[public_url], [malformed]]) {
      const path = 'body.product_image.0'
      expectProblem(await create(person, { product_image }), 400, 'VALIDATION_FAILED', path)
      expectProblem(await edit(person, id, { product_image }), 400, 'VALIDATION_FAILED', path)
    }
    expect((await list(person)).body.data).toHaveLength(1)
  })
})

describe('prices of like things', () => {
  /** Sells a listing of somebody new, or of `seller`, for a price that the listing does not tell. */
  async function sellInTown(title: string, sold_price: number, seller?: TestPerson): Promise<TestPerson> {
    const author = seller ?? (await newMember())
    const { _id: post_id } = await newPost(author, { title, price: 1 })
    await granted(
      call('PUT', '/api/v1/post-mgt/update-sold-type', {
        as: author,
        body: { post_id, sold_type: 'sold_elsewhere', sold_price },
      }),
    )
    return author
  }
  test('come from own sales, and say what a sale would leave', async () => {
    const person = await newMember()
    const title = 'Zylophant of walnut'
    const id = await newPurchase(person, { title, price: 12.5 })
    expect((await detail(person, id)).body.data).toMatchObject({ comps: null, est_net: null, channels: [] })
    const sold = [30, 40, 50].map(async (sold_price) =>
      sell(person, await newPurchase(person, { title: `${title} old` }), { sold_price }),
    )
    const [last] = (await Promise.all(sold)).map(({ body }) => body.data._id)
    await edit(person, id, { costs: [{ kind: 'wax', amount: 1.5 }] })
    await jobsDone()
    expect((await detail(person, id)).body.data).toMatchObject({
      comps: { n: 3, confidence: 'low', min: 30, median: 40, median_minor: 4000, max: 50 },
      est_net: 26,
      est_net_minor: 2600,
    })
    expect((await list(person, { status: 'owned' })).body.data).toMatchObject([{ _id: id, est_net: 26 }])
    await sell(person, last, { undo: true })
    await jobsDone()
    expect((await detail(person, id)).body.data.comps).toMatchObject({ n: 2, median: 40 })
    expect((await detail(person, last)).body.data.comps).toMatchObject({ n: 2, median: 40 })
  })

  test('come from the town once nobody can be told by them, and once a day', async () => {
    const title = 'Brass quern'
    const person = await newMember()
    const seller = await sellInTown(title, 37.21)
    await sellInTown(title, 20, person)
    for (const price of [10, 10, 10]) await sellInTown(title, price, seller)
    const own = await sellInTown(title, 10)
    const before = await newPurchase(person, { title })
    expect((await detail(person, before)).body.data.comps).toMatchObject({ n: 1, median: 20 })
    await sellInTown(title, 10)
    const after = await newPurchase(person, { title })
    expect((await detail(person, after)).body.data.comps).toMatchObject({ n: 7, median: 10, max: 37.21 })
    const ofSeller = await newPurchase(own, { title })
    expect((await detail(own, ofSeller)).body.data.comps).toMatchObject({ n: 7 })
    // One run is for some purchases, and queues the next for more.
    const compare = () => sweepNow(comparePurchases)
    await compare()
    expect((await detail(person, before)).body.data.comps).toMatchObject({ n: 1 })
    await later(days(1) + 1, compare)
    expect((await detail(person, before)).body.data.comps).toMatchObject({ n: 7 })
  })

  test('are those of the title that it has', async () => {
    const person = await newMember()
    const title = 'Ivory metronome'
    await sellInTown(title, 20, person)
    const id = await newPurchase(person)
    await edit(person, id, { title })
    expect((await detail(person, id)).body.data.comps).toMatchObject({ n: 1, median: 20 })
  })
})

describe('selling', () => {
  test('takes purchase, costs, fees and postage off, exactly', async () => {
    const person = await newMember()
    const id = await newPurchase(person, { price: 12.35 })
    await edit(person, id, { costs: [{ kind: 'repair', amount: 2.1 }] })
    const kept = { fees: 4.05, shipping_cost: 5.5, shipping_paid: 6, channel: 'fair' }
    const sold = await sell(person, id, kept)
    expect(sold.body.data).toMatchObject({
      status: 'sold',
      isSold: true,
      net: 22,
      net_minor: 2200,
      channels: ['fair'],
      est_net: null,
      sale: { sold_price: 40, fees: 4.05, fees_minor: 405, channel: 'fair' },
    })
    expect(sold.body.data.sale.lines).toEqual([
      { kind: 'sale', amount: 40, amount_minor: 4000 },
      { kind: 'shipping_paid', amount: 6, amount_minor: 600 },
      { kind: 'purchase', amount: -12.35, amount_minor: -1235 },
      { kind: 'repair', amount: -2.1, amount_minor: -210 },
      { kind: 'fees', amount: -4.05, amount_minor: -405 },
      { kind: 'shipping_cost', amount: -5.5, amount_minor: -550 },
    ])
    const { clock } = await world()
    clock.advance(1000)
    for (const same of [kept, {}]) expect((await sell(person, id, same)).body.data).toEqual(sold.body.data)
    expectProblem(await sell(person, id, { fees: 1 }), 409, 'ALREADY_SOLD')
    const amended = await sell(person, id, { sold_price: 50, amend: true })
    expect(amended.body.data).toMatchObject({ net_minor: 3200, sale: { sold_price: 50, ...kept } })
    const again = await sell(person, id, { sold_price: undefined, channel: '', buyer: 'Ben', amend: true })
    expect(again.body.data.sale).toEqual({ ...amended.body.data.sale, channel: '', buyer: 'Ben' })
    const undone = await sell(person, id, { undo: true })
    expect(undone.body).toMatchObject({
      message: 'Sale taken back successfully',
      data: { status: 'owned', sale: null, net: null, costs_total: 2.1, costs_minor: 210 },
    })
    expect(undone.body.data.timeline.map((e: { event: string }) => e.event)).toEqual([
      'created',
      'edited',
      'sold',
      'sale_amended',
      'sale_amended',
      'sale_undone',
    ])
    expect(undone.body.data.timeline[3].changes.sold_price_minor).toEqual({ from: 4000, to: 5000 })
    expect((await sell(person, id, { undo: true })).body).toMatchObject({
      message: 'No sale is recorded',
      data: undone.body.data,
    })
  })

  test('refuses the future, no price, too many decimals and other people', async () => {
    const person = await newMember()
    const id = await newPurchase(person)
    const later = new Date((await world()).clock.now().getTime() + 60_000).toISOString()
    expectProblem(await sell(person, id, { sold_at: later }), 400, 'VALIDATION_FAILED', 'body.sold_at')
    expectProblem(
      await sell(person, id, { sold_price: undefined }),
      400,
      'VALIDATION_FAILED',
      'body.sold_price',
    )
    expectProblem(await sell(person, id, { fees: 0.001 }), 400, 'PRICE_PRECISION')
    expectProblem(await sell(await newMember(), id), 404, 'NO_SUCH_LISTING')
    expect((await detail(person, id)).body.data.status).toBe('owned')
  })

  test('cannot be undone after thirty days', async () => {
    const person = await newMember()
    const id = await newPurchase(person)
    await sell(person, id)
    const { clock } = await world()
    clock.advance(days(31))
    try {
      const { body } = await call('POST', '/api/v1/usr-mgt/login', {
        body: { email: person.email, password: person.password },
      })
      const later = { ...person, token: body.data.access_token }
      expectProblem(await sell(later, id, { undo: true }), 409, 'UNDO_TOO_LATE')
    } finally {
      clock.advance(-days(31))
    }
  })
})

describe('editing and removing', () => {
  test('an edit changes only what it names, and an old version is refused', async () => {
    const person = await newMember()
    const id = await newPurchase(person)
    const edited = await edit(person, id, { price: 20, notes: 'wobbly' }, { 'if-match': '0' })
    expect(edited.body.data).toMatchObject({ __v: 1, price: 20, notes: 'wobbly', condition: 'Like new' })
    expectProblem(await edit(person, id, { title: 'x' }, { 'if-match': '"0"' }), 412, 'VERSION_CONFLICT')
    expectProblem(await edit(person, id, { costs: [{ kind: 'x', amount: 0.125 }] }), 400, 'PRICE_PRECISION')
    expectProblem(await edit(await newMember(), id, { title: 'x' }), 404, 'NO_SUCH_LISTING')
    expect((await edit(person, id, { price: 20 })).body.data).toEqual(edited.body.data)
    expect(edited.body.data.timeline[1]).toMatchObject({
      event: 'edited',
      changes: { price_minor: { from: 1250, to: 2000 }, notes: { from: '', to: 'wobbly' } },
    })
    await sell(person, id)
    expectProblem(await edit(person, id, { title: 'x' }), 409, 'NOT_EDITABLE')
    const after = await edit(person, id, { costs: [{ kind: 'wax', amount: 1 }], notes: 'gone' })
    expect(after.body.data).toMatchObject({
      notes: 'gone',
      net_minor: 1900,
      costs: [{ kind: 'wax', amount: 1 }],
    })
  })

  test('of what was changed often and at length the history stays short', async () => {
    const person = await newMember()
    const id = await newPurchase(person)
    const all = (what: string) => ({
      title: what.repeat(200),
      notes: what.repeat(2000),
      location_bin: what.repeat(60),
      product_image: Array.from(
        { length: 20 },
        (_, n) => `https://pictures.example/${n}${what.repeat(1900)}`,
      ),
      costs: Array.from({ length: 50 }, () => ({ kind: what.repeat(40), amount: 1, note: what.repeat(200) })),
    })
    for (let n = 0; n < 101; n += 1) await granted(edit(person, id, { price: n }))
    await granted(edit(person, id, all('🌊')))
    await granted(edit(person, id, all('b')))
    const { notes, timeline } = (await granted(detail(person, id))).body.data
    expect(notes).toBe('b'.repeat(2000))
    expect(timeline).toHaveLength(100)
    expect(timeline[0].changes.price_minor).toEqual({ from: 200, to: 300 })
    expect(timeline.at(-1).changes).toEqual({
      title: { from: '🌊'.repeat(200), to: 'b'.repeat(200) },
      notes: { from: `${'🌊'.repeat(199)}…`, to: `${'b'.repeat(199)}…` },
      location_bin: { from: '🌊'.repeat(60), to: 'b'.repeat(60) },
      product_image: { from: { entries: 20 }, to: { entries: 20 } },
      costs: { from: { entries: 50 }, to: { entries: 50 } },
    })
  })

  test('removing twice is one removal, and nothing more happens to it', async () => {
    const person = await newMember()
    const id = await newPurchase(person)
    expectProblem(await remove(await newMember(), id), 404, 'NO_SUCH_LISTING')
    expectProblem(await detail(await newMember(), id), 404, 'NO_SUCH_LISTING')
    for (let n = 0; n < 2; n += 1)
      expect((await remove(person, id)).body.data).toEqual({ _id: id, removed: true })
    expect((await detail(person, id)).body.data).toMatchObject({ status: 'removed', __v: 1 })
    expectProblem(await edit(person, id, { title: 'x' }), 404, 'NO_SUCH_LISTING')
    expectProblem(await sell(person, id), 404, 'NO_SUCH_LISTING')
  })
})
