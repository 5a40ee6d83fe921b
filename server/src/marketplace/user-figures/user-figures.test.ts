import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  atNoon,
  call,
  expectProblem,
  granted,
  later,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { newPost } from '../../testing/posts.ts'
import { decide, openCaseOf, reportPost } from '../../testing/reports.ts'
import { newCard, newPlan, subscribe } from '../../testing/subscriptions.ts'
import { keepUserFigures } from './jobs.ts'

const get = (at: string, as: { token: string }, query: Record<string, string | number> = {}) =>
  call('GET', `/api/v1/admin/${at}`, { as, query })

/** Somebody of the past, with the moments at which they were here. */
async function newPersonOf(openedAt: string, seen: readonly string[], isVerified = false): Promise<string> {
  const { db } = (await world()).host.services
  const id = newId()
  await sql`
    insert into marketplace.users (id, name, email, email_canonical, is_verified, created_at, updated_at)
    values (${id}, 'Past', ${`${id}@example.org`}, ${`${id}@example.org`}, ${isVerified}, ${openedAt}, ${openedAt})`.execute(
    db,
  )
  for (const at of seen)
    await sql`
      insert into marketplace.presence (user_id, seen_at) values (${id}, ${at})
      on conflict (user_id) do update set seen_at = excluded.seen_at`.execute(db)
  return id
}

describe('the figures of people', () => {
  test('put every moment into one day of the zone, on days of 23 and 25 hours too', async () => {
    const administrator = await newStaff('administrator')
    // In New York the 10th of March 2019 has 23 hours, from 05:00Z to 04:00Z; the 3rd of November has 25.
    await newPersonOf('2019-03-10T04:59:59.999Z', ['2019-03-10T04:59:00Z', '2019-03-11T03:59:00Z'], true)
    await newPersonOf('2019-03-10T05:00:00Z', ['2019-03-10T05:00:00Z', '2019-03-11T04:00:00Z'])
    await newPersonOf('2019-11-03T04:00:00Z', ['2019-11-03T04:00:00Z', '2019-11-04T04:59:00Z'])
    await newPersonOf('2019-11-04T05:00:00Z', ['2019-11-04T05:00:00Z'])
    const tz = 'America/New_York'
    const spring = await granted(
      get('user-stats', administrator, { from: '2019-03-09', to: '2019-03-11', tz }),
    )
    const shown = ({
      start,
      sign_ups,
      verified,
      daily_active,
      weekly_active,
      monthly_active,
    }: Record<string, unknown>) => [start, sign_ups, verified, daily_active, weekly_active, monthly_active]
    expect(spring.body.data.series.map(shown)).toEqual([
      ['2019-03-09', 1, 1, 1, 1, 1],
      ['2019-03-10', 1, 0, 2, 2, 2],
      ['2019-03-11', 0, 0, 1, 2, 2],
    ])
    expect(spring.body.data).toMatchObject({ sign_ups: 2, verified: 1, by_source: { email: 2 }, tz })
    const autumn = await granted(
      get('user-stats', administrator, { from: '2019-11-03', to: '2019-11-04', tz }),
    )
    expect(autumn.body.data.series.map(shown)).toEqual([
      ['2019-11-03', 1, 0, 1, 1, 1],
      ['2019-11-04', 1, 0, 1, 2, 2],
    ])
    // Where days begin at a quarter to.
    const nepal = { from: '2019-11-03', to: '2019-11-04', tz: 'Asia/Kathmandu' }
    const kathmandu = await granted(get('user-stats', administrator, nepal))
    expect(
      kathmandu.body.data.series.map(({ daily_active }: { daily_active: number }) => daily_active),
    ).toEqual([1, 2])
    // Fourteen hours ahead.
    const line = { from: '2019-11-04', to: '2019-11-04', tz: 'Pacific/Kiritimati' }
    const kiritimati = await granted(get('user-stats', administrator, line))
    expect(kiritimati.body.data.sign_ups).toBe(1)
  })

  test('say who of a week came back, by whole weeks', async () => {
    const administrator = await newStaff('administrator')
    await newPersonOf('2017-05-01T10:00:00Z', ['2017-05-01T10:00:00Z', '2017-05-09T10:00:00Z'])
    await newPersonOf('2017-05-07T23:00:00Z', ['2017-05-07T23:00:00Z', '2017-05-16T10:00:00Z'])
    const { body } = await granted(
      get('user-stats', administrator, { from: '2017-05-01', to: '2017-05-21', tz: 'UTC', interval: 'week' }),
    )
    const [cohort] = body.data.cohorts
    expect(cohort).toMatchObject({ week: '2017-05-01', people: 2 })
    expect(cohort.active.slice(0, 4)).toEqual([2, 1, 1, 0])
    expect(cohort.active).toHaveLength(13)
    expect(body.data.series.map(({ start }: { start: string }) => start)).toEqual([
      '2017-05-01',
      '2017-05-08',
      '2017-05-15',
    ])
    const table = await granted(
      get('user-stats/export', administrator, {
        from: '2017-05-01',
        to: '2017-05-07',
        tz: 'UTC',
        interval: 'month',
      }),
    )
    expect(table.text.split('\r\n')).toEqual([
      'start,sign_ups,verified,daily_active,weekly_active,monthly_active,email,google,apple,facebook,invitation',
      '2017-05-01,2,0,0.3,2,2,2,0,0,0,0',
      '',
    ])
  })

  test('are the same as kept and as counted, and a day is kept once it is over', async () => {
    const administrator = await newStaff('administrator')
    await newMember()
    // At noon, so that no day of Tokyo ends between two of the calls.
    await atNoon(() =>
      later(days(1), async () => {
        const as = await signedIn(administrator)
        const { services } = (await world()).host
        const ask = async () => (await granted(get('user-stats', as, { tz: 'Asia/Tokyo' }))).body.data
        await services.writeBehind.flush()
        const counted = await ask()
        expect(counted.sign_ups).toBeGreaterThan(0)
        await services.writeBehind.flush()
        const kept = async () => {
          const { rows } = await sql<{ days: number }>`
            select count(*)::int as days from marketplace.figure_day where tz = 'Asia/Tokyo'`.execute(
            services.db,
          )
          return rows[0]?.days ?? 0
        }
        expect(await kept()).toBe(0)
        await runNow(keepUserFigures, {})
        expect(await kept()).toBeGreaterThan(0)
        expect(await ask()).toEqual(counted)
        await runNow(keepUserFigures, {})
        expect(await ask()).toEqual(counted)
      }),
    )
  })

  test('are asked for days and zones that there are', async () => {
    const administrator = await newStaff('administrator')
    expectProblem(await get('user-stats', administrator, { tz: 'Mars/Base' }), 400, 'INVALID_TIMEZONE')
    expectProblem(await get('user-stats/export', administrator, { tz: 'Mars/Base' }), 400, 'INVALID_TIMEZONE')
    expectProblem(
      await get('user-stats', administrator, { from: '2019-02-30' }),
      400,
      'VALIDATION_FAILED',
      'query.from',
    )
  })
})

