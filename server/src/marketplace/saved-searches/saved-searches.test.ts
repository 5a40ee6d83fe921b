import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory } from '../../testing/categories.ts'
import { runNow, sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, granted, later, newMember, signedIn, world } from '../../testing/kit.ts'
import { close, newPost, noticesOf, searchFor, update, word } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { foundBy, newSavedSearch, savedSearchPath, saveSearch } from '../../testing/saved-searches.ts'
import { newProvedMember } from '../../testing/users.ts'
import { matchSavedSearches, sweepSavedSearches, tellSavedSearches } from './jobs.ts'
import { nextMorning } from './morning.ts'

type Person = Awaited<ReturnType<typeof newMember>>

const database = async () => (await world()).host.services.db
const list = async (as: Person) => (await granted(call('GET', savedSearchPath, { as }))).body.data
const found = async (as: Person, id: string) => {
  const { data } = (await granted(foundBy(as, id, { limit: 100 }))).body
  return data.map((card: { _id: string }) => card._id)
}
const blockPerson = (as: Person, user_id: string) =>
  granted(call('POST', '/api/v1/usr-mgt/block', { as, body: { user_id, is_blocked: true } }))
const change = (as: Person, id: string, body: object, headers = {}) =>
  call('PATCH', `${savedSearchPath}/${id}`, { as, body, headers })

