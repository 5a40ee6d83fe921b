import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { runNow, sweepNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newAddress,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { makeOffer } from '../../testing/offers.ts'
import { favourite, newPost, sell, update } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { look, show, viewsOf } from '../../testing/views.ts'
import { openApp } from '../../testing/world.ts'
import { seedViews, sumViews, sweepViews } from './jobs.ts'

const database = async () => (await world()).host.services.db
const path = '/api/v1/post-mgt/record-view'
const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36'

/** Somebody without an account. */
const lookFrom = (from: string, post_id: string, device_id?: string, headers = {}) =>
  call('POST', path, { from, body: { post_id, ...(device_id ? { device_id } : {}) }, headers })

const dateOf = (at: Date) => at.toISOString().slice(0, 10)

async function newListings(author: TestPerson, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push((await newPost(author))._id)
  return ids
}

/** Views at given moments, each by somebody else, and counted; those days may have been summed up by an earlier test. */
async function insertViewsAt(postId: string, moments: string[], source = 'feed'): Promise<void> {
  const days = sql`select (at::timestamptz at time zone 'UTC')::date from unnest(${moments}::text[]) at`
  await sql`
    with open_again as (delete from marketplace.post_view_summed where day in (${days})),
    made as (
      insert into marketplace.post_view (post_id, day, viewer, address, source, viewed_at)
      select ${postId}, (at::timestamptz at time zone 'UTC')::date, gen_random_uuid(), gen_random_uuid(), ${source}, at::timestamptz
      from unnest(${moments}::text[]) at returning post_id
    )
    insert into marketplace.post_view_total (post_id, slot, views) select post_id, 99, count(*) from made group by 1
    on conflict (post_id, slot) do update set views = post_view_total.views + excluded.views`.execute(
    await database(),
  )
}

describe('a view', () => {
  test('counts once for a person and day, whatever is repeated or sent at once', async () => {
    const [post = ''] = await newListings(await newMember(), 1)
    const fan = await newMember()
    const answers = await Promise.all(Array.from({ length: 8 }, () => look(fan, [post, post])))
    expect(answers.map(({ body }) => body.data.recorded).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect((await look(await newMember(), [post])).body.data).toEqual({
      recorded: 1,
      view_count: 2,
      posts: [{ post_id: post, recorded: true, view_count: 2 }],
    })
    await later(days(1), async () => {
      expect((await look(await signedIn(fan), [post])).body.data).toMatchObject({
        recorded: 1,
        view_count: 3,
      })
    })
  })

  test('counts for each of many listings, and passes over what is not there', async () => {
    const author = await newMember()
    const [one = '', other = '', gone = ''] = await newListings(author, 3)
    await sql`update marketplace.post set status = 'hidden' where id = ${gone}`.execute(await database())
    const fan = await newMember()
    await look(await newMember(), [other])
    const { body } = await look(fan, [other, newId(), gone, one], { source: 'search' })
    expect(body.data).toMatchObject({ recorded: 2, view_count: 3 })
    expect(body.data.posts).toHaveLength(2)
    expect((await call('POST', path, { as: fan, body: { post_id: newId() } })).body.data).toEqual({
      recorded: 0,
      view_count: 0,
      posts: [],
    })
    expectProblem(await call('POST', path, { as: fan, body: {} }), 400, 'VALIDATION_FAILED', 'body.post_id')
  })

  test('is none of the author, of a bot, or of somebody blocked', async () => {
    const author = await newMember()
    const [post = ''] = await newListings(author, 1)
    expect((await look(author, [post])).body.data).toMatchObject({ recorded: 0, view_count: 0 })
    const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }
    expect((await lookFrom(newAddress(), post, 'a', bot)).body.data.recorded).toBe(0)
    const blocked = await newMember()
    await sql`insert into marketplace.block values (${author.id}, ${blocked.id}, now())`.execute(
      await database(),
    )
    expect((await look(blocked, [post])).body.data).toMatchObject({ recorded: 0, posts: [] })
    const human = { 'user-agent': phone }
    expect((await lookFrom(newAddress(), post, 'a', human)).body.data).toMatchObject({
      recorded: 1,
      view_count: 1,
    })
  })

  test('of those without an account goes by device and address, of which only hashes are kept', async () => {
    const [post = ''] = await newListings(await newMember(), 1)
    const [home, office] = [newAddress(), newAddress()]
    const counts: number[] = []
    for (const [from, device] of [[home], [home], [office], [home, 'phone-1'], [home, 'phone-1']] as const)
      counts.push((await lookFrom(from, post, device)).body.data.recorded)
    expect(counts).toEqual([1, 0, 1, 1, 0])
    const { rows } = await sql<object>`select * from marketplace.post_view where post_id = ${post}`.execute(
      await database(),
    )
    expect(rows).toHaveLength(3)
    for (const trace of [home, office, 'phone-1']) expect(JSON.stringify(rows)).not.toContain(trace)
  })

  test('is not multiplied by made-up names of devices', async () => {
    const [post = ''] = await newListings(await newMember(), 1)
    const from = newAddress()
    for (let made = 0; made < 150; made += 1) await lookFrom(from, post, `device ${made}`)
    const { body } = await lookFrom(newAddress(), post)
    expect(body.data.view_count).toBeGreaterThan(40)
    expect(body.data.view_count).toBeLessThanOrEqual(65)
  })
})

describe('an impression', () => {
  const path = '/api/v1/post-mgt/record-impressions'

  test('counts once for a person and day, for each of many listings, and is no view', async () => {
    const author = await newMember()
    const [one = '', other = '', gone = ''] = await newListings(author, 3)
    await sql`update marketplace.post set status = 'hidden' where id = ${gone}`.execute(await database())
    const fan = await newMember()
    const answers = await Promise.all(Array.from({ length: 6 }, () => show(fan, [other, one, one])))
    expect(answers.map(({ body }) => body.data.recorded).sort()).toEqual([0, 0, 0, 0, 0, 2])
    expect((await show(await newMember(), [gone, newId(), one])).body.data).toEqual({ recorded: 1 })
    await later(days(1), async () => {
      expect((await show(await signedIn(fan), [one])).body.data).toEqual({ recorded: 1 })
      const { funnel, total } = (await viewsOf(await signedIn(author), { tz: 'UTC' })).body.data
      expect(funnel).toMatchObject({ impressions: 4, views: 0 })
      expect(total).toBe(0)
    })
    expectProblem(
      await call('POST', path, { as: fan, body: { post_ids: Array.from({ length: 51 }, newId) } }),
      400,
      'VALIDATION_FAILED',
      'body.post_ids',
    )
  })

  test('is none of the author, of a bot, or of somebody blocked', async () => {
    const author = await newMember()
    const [post = ''] = await newListings(author, 1)
    expect((await show(author, [post])).body.data.recorded).toBe(0)
    const blocked = await newMember()
    await sql`insert into marketplace.block values (${author.id}, ${blocked.id}, now())`.execute(
      await database(),
    )
    expect((await show(blocked, [post])).body.data.recorded).toBe(0)
    const from = newAddress()
    const asked = { from, body: { post_ids: [post], device_id: 'a' } }
    const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }
    expect((await call('POST', path, { ...asked, headers: bot })).body.data.recorded).toBe(0)
    for (const counted of [1, 0]) {
      const { body } = await call('POST', path, { ...asked, headers: { 'user-agent': phone } })
      expect(body.data.recorded).toBe(counted)
    }
    expect((await viewsOf(author, { post_id: post })).body.data.funnel.impressions).toBe(1)
  })
})