describe('the list of accounts', () => {
  test('is walked with every filter, and keeps who looked at whom', async () => {
    const administrator = await newStaff('administrator')
    const mark = newId().slice(-10)
    const people = []
    for (const n of [1, 2, 3]) people.push(await newMember({ name: `Zoe${mark} ${n}` }))
    const walk = async (query: Record<string, string | number>) => {
      const found: string[] = []
      for (let cursor: string | undefined; ; ) {
        const { body } = await granted(
          get('get-all-users', administrator, {
            search: `zoe${mark}`,
            limit: 1,
            ...query,
            ...(cursor && { cursor }),
          }),
        )
        found.push(...body.data.map(({ _id }: { _id: string }) => _id))
        if (body.meta.nextCursor === null) return found
        cursor = String(body.meta.nextCursor)
      }
    }
    const ids = people.map(({ id }) => id)
    expect(await walk({ sort: 'oldest' })).toEqual(ids)
    expect(await walk({ status: 'active', role: 'user' })).toEqual(ids.toReversed())
    expect(await walk({ status: 'suspended' })).toEqual([])
    expect(await walk({ role: 'moderator' })).toEqual([])
    const [first] = people
    const byAddress = await granted(get('get-all-users', administrator, { search: first?.email ?? '' }))
    expect(byAddress.body.data).toMatchObject([
      {
        _id: first?.id,
        email: first?.email,
        role: 'user',
        status: 'active',
        source: 'email',
        plans: [],
        listings_open: 0,
        reports: 0,
      },
    ])
    const { db } = (await world()).host.services
    const { rows } = await sql<{ seen: string[] }>`
      select details->'seen' as seen from platform.audit where actor_id = ${administrator.id} and subject = 'users'
      order by created_at desc, id desc limit 1`.execute(db)
    expect(rows[0]?.seen).toEqual([first?.id])
    const past = await granted(get('get-all-users', administrator, { from: '2001-01-01', to: '2001-01-02' }))
    expect(past.body.data).toEqual([])
    expectProblem(
      await get('get-all-users', administrator, { to: '2001-13-01' }),
      400,
      'VALIDATION_FAILED',
      'query.to',
    )
  })

  test('is walked by the plan that is open to them', async () => {
    const administrator = await newStaff('administrator')
    const { db } = (await world()).host.services
    const [plan_id, other] = [await newPlan(), await newPlan()]
    const { rows } = await sql<{
      key: string
    }>`select key from marketplace.plan where id = ${plan_id}`.execute(db)
    const plan = rows[0]?.key ?? ''
    const name = `Una${newId().slice(-10)}`
    const people = []
    for (const n of [1, 2, 3, 4]) {
      const person = await newMember({ name: `${name} ${n}` })
      people.push(person)
      if (n === 4) continue
      await newCard(person)
      await granted(subscribe(person, { plan_id: n === 3 ? other : plan_id, now: true }))
    }
    const [one, two, three, free] = people.map(({ id }) => id)
    const found = async (query: Record<string, string | number>) =>
      (await granted(get('get-all-users', administrator, { limit: 1, ...query }))).body
    const idsOf = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)
    const first = await found({ plan, sort: 'oldest' })
    expect(first.data).toMatchObject([{ _id: one, plans: [plan] }])
    const cursor = String(first.meta.nextCursor)
    expect(await found({ plan, sort: 'oldest', cursor })).toMatchObject({
      data: [{ _id: two }],
      meta: { hasMore: false },
    })
    expect(idsOf(await found({ plan, limit: 5 }))).toEqual([two, one])
    expect(idsOf(await found({ plan: 'free', search: name, limit: 5 }))).toEqual([free])
    expect(idsOf(await found({ plan: 'none-such', limit: 5 }))).toEqual([])
    await sql`update marketplace.subscription set access_until = now() - interval '1 day' where user_id = ${two}`.execute(
      db,
    )
    expect(idsOf(await found({ plan, limit: 5 }))).toEqual([one])
    expect(idsOf(await found({ search: name, sort: 'oldest', limit: 5 }))).toEqual([one, two, three, free])
  })

  test('is walked by what speaks against them, and by when they were here last', async () => {
    const administrator = await newStaff('administrator')
    const { services } = (await world()).host
    const name = `Ivo${newId().slice(-10)}`
    const people = []
    for (const n of [1, 2, 3]) people.push(await newMember({ name: `${name} ${n}` }))
    const [one, two, three] = people as [TestPerson, TestPerson, TestPerson]
    const walked = async (sort: string) => {
      const found: [string, number][] = []
      for (let cursor: string | undefined; ; ) {
        const query = { search: name, sort, limit: 1, ...(cursor && { cursor }) }
        const { body } = await granted(get('get-all-users', administrator, query))
        found.push(...body.data.map(({ _id, risk }: { _id: string; risk: number }) => [_id, risk]))
        if (body.meta.nextCursor === null) return found
        cursor = String(body.meta.nextCursor)
      }
    }
    expect(await walked('risk')).toEqual([])
    const report = { user_id: two.id, reason: 'spam' }
    await granted(call('POST', '/api/v1/usr-mgt/report-user', { as: one, body: report }))
    expect(await walked('risk')).toEqual([[two.id, 10]])
    const moderator = await newStaff('moderator')
    await granted(decide(moderator, await openCaseOf(two.id), 'warn'))
    await granted(
      call('POST', '/api/v1/usr-mgt/report-user', { as: one, body: { ...report, user_id: three.id } }),
    )
    await granted(
      call('POST', '/api/v1/usr-mgt/report-user', { as: two, body: { ...report, user_id: three.id } }),
    )
    const risky = await walked('risk')
    expect(risky.map(([id]) => id)).toEqual([three.id, two.id])
    expect(risky.map(([, risk]) => risk)).toEqual([10, 10])

    await services.writeBehind.flush()
    const seen = (person: TestPerson, day: string) =>
      sql`
      insert into marketplace.presence (user_id, seen_at) values (${person.id}, ${`${day}T12:00:00Z`})
      on conflict (user_id) do update set seen_at = excluded.seen_at`.execute(services.db)
    await seen(one, '2019-03-02')
    await seen(two, '2019-03-03')
    await seen(three, '2019-03-01')
    expect((await walked('last_seen')).map(([id]) => id)).toEqual([two.id, one.id, three.id])
  })

  test('has all that speaks against somebody, also of what comes at the same moment', async () => {
    const [administrator, author] = [await newStaff('administrator'), await newMember()]
    const posts: string[] = []
    for (let n = 0; n < 6; n += 1) posts.push((await newPost(author))._id)
    const reporters = await Promise.all(posts.map(() => newMember()))
    await Promise.all(
      reporters.map((reporter, n) => granted(reportPost(reporter, posts[n] ?? '', { reason: 'other' }))),
    )
    const { body } = await granted(get('get-all-users', administrator, { search: author.email }))
    expect(body.data).toMatchObject([{ reports: 6, risk: 60 }])
  })

  test('are taken along as a table, which is kept in the log', async () => {
    const administrator = await newStaff('administrator')
    const mark = newId().slice(-8)
    const people = await Promise.all([0, 1, 2].map((n) => newMember({ name: `Yve${mark} ${n}, of them` })))
    const path = '/api/v1/admin/export-users'
    const { text } = await granted(
      call('POST', path, { as: administrator, body: { search: `yve${mark}`, sort: 'oldest' } }),
    )
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toBe(
      'id,name,email,is_verified,role,status,trust_level,place,source,plans,listings_open,listings_sold,reports,risk,created_at,last_seen_at',
    )
    expect(lines.map((line) => line.slice(0, 36)).sort()).toEqual(people.map(({ id }) => id).sort())
    expect(lines[0]).toContain(`"Yve${mark} `)
    const { rows } = await sql<{ details: object }>`
      select details from platform.audit where actor_id = ${administrator.id} and action = 'admin-export-users'`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([{ details: { filter: { search: `yve${mark}`, sort: 'oldest' }, exported: 3 } }])
    expectProblem(await call('POST', path, { as: await newMember(), body: {} }), 403, 'FORBIDDEN')
  })
})