/** Numbers between 0 and 1, the same each time. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('a saved search', () => {
  test('finds what the search finds, whatever is asked for', async () => {
    const random = randomNumbers(20_260)
    const below = (most: number) => Math.floor(random() * most)
    const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T
    const words = Array.from({ length: 6 }, word)
    const naming = word()
    const attribute_schema = [
      { key: 'brand', label: 'Brand', type: 'text' },
      { key: 'gears', label: 'Gears', type: 'number' },
      { key: 'electric', label: 'Electric', type: 'bool' },
    ]
    const top = await newCategory({ name: `${naming} ${word()}`, attribute_schema })
    const subs = [await newCategory({ parent_id: top._id }), await newCategory({ parent_id: top._id })]
    const [west, south] = [random() * 100 - 170, -55 - random() * 10]
    const point = (): [number, number] => [west + random() * 0.6, south + random() * 0.4]
    // So many saved searches take a plan, which the trial is of who proved their address.
    const [seeker, seller, parted] = [await newProvedMember(), await newMember(), await newMember()]
    await blockPerson(parted, seeker.id)

    const text = () => {
      const [a, b] = [oneOf(words), oneOf(words)]
      return oneOf([
        a,
        a,
        `${a} ${b}`,
        `"${a} ${b}"`,
        `${a} or ${b}`,
        `${a} -${b}`,
        naming,
        `${a} ${naming}`,
        `-${a}`,
      ])
    }
    const narrowing: (() => object)[] = [
      () => ({ q: text() }),
      () => ({ q: text() }),
      () => ({ category_id: top._id }),
      () => ({ category_id: top._id, sub_category_id: oneOf(subs)._id }),
      () => {
        const [lng, lat] = point()
        return { lat, lng, radius_km: 1 + below(30) }
      },
      () => {
        const [lng, lat] = point()
        return { bbox: [lng, lat, lng + 0.2, lat + 0.2].map((side) => side.toFixed(4)).join(',') }
      },
      () => ({ category_id: top._id, attributes: { [oneOf(['brand', 'gears'])]: oneOf(['7', '21']) } }),
      () => ({ category_id: top._id, attributes: { electric: oneOf(['true', 'false']) } }),
    ]
    const ruling: (() => object)[] = [
      () => ({}),
      () => ({ max_price: 5 + below(40), currency: 'EUR' }),
      () => ({ min_price: 5 + below(20), max_price: 30 + below(20), currency: 'EUR' }),
      () => ({ max_price: 0 }),
      () => ({ currency: 'USD' }),
      () => ({ condition: oneOf(['new', 'good,fair']) }),
    ]
    const saved: { id: string; query: Record<string, unknown> }[] = []
    while (saved.length < 48) {
      const query = {
        ...oneOf(narrowing)(),
        ...oneOf([...narrowing, () => ({}), () => ({})])(),
        ...oneOf(ruling)(),
      }
      // Either a box or a circle.
      if ('bbox' in query && 'lat' in query) continue
      const { status, body } = await saveSearch(seeker, query, { cadence: 'none' })
      if (status === 200) saved.push({ id: body.data._id, query })
      else expect(['SEARCH_TOO_WIDE', 'SEARCH_ALREADY_SAVED']).toContain(body.error.code)
    }

    const made: string[] = []
    for (let n = 0; n < 40; n += 1) {
      const author = oneOf([seller, seller, seller, seeker, parted])
      const { _id } = await newPost(author, {
        title: `${oneOf(words)} ${oneOf(words)} ${n}`,
        description: `${oneOf(words)} ${oneOf(words)}`,
        price: oneOf([0, 5 + below(40)]),
        currency: oneOf(['EUR', 'EUR', 'USD']),
        condition: oneOf(['new', 'good', 'poor']),
        location: { type: 'Point', coordinates: point() },
        ...(random() < 0.6 && {
          category_id: top._id,
          sub_category_id: oneOf(subs)._id,
          attributes: { brand: oneOf(['7', '21']), gears: oneOf([7, 21]), electric: random() < 0.5 },
        }),
      })
      if (author !== seeker) made.push(_id)
    }
    await jobsDone()

    let all = 0
    for (const { id, query } of saved) {
      const { attributes = {}, ...rest } = query as Record<string, string | number> & { attributes?: object }
      const flat = Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [`attributes[${key}]`, value]),
      )
      const { body } = await granted(searchFor({ ...rest, ...flat, sort: 'newest', limit: 100 }, seeker))
      const matching = body.meta.fallback ? [] : body.data.map((card) => card._id)
      const expected = matching.filter((one) => made.includes(one)).sort()
      all += expected.length
      expect((await found(seeker, id)).sort(), JSON.stringify(query)).toEqual(expected)
    }
    expect(all).toBeGreaterThan(100)
  })

  test('tells once of a listing, however many searches find it and however often', async () => {
    const [seeker, other, seller] = [await newMember(), await newMember(), await newMember()]
    const q = word()
    const first = await newSavedSearch(seeker, { q, max_price: 15, currency: 'EUR' }, { name: 'Cheap ones' })
    const second = await newSavedSearch(seeker, { q }, { cadence: 'none' })
    await newSavedSearch(seeker, { q, min_price: 1, currency: 'EUR' }, { cadence: 'weekly' })
    await newSavedSearch(other, { q }, { name: 'Anything' })
    const post = await newPost(seller, { title: `Vane ${q}`, price: 20 })
    await jobsDone()
    expect(await noticesOf(other, 'new_listing')).toMatchObject([
      {
        title: 'New for “Anything”',
        message: `Vane ${q}`,
        actor: seller.id,
        reference: { model: 'post', id: post._id },
        action: { payload: { screen: 'PostDetail', id: post._id } },
      },
    ])
    expect(await noticesOf(seeker, 'new_listing')).toHaveLength(0)
    expect(await found(seeker, first._id)).toEqual([])
    // Cheaper, it is found by the first one too, but its reader knows of it already.
    await granted(update(seller, post._id, { price: 14 }))
    await jobsDone()
    expect(await found(seeker, first._id)).toEqual([post._id])
    expect(await noticesOf(seeker, 'new_listing')).toHaveLength(0)
    expect(await found(seeker, second._id)).toEqual([post._id])
    expect(await noticesOf(other, 'new_listing')).toHaveLength(1)
    await granted(close(seller, post._id))
    expect(await found(seeker, second._id)).toEqual([])
  })

  test('finds what becomes it by an edit, and nothing of one’s own or of people apart', async () => {
    const [seeker, seller, parted] = [await newMember(), await newMember(), await newMember()]
    const q = word()
    const search = await newSavedSearch(seeker, { q })
    const post = await newPost(seller, { title: `Thing ${word()}` })
    await newPost(seeker, { title: `Mine ${q}` })
    await blockPerson(seeker, parted.id)
    await newPost(parted, { title: `Theirs ${q}` })
    await jobsDone()
    expect(await found(seeker, search._id)).toEqual([])
    await granted(update(seller, post._id, { description: `It is a ${q}.` }))
    await jobsDone()
    expect(await found(seeker, search._id)).toEqual([post._id])
    expect(await noticesOf(seeker, 'new_listing')).toHaveLength(1)
    await blockPerson(seller, seeker.id)
    expect(await found(seeker, search._id)).toEqual([])
    expect(await list(seeker)).toMatchObject([{ new_count: 0 }])
    expect(await noticesOf(seeker, 'new_listing')).toHaveLength(0)
  })

  test('is told of in the morning of its owner, once for all of their searches', async () => {
    const [seeker, seller] = [await newMember(), await newMember()]
    await granted(
      call('PUT', '/api/v1/usr-mgt/update', { as: seeker, body: { timezone: 'Pacific/Kiritimati' } }),
    )
    const [one, other] = [word(), word()]
    const daily = await newSavedSearch(seeker, { q: one }, { cadence: 'daily', name: 'Ones' })
    await newSavedSearch(seeker, { q: other }, { cadence: 'daily', name: 'Others' })
    await newPost(seller, { title: `First ${one}` })
    const second = await newPost(seller, { title: `Second ${one}` })
    await newPost(seller, { title: `Third ${other}` })
    await jobsDone()
    await granted(close(seller, second._id))
    expect(await noticesOf(seeker, 'new_listing')).toHaveLength(0)
    const { clock } = await world()
    const morning = nextMorning(clock.now(), 'Pacific/Kiritimati', 'daily')
    await later(morning.getTime() - clock.now().getTime() + minutes(5), async () => {
      await sweepNow(tellSavedSearches)
      await sweepNow(tellSavedSearches)
      const again = await signedIn(seeker)
      expect(await noticesOf(again, 'new_listing')).toMatchObject([
        {
          title: '2 new listings for your saved searches',
          message: 'Ones (1), Others (1)',
          action: { payload: { screen: 'SavedSearches' } },
        },
      ])
      // Another morning, of one search.
      await newPost(await signedIn(seller), { title: `Fourth ${one}` })
      await jobsDone()
      await later(days(1), async () => {
        await sweepNow(tellSavedSearches)
        const notices = await noticesOf(await signedIn(seeker), 'new_listing')
        expect(notices[0]).toMatchObject({
          title: 'A new listing for “Ones”',
          action: { payload: { screen: 'SavedSearch', id: daily._id } },
        })
        expect(notices).toHaveLength(2)
      })
    })
  })

  test('is told of by a notice of its own when it was being changed as the others were told of', async () => {
    const [seeker, seller] = [await newMember(), await newMember()]
    const [one, other] = [word(), word()]
    await newSavedSearch(seeker, { q: one }, { cadence: 'daily', name: 'Ones' })
    const busy = await newSavedSearch(seeker, { q: other }, { cadence: 'daily', name: 'Others' })
    for (const title of [`First ${one}`, `Second ${other}`]) await newPost(seller, { title })
    await jobsDone()
    await later(days(2), async () => {
      await (await database()).transaction().execute(async (changing) => {
        await sql`select from marketplace.saved_search where id = ${busy._id} for update`.execute(changing)
        await runNow(tellSavedSearches, {})
      })
      await runNow(tellSavedSearches, {})
      expect(await noticesOf(await signedIn(seeker), 'new_listing')).toMatchObject([
        { title: 'A new listing for “Others”' },
        { title: 'A new listing for “Ones”' },
      ])
    })
  })

  test('says what is new until that was seen', async () => {
    const [seeker, seller] = [await newMember(), await newMember()]
    const q = word()
    const search = await newSavedSearch(seeker, { q })
    const older = await newPost(seller, { title: `A ${q}` })
    await jobsDone()
    expect(await list(seeker)).toMatchObject([{ _id: search._id, new_count: 1 }])
    const seen_until = (await foundBy(seeker, search._id)).body.data[0].found_at
    expect((await change(seeker, search._id, { seen_until })).body.data).toMatchObject({ new_count: 0 })
    const newer = await newPost(seller, { title: `B ${q}`, price: 21 })
    await jobsDone()
    const { body } = await foundBy(seeker, search._id)
    expect(body.data).toMatchObject([
      { _id: newer._id, is_new: true },
      { _id: older._id, is_new: false },
    ])
    expect(body.meta.saved_search).toMatchObject({ _id: search._id, new_count: 1 })
    // Neither back, nor beyond now.
    await change(seeker, search._id, { seen_until: '2020-01-01T00:00:00.000Z' })
    expect(await list(seeker)).toMatchObject([{ new_count: 1 }])
    // A second that no clock has here.
    const never = await change(seeker, search._id, { seen_until: '2026-12-31T23:59:60Z' })
    expectProblem(never, 400, 'VALIDATION_FAILED', 'body.seen_until')
    await change(seeker, search._id, { seen_until: '2100-01-01T00:00:00.000Z' })
    const { data } = (await foundBy(seeker, search._id)).body
    expect(data.map((card: { is_new: boolean }) => card.is_new)).toEqual([false, false])
  })

  test('asks for something else once it is changed, and ends when it is removed', async () => {
    const [seeker, seller] = [await newMember(), await newMember()]
    const [before, after] = [word(), word()]
    const search = await newSavedSearch(seeker, { q: before })
    await newPost(seller, { title: `A ${before}` })
    await jobsDone()
    expectProblem(
      await change(seeker, search._id, { name: 'X' }, { 'if-match': '7' }),
      412,
      'VERSION_CONFLICT',
    )
    const changed = await change(seeker, search._id, { query: { q: after }, name: 'Another' })
    expect(changed.body.data).toMatchObject({ name: 'Another', query: { q: after }, new_count: 0, __v: 1 })
    expect(await found(seeker, search._id)).toEqual([])
    await newPost(seller, { title: `B ${before}`, price: 21 })
    const post = await newPost(seller, { title: `C ${after}` })
    await jobsDone()
    expect(await found(seeker, search._id)).toEqual([post._id])
    const remove = () => call('DELETE', `${savedSearchPath}/${search._id}`, { as: seeker })
    expect((await remove()).body.data).toEqual({ removed: true })
    expectProblem(await remove(), 404, 'NO_SUCH_SAVED_SEARCH')
    expectProblem(await foundBy(seeker, search._id), 404, 'NO_SUCH_SAVED_SEARCH')
    expectProblem(await change(seeker, search._id, { name: 'Y' }), 404, 'NO_SUCH_SAVED_SEARCH')
    await newPost(seller, { title: `D ${after}`, price: 22 })
    await jobsDone()
    expect(await noticesOf(seeker, 'new_listing')).toHaveLength(2)
  })

  test('is kept as it was asked for, where its owner lived', async () => {
    const seeker = await newMember()
    const saved = await newSavedSearch(seeker, { q: word(), radius_km: 5, max_price: 9 })
    expect(saved).toMatchObject({
      query: { radius_km: 5, lat: expect.any(Number), lng: expect.any(Number), currency: 'EUR' },
      cadence: 'instant',
    })
    expect((await granted(saveSearch(seeker, { q: word() }))).body.data.cadence).toBe('daily')
  })

  test('is refused where it asks for everything, for the same again, and beyond fifty', async () => {
    const seeker = await newMember()
    for (const query of [{}, { q: 'the' }, { q: '-chair' }, { max_price: 5 }, { bbox: '-170,-80,170,80' }])
      expectProblem(await saveSearch(seeker, query), 400, 'SEARCH_TOO_WIDE')
    expectProblem(await saveSearch(seeker, { lat: 5, radius_km: 3 }), 400, 'GEO_INVALID')
    const wrong = await saveSearch(seeker, { q: 'chair', bbox: '5,5,6' })
    expect(wrong.status).toBe(400)
    const unknown = await saveSearch(seeker, {
      category_id: (await newCategory())._id,
      attributes: { no: 'x' },
    })
    expectProblem(unknown, 400, 'ATTRIBUTE_INVALID')
    expect(unknown.body.error.fields).toMatchObject([{ path: 'body.query.attributes.no' }])
    const turned = { q: 'chair', min_price: 2, max_price: 1 }
    expectProblem(await saveSearch(seeker, turned), 400, 'PRICE_RANGE_INVALID')
    const { _id } = await newSavedSearch(seeker, { q: 'chair' })
    const changeTo = (query: object) => change(seeker, _id, { query })
    expectProblem(await changeTo(turned), 400, 'PRICE_RANGE_INVALID')
    expectProblem(await changeTo({ max_price: 5 }), 400, 'SEARCH_TOO_WIDE')
    expectProblem(await changeTo({ lat: 5, radius_km: 3 }), 400, 'GEO_INVALID')
    const category_id = (await newCategory())._id
    expectProblem(await changeTo({ category_id, attributes: { no: 'x' } }), 400, 'ATTRIBUTE_INVALID')
    const again = await saveSearch(seeker, { q: 'chair' })
    expectProblem(again, 409, 'SEARCH_ALREADY_SAVED')
    expect(again.body.error).toMatchObject({ details: { saved_search_id: _id } })
    const another = await newSavedSearch(seeker, { q: 'table' })
    expectProblem(await change(seeker, another._id, { query: { q: 'chair' } }), 409, 'SEARCH_ALREADY_SAVED')
    await sql`
      insert into marketplace.saved_search (id, user_id, name, query, cadence, seen_at, created_at, updated_at)
      select gen_random_uuid(), user_id, name, jsonb_build_object('q', n), cadence, seen_at, created_at, updated_at
      from marketplace.saved_search, generate_series(1, 48) n where id = ${_id}`.execute(await database())
    expectProblem(await saveSearch(seeker, { q: word() }), 409, 'SAVED_SEARCH_LIMIT')
  })

  test('of whom a listing has many finders, is compared in portions, of each person all at once', async () => {
    const [seeker, seller] = [await newMember(), await newMember()]
    const q = word()
    const { _id } = await newSavedSearch(seeker, { q })
    const db = await database()
    const people = sql`
      insert into marketplace.users (id, status, kind, role, name, email, email_canonical, password_hash, language, timezone, currency, longitude, latitude, created_at, updated_at)
      select gen_random_uuid(), case when n <= 10 then 'suspended' else 'active' end, kind, role, 'Many ' || ${q}::text, n || ${`@${newId()}.example`}::text, n || ${`@${newId()}.example`}::text, password_hash, language, timezone, currency, longitude, latitude, created_at, updated_at
      from marketplace.users, generate_series(1, 300) n where id = ${seeker.id} returning id`
    await sql`
      with person as (${people}), saved as (
        insert into marketplace.saved_search (id, user_id, name, query, words, cadence, seen_at, created_at, updated_at)
        select gen_random_uuid(), person.id, s.name || n, s.query || jsonb_build_object('limit', n), s.words,
          case n when 1 then 'weekly' else 'instant' end, s.seen_at, s.created_at, s.updated_at
        from person, generate_series(1, 2) n, marketplace.saved_search s where s.id = ${_id} returning id, user_id
      )
      insert into marketplace.saved_search_key
      select k.key, saved.id, saved.user_id, k.second, k.currency, k.min_price_minor, k.max_price_minor, k.west, k.south, k.east, k.north
      from saved, marketplace.saved_search_key k where k.saved_search_id = ${_id}`.execute(db)
    const post = await newPost(seller, { title: `A ${q}` })
    await jobsDone()
    await runNow(matchSavedSearches, { postId: post._id })
    const { rows } = await sql<{ finds: number; sent: number; waiting: number; notices: number }>`
      select (select count(*) from marketplace.saved_search_find where post_id = ${post._id}) as finds,
        (select count(*) from marketplace.saved_search_sent where post_id = ${post._id}) as sent,
        (select count(*) from marketplace.saved_search_sent where post_id = ${post._id} and is_waiting) as waiting,
        (select count(*) from marketplace.notification where reference_id = ${post._id} and category = 'new_listing') as notices`.execute(
      db,
    )
    // Ten of the three hundred are suspended.
    expect(rows[0]).toEqual({ finds: 581, sent: 291, waiting: 0, notices: 291 })
  })

  test('forgets what it found long ago', async () => {
    const [seeker, seller] = [await newMember(), await newMember()]
    const q = word()
    const search = await newSavedSearch(seeker, { q })
    const post = await newPost(seller, { title: `A ${q}` })
    await jobsDone()
    await sql`
      update marketplace.saved_search_find set found_at = found_at - interval '91 days' where post_id = ${post._id}`.execute(
      await database(),
    )
    expect(await found(seeker, search._id)).toEqual([post._id])
    await sweepNow(sweepSavedSearches)
    expect(await found(seeker, search._id)).toEqual([])
  })
})

test.each([
  ['2026-03-02T07:59:00Z', 'UTC', 'daily', '2026-03-02T08:00:00.000Z'],
  ['2026-03-02T08:00:00Z', 'UTC', 'daily', '2026-03-03T08:00:00.000Z'],
  ['2026-03-02T08:00:00Z', 'UTC', 'weekly', '2026-03-09T08:00:00.000Z'],
  ['2026-03-01T20:00:00Z', 'Pacific/Kiritimati', 'weekly', '2026-03-08T18:00:00.000Z'],
  ['2026-03-01T17:00:00Z', 'Pacific/Kiritimati', 'weekly', '2026-03-01T18:00:00.000Z'],
  // The clocks are set forward in the night between.
  ['2026-03-28T12:00:00Z', 'Europe/Berlin', 'daily', '2026-03-29T06:00:00.000Z'],
  ['2026-03-07T20:00:00Z', 'America/New_York', 'daily', '2026-03-08T12:00:00.000Z'],
  ['1969-12-30T20:00:00Z', 'Asia/Kathmandu', 'daily', '1969-12-31T02:30:00.000Z'],
] as const)('the morning after %s in %s, %s, is at %s', (now, timezone, cadence, at) => {
  expect(nextMorning(new Date(now), timezone, cadence).toISOString()).toBe(at)
})