describe('the figures of a seller', () => {
  test('are the views there are, by day, by source and as far as saving, chatting and offering', async () => {
    const author = await newMember()
    const [one = '', other = ''] = await newListings(author, 2)
    const [fan, buyer] = [await newMember(), await newMember()]
    for (const somebody of [fan, buyer, author]) await show(somebody, [one, other])
    await look(fan, [one, other], { source: 'search' })
    await look(buyer, [one])
    await look(author, [one])
    await favourite(fan, one, { favourite: true })
    await favourite(author, one, { favourite: true })
    await granted(update(author, one, { allow_offers: true }))
    await granted(makeOffer(buyer, one, 15))
    const { clock } = await world()
    const today = dateOf(clock.now())
    const { body } = await viewsOf(author, { from: today, to: today, tz: 'UTC' })
    expect(body.data).toEqual({
      from: today,
      to: today,
      tz: 'UTC',
      interval: 'day',
      total: 3,
      unique: 2,
      series: [{ start: today, views: 3, impressions: 4 }],
      by_source: { search: 2, other: 1 },
      funnel: { impressions: 4, views: 3, favourites: 1, chats: 1, offers: 1 },
    })
    const ofOne = await viewsOf(author, { post_id: other })
    expect(ofOne.body.data).toMatchObject({ total: 1, unique: 1, by_source: { search: 1 } })
    expect(ofOne.body.data.series).toHaveLength(30)
  })

  test('are for the author and for administrators', async () => {
    const [post = ''] = await newListings(await newMember(), 1)
    await look(await newMember(), [post])
    const { body } = await viewsOf(await newStaff('administrator'), { post_id: post })
    expect(body.data.total).toBe(1)
    for (const as of [await newMember(), await newStaff('moderator')])
      expectProblem(await viewsOf(as, { post_id: post }), 404, 'NO_SUCH_POST')
  })

  test('begin and end with the days of a zone, also where clocks are changed', async () => {
    const author = await newMember()
    const [post = ''] = await newListings(author, 1)
    const { clock } = await world()
    const year = clock.now().getUTCFullYear() - 1
    // The last Sundays of March and October, of 23 and 25 hours.
    const lastSunday = (month: number) => {
      const last = new Date(Date.UTC(year, month + 1, 0))
      return new Date(last.getTime() - days(last.getUTCDay()))
    }
    for (const [month, hoursOfDay] of [
      [2, 23],
      [9, 25],
    ] as const) {
      const day = lastSunday(month)
      const hours = Array.from({ length: 72 }, (_, hour) =>
        new Date(day.getTime() - days(1) + hour * 3_600_000).toISOString(),
      )
      await insertViewsAt(post, hours)
      const asked = { post_id: post, from: dateOf(day), to: dateOf(day), tz: 'Europe/Berlin' }
      // As single views they are too old to be looked for: as sums they are found.
      await sql`
        insert into marketplace.post_view_day (post_id, day, source, views, addresses, quarters, counts)
        select post_id, day, source, count(*), count(*), array_agg((extract(hour from viewed_at at time zone 'UTC') * 4)::smallint order by viewed_at),
          array_agg(1 order by viewed_at)
        from marketplace.post_view where post_id = ${post} group by 1, 2, 3 on conflict do nothing`.execute(
        await database(),
      )
      expect((await viewsOf(author, asked)).body.data).toMatchObject({
        total: hoursOfDay,
        unique: hoursOfDay,
      })
      expect((await viewsOf(author, { ...asked, tz: 'Asia/Kathmandu' })).body.data.total).toBe(24)
    }
  })

  test('are the same once single views are summed up and gone', async () => {
    const author = await newMember()
    const [post = ''] = await newListings(author, 1)
    const { clock } = await world()
    const at = (daysAgo: number, time: string) =>
      `${dateOf(new Date(clock.now().getTime() - days(daysAgo)))}T${time}Z`
    await insertViewsAt(post, [at(3, '23:10:00'), at(3, '23:11:00'), at(2, '00:20:00'), at(2, '12:00:00')])
    await insertViewsAt(post, [at(2, '12:01:00')], 'share')
    await sql`
      insert into marketplace.post_impression (post_id, day, viewer, shown_at)
      select ${post}, (at::timestamptz at time zone 'UTC')::date, gen_random_uuid(), at::timestamptz
      from unnest(${[at(3, '18:10:00'), at(3, '18:20:00'), at(3, '23:10:00')]}::text[]) at`.execute(
      await database(),
    )
    const period = {
      post_id: post,
      from: at(4, '').slice(0, 10),
      to: at(1, '').slice(0, 10),
      tz: 'Asia/Kathmandu',
    }
    const before = (await viewsOf(author, period)).body.data
    expect(before).toMatchObject({
      total: 5,
      unique: 5,
      by_source: { feed: 4, share: 1 },
      funnel: { impressions: 3 },
    })
    // Days begin there at a quarter past six in the evening of UTC.
    expect(before.series.map(({ impressions }: { impressions: number }) => impressions)).toEqual([0, 1, 2, 0])
    await later(days(95), async () => {
      await runNow(sumViews, {})
      await jobsDone()
      await sweepNow(sweepViews)
      const { rows } = await sql`select 1 from marketplace.post_view where post_id = ${post}`.execute(
        await database(),
      )
      expect(rows).toEqual([])
      const { rows: shown } = await sql`
        select 1 from marketplace.post_impression where post_id = ${post}`.execute(await database())
      expect(shown).toEqual([])
      expect((await viewsOf(await signedIn(author), period)).body.data).toEqual(before)
      await runNow(seedViews, { mode: 'rebuild', day: dateOf(clock.now()), postId: post })
      expect((await look(await newMember(), [post])).body.data.view_count).toBe(6)
    })
  })

  test('refuse what is no period', async () => {
    const author = await newMember()
    const refused = async (query: Record<string, string>, code: string, field: string) =>
      expectProblem(await viewsOf(author, query), 400, code, field)
    await refused({ tz: 'Mars/Base' }, 'INVALID_TIMEZONE', 'query.tz')
    await refused({ from: '2026-02-30', to: '2026-03-01' }, 'VALIDATION_FAILED', 'query.from')
    await refused({ from: '2026-03-02', to: '2026-03-01' }, 'VALIDATION_FAILED', 'query.from')
    await refused({ from: '2024-01-01', to: '2025-03-01' }, 'VALIDATION_FAILED', 'query.from')
  })
})

describe('the view seeder', () => {
  const seed = async (as: TestPerson, body: object, app?: Awaited<ReturnType<typeof openApp>>) =>
    call('POST', '/api/v1/view-seeder/run', { as, body, app })

  test('counts anew what was counted wrong', async () => {
    const administrator = await newStaff('administrator')
    const [post = ''] = await newListings(await newMember(), 1)
    await look(await newMember(), [post])
    await sql`update marketplace.post_view_total set views = 40 where post_id = ${post}`.execute(
      await database(),
    )
    expect((await seed(administrator, { post_id: post })).body.data).toEqual({
      queued: true,
      mode: 'rebuild',
    })
    await jobsDone()
    expect((await look(await newMember(), [post])).body.data.view_count).toBe(2)
    expectProblem(await seed(administrator, { post_id: newId() }), 404, 'NO_SUCH_POST')
  })

  test('makes views up only where that is wanted, and for no seller', async () => {
    const administrator = await newStaff('administrator')
    const author = await newMember()
    const [post = ''] = await newListings(author, 1)
    await sql`update marketplace.post set published_at = published_at - interval '7 days' where id = ${post}`.execute(
      await database(),
    )
    expectProblem(await seed(administrator, { mode: 'demo', post_id: post }), 403, 'SEEDING_DISABLED')
    const app = await openApp({ seedsViews: true })
    for (const _ of [1, 2]) {
      expect((await seed(administrator, { mode: 'demo', post_id: post }, app)).status).toBe(200)
      await jobsDone()
    }
    await app.close()
    const { rows } = await sql<{ made: number }>`
      select count(*)::int as made from marketplace.post_view where post_id = ${post} and is_demo`.execute(
      await database(),
    )
    const made = rows[0]?.made ?? 0
    expect(made).toBeGreaterThan(0)
    expect((await look(await newMember(), [post])).body.data.view_count).toBe(made + 1)
    expect((await viewsOf(author, { post_id: post })).body.data.total).toBe(1)
  })

  test('sold listings are still counted', async () => {
    const author = await newMember()
    const [post = ''] = await newListings(author, 1)
    await sell(author, post, 'sold_elsewhere')
    expect((await look(await newMember(), [post])).body.data.recorded).toBe(1)
  })
})
