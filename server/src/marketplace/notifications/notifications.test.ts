import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { inboxEventsOf } from '../../testing/chat.ts'
import { sweepNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  lastMail,
  later,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { load, sweepIn, uploadPicture } from '../../testing/pictures.ts'
import { newPost } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { setBlock } from '../users/public.ts'
import { sweepNotifications } from './jobs.ts'

const base = '/api/v1/notification-mgt'
const content = {
  title: 'Town news',
  message: 'The market opens early.',
  iconUrl: '',
  imageUrl: '',
  action: { label: 'Open', actionType: 'navigate', payload: { screen: 'Home' } },
}
const broadcast = (as: { token: string }) =>
  call('POST', `${base}/broadcast/manual`, {
    as,
    body: { sendTutorial: false, sendBreakingNews: true, tutorial: content, breakingNews: content },
  })
/** What is unread: counted perhaps, and kept by the next time. */
async function unread(as: { token: string }) {
  const ask = async () => (await granted(call('GET', `${base}/unread-count`, { as }))).body.data
  const first = await ask()
  await (await world()).host.services.writeBehind.flush()
  expect(await ask()).toEqual(first)
  return first
}
const count = async (as: { token: string }) => (await unread(as)).count
const list = async (as: { token: string }, query: Record<string, string | boolean> = {}) =>
  (await call('GET', `${base}/get-notifications`, { as, query })).body.data
const readAll = (as: { token: string }, body: object) => call('PATCH', `${base}/read-all`, { as, body })
const db = async () => (await world()).host.services.db
/** What was recorded of somebody's acts, oldest first. */
const actsOf = async (actorId: string) =>
  (
    await sql<{ action: string; subject: string }>`
      select action, subject from platform.audit where actor_id = ${actorId} order by created_at, id`.execute(
      await db(),
    )
  ).rows

describe('the inbox', () => {
  test('a newcomer finds a welcome with every field of the record', async () => {
    const person = await newMember()
    const { status, body } = await call('GET', `${base}/get-notifications`, { as: person })
    expect(status).toBe(200)
    expect(body.data).toHaveLength(1)
    expect(Object.keys(body.data[0]).sort()).toEqual([
      '__v',
      '_id',
      'action',
      'actor',
      'actors',
      'category',
      'createdAt',
      'dismissedAt',
      'expiresAt',
      'group_count',
      'iconUrl',
      'imageUrl',
      'isDismissed',
      'isRead',
      'message',
      'postImage',
      'readAt',
      'recipient',
      'reference',
      'title',
      'updatedAt',
      'userName',
    ])
    expect(body.data[0]).toMatchObject({
      recipient: person.id,
      isRead: false,
      readAt: null,
      isDismissed: false,
      dismissedAt: null,
      expiresAt: null,
      __v: 0,
    })
    expect(body.meta).toEqual({ nextCursor: null, hasMore: false, limit: 20 })
  })

  test('reading sets the time once, and can be taken back', async () => {
    const person = await newMember()
    const [item] = (await call('GET', `${base}/get-notifications`, { as: person })).body.data
    const first = await call('PATCH', `${base}/read/${item._id}`, { as: person, body: {} })
    expect(first.body.data).toMatchObject({ isRead: true, __v: 1 })
    const again = await call('PATCH', `${base}/read/${item._id}`, { as: person, body: {} })
    expect(again.body.data).toEqual(first.body.data)
    const unread = await call('PATCH', `${base}/read/${item._id}`, { as: person, body: { read: false } })
    expect(unread.body.data).toMatchObject({ isRead: false, readAt: null })
    expect(await count(person)).toBe(1)
  })

  test('the other devices hear of every change, once, and of nothing that changed nothing', async () => {
    const person = await newMember()
    const [{ _id: id }] = await list(person)
    const change =
      (action: string, query = {}) =>
      () =>
        call('PATCH', `${base}/${action}/${id}`, { as: person, body: {}, query })
    const changes = [
      change('read'),
      change('dismiss'),
      change('dismiss', { undo: true }),
      () => call('PATCH', `${base}/read/${id}`, { as: person, body: { read: false } }),
      () => readAll(person, {}),
    ]
    for (const [index, act] of changes.entries()) {
      for (let time = 0; time < 2; time += 1) expect((await act()).status).toBe(200)
      expect(await inboxEventsOf(person.id)).toEqual(Array(index + 1).fill('changed'))
    }
  })

  test('a stranger cannot read or dismiss it', async () => {
    const owner = await newMember()
    const stranger = await newMember()
    const [item] = (await call('GET', `${base}/get-notifications`, { as: owner })).body.data
    for (const action of ['read', 'dismiss'])
      expectProblem(
        await call('PATCH', `${base}/${action}/${item._id}`, { as: stranger, body: {} }),
        404,
        'NO_SUCH_NOTIFICATION',
      )
    expect(await count(owner)).toBe(1)
  })

  test('pages walk the whole list without repeats, and a cursor fits only its list', async () => {
    const admin = await newStaff('administrator')
    const person = await newMember()
    await broadcast(admin)
    await broadcast(admin)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { body: { data: { _id: string }[]; meta: { nextCursor: string | null } } } = (await call(
        'GET',
        `${base}/get-notifications`,
        { as: person, query: { limit: 1, ...(cursor ? { cursor } : {}) } },
      )) as never
      seen.push(...page.body.data.map((item) => item._id))
      cursor = page.body.meta.nextCursor
    } while (cursor)
    expect(seen).toHaveLength(3)
    expect(new Set(seen).size).toBe(3)
    const { body } = await call('GET', `${base}/get-notifications`, { as: person, query: { limit: 1 } })
    expectProblem(
      await call('GET', `${base}/get-notifications`, {
        as: admin,
        query: { limit: 1, cursor: String(body.meta.nextCursor) },
      }),
      400,
      'CURSOR_INVALID',
    )
    expectProblem(
      await call('GET', `${base}/get-notifications`, { as: person, query: { limit: 0 } }),
      400,
      'VALIDATION_FAILED',
      'query.limit',
    )
  })
})

const save = (as: { token: string }, post_id: string, favourite = true) =>
  call('POST', '/api/v1/post-mgt/favourite', { as, body: { post_id, favourite } })

describe('a notice that gathers people', () => {
  const shown = async (as: { token: string }) => (await list(as, { category: 'favourite' }))[0]

  test('counts who is in it, names the newest, and goes when all have left', async () => {
    const seller = await newMember()
    const fans = [
      await newMember({ name: 'Ben' }),
      await newMember({ name: 'Cleo' }),
      await newMember({ name: 'Dora' }),
      await newMember({ name: 'Emil' }),
    ] as const
    const post = await newPost(seller)
    const { clock } = await world()
    await save(fans[0], post._id)
    expect(await shown(seller)).toMatchObject({
      title: 'Somebody saved your listing',
      userName: 'Ben',
      group_count: 1,
    })
    for (const fan of fans) {
      clock.advance(1)
      await save(fan, post._id)
    }
    const all = await shown(seller)
    expect(all).toMatchObject({ title: '4 people saved your listing', actor: fans[3].id, group_count: 4 })
    expect(all.actors.map(({ name }: { name: string }) => name)).toEqual(['Emil', 'Dora', 'Cleo'])
    expect(await count(seller)).toBe(2)
    await save(fans[3], post._id, false)
    expect(await shown(seller)).toMatchObject({ userName: 'Dora', group_count: 3 })
    const block = { blockerId: seller.id, blockedId: fans[2].id, at: clock.now() }
    await setBlock(await db(), { ...block, isBlocked: true })
    expect(await shown(seller)).toMatchObject({ userName: 'Cleo', group_count: 2 })
    await save(fans[1], post._id, false)
    await save(fans[0], post._id, false)
    expect(await shown(seller)).toBeUndefined()
    expect(await count(seller)).toBe(1)
    await save(fans[0], post._id)
    expect(await shown(seller)).toMatchObject({ userName: 'Ben', group_count: 1 })
    // Ben again, three more, three leaving, Ben once more.
    expect(await inboxEventsOf(seller.id)).toEqual(['created', ...Array(7).fill('changed')])
  })

  test('alerts once a day, however often somebody comes and goes', async () => {
    const [seller, fan] = [await newMember(), await newMember()]
    const post = await newPost(seller)
    await save(fan, post._id)
    await readAll(seller, {})
    for (let n = 0; n < 3; n += 1) {
      await save(fan, post._id, false)
      await save(fan, post._id)
    }
    expect(await shown(seller)).toMatchObject({ isRead: true, group_count: 1 })
    expect(await count(seller)).toBe(0)
  })
})

describe('reading all', () => {
  test('up to one of them leaves what came later', async () => {
    const person = await newMember()
    const [first] = await list(person)
    const { clock } = await world()
    clock.advance(10)
    const fan = await newMember()
    const post = await newPost(person)
    await save(fan, post._id)
    expect((await readAll(person, { before: first._id })).body.data).toEqual({ updated: 1, unread_count: 1 })
    const [foreign] = await list(fan)
    for (const before of [foreign._id, newId()])
      expectProblem(await readAll(person, { before }), 400, 'VALIDATION_FAILED', 'body.before')
    expect((await readAll(person, { before: first.createdAt })).body.data.unread_count).toBe(1)
  })
})

describe('time', () => {
  test('takes notices of half a year ago away', async () => {
    const [old, fresh] = [await newMember(), await newMember()]
    const { clock } = await world()
    await sql`
      update marketplace.notification set created_at = ${new Date(clock.now().getTime() - days(181))} where recipient_id = ${old.id}`.execute(
      await db(),
    )
    // More than one sweep takes.
    await sql`
      insert into marketplace.notification (id, recipient_id, reference_model, reference_id, category, title, message, source_event, created_at, updated_at)
      select gen_random_uuid(), ${old.id}, 'user', '', 'system', '', '', n, '2020-01-01', '2020-01-01' from generate_series(1, 10000) n`.execute(
      await db(),
    )
    await sweepNow(sweepNotifications)
    await jobsDone()
    expect(await list(old)).toEqual([])
    expect(await list(fresh)).toHaveLength(1)
  })
})

describe('dismissing', () => {
  test('hides, reads, keeps its first time, and can be undone for a day', async () => {
    const person = await newMember()
    const [item] = (await call('GET', `${base}/get-notifications`, { as: person })).body.data
    const first = await call('PATCH', `${base}/dismiss/${item._id}`, { as: person })
    expect(first.body).toMatchObject({
      message: 'Notification dismissed successfully',
      data: { isDismissed: true, isRead: true },
    })
    const { clock } = await world()
    clock.advance(1000)
    expect((await call('PATCH', `${base}/dismiss/${item._id}`, { as: person })).body.data).toEqual(
      first.body.data,
    )
    expect((await call('GET', `${base}/get-notifications`, { as: person })).body.data).toEqual([])
    const undone = await call('PATCH', `${base}/dismiss/${item._id}`, { as: person, query: { undo: true } })
    expect(undone.body.data).toMatchObject({ isDismissed: false, dismissedAt: null, isRead: false })
    expect(await count(person)).toBe(1)
  })

  test('cannot be undone after a day', async () => {
    const person = await newMember()
    const [item] = (await call('GET', `${base}/get-notifications`, { as: person })).body.data
    await call('PATCH', `${base}/dismiss/${item._id}`, { as: person })
    const { clock } = await world()
    clock.advance(hours(25))
    const { body } = await call('POST', '/api/v1/usr-mgt/login', {
      body: { email: person.email, password: person.password },
    })
    const late = await call('PATCH', `${base}/dismiss/${item._id}`, {
      as: { token: body.data.access_token },
      query: { undo: true },
    })
    clock.advance(-hours(25))
    expectProblem(late, 409, 'UNDO_TOO_LATE')
  })
})

describe('reading and dismissing at once', () => {
  test.each([
    ['an own notice', 'system'],
    ['a broadcast', 'breaking_news'],
  ])('leave %s read and dismissed', async (_name, category) => {
    const person = await newMember()
    await broadcast(await newStaff('administrator'))
    const [{ _id: id }] = await list(person, { category })
    const dismiss = (query = {}) => call('PATCH', `${base}/dismiss/${id}`, { as: person, query })
    for (let round = 0; round < 50; round += 1) {
      const reads = Array.from({ length: 4 }, () =>
        call('PATCH', `${base}/read/${id}`, { as: person, body: {} }),
      )
      await Promise.all([dismiss(), ...reads])
      const [item] = await list(person, { category, include_dismissed: true })
      expect(item).toMatchObject({ isRead: true, isDismissed: true })
      await dismiss({ undo: true })
      await call('PATCH', `${base}/read/${id}`, { as: person, body: { read: false } })
    }
  })
})

describe('a broadcast', () => {
  test('reaches everybody who is there, in one write, and answers with the sender’s own record', async () => {
    const admin = await newStaff('administrator')
    const person = await newMember()
    const sent = await broadcast(admin)
    expect(sent.status).toBe(200)
    expect(sent.body.data).toMatchObject({
      category: 'breaking_news',
      title: 'Town news',
      recipient: admin.id,
      actor: admin.id,
      isRead: false,
      action: content.action,
    })
    expect(sent.body.meta.broadcast_ids).toHaveLength(1)
    expect(await count(person)).toBe(2)
    const written = await sql<{ notices: number; states: number; events: number }>`
      select (select count(*) from marketplace.notification where recipient_id = any(${[admin.id, person.id]}::uuid[])) as notices,
        (select count(*) from marketplace.broadcast_state where broadcast_id = ${sent.body.data._id}) as states,
        (select count(*) from platform.live_event where data->>'_id' = ${sent.body.data._id}) as events`.execute(
      await db(),
    )
    // The two welcomes, and one event for everybody.
    expect(written.rows).toEqual([{ notices: 2, states: 0, events: 1 }])
    const newcomer = await newMember()
    expect(await count(newcomer)).toBe(1)
  })

  test('shows a picture that its sender uploaded, for as long as it is there', async () => {
    const admin = await newStaff('administrator')
    const { publicUrl: imageUrl } = await uploadPicture(admin)
    const send = (body: object) =>
      call('POST', `${base}/broadcast/manual`, {
        as: admin,
        body: { sendTutorial: false, sendBreakingNews: true, ...body },
      })
    const sent = await send({ breakingNews: { ...content, imageUrl } })
    expect(sent.body.data.imageUrl).toBe(imageUrl)
    await sweepIn(25)
    expect((await load(imageUrl)).statusCode).toBe(200)
    expectProblem(
      await send({ breakingNews: { ...content, imageUrl: 'http://pictures.example/1.webp' } }),
      400,
      'VALIDATION_FAILED',
      'body.breakingNews.imageUrl',
    )
  })

  test('list, count, read, read-all and dismiss agree on it', async () => {
    const admin = await newStaff('administrator')
    const person = await newMember()
    await broadcast(admin)
    const [item] = (
      await call('GET', `${base}/get-notifications`, { as: person, query: { category: 'breaking_news' } })
    ).body.data
    await call('PATCH', `${base}/read/${item._id}`, { as: person, body: {} })
    expect(await count(person)).toBe(1)
    await broadcast(admin)
    const all = await call('PATCH', `${base}/read-all`, { as: person, body: {} })
    expect(all.body.data).toEqual({ updated: 2, unread_count: 0 })
    expect(await count(person)).toBe(0)
    expect(
      (await call('GET', `${base}/get-notifications`, { as: person, query: { unread: true } })).body.data,
    ).toEqual([])
    await call('PATCH', `${base}/dismiss/${item._id}`, { as: person })
    const left = (await call('GET', `${base}/get-notifications`, { as: person })).body.data
    expect(left.map((each: { _id: string }) => each._id)).not.toContain(item._id)
    expect(
      (
        await call('GET', `${base}/get-notifications`, { as: admin, query: { include_dismissed: true } })
      ).body.data.some(
        (each: { _id: string; isDismissed: boolean }) => each._id === item._id && !each.isDismissed,
      ),
    ).toBe(true)
  })

  test('is for administrators and needs something to say', async () => {
    const person = await newMember()
    const admin = await newStaff('administrator')
    expectProblem(await broadcast(person), 403, 'ADMIN_ONLY')
    expectProblem(
      await call('POST', `${base}/broadcast/manual`, {
        as: admin,
        body: { sendTutorial: false, sendBreakingNews: false },
      }),
      400,
      'NOTHING_TO_SEND',
    )
    expectProblem(
      await call('POST', `${base}/broadcast/manual`, {
        as: admin,
        body: { sendTutorial: true, sendBreakingNews: false },
      }),
      400,
      'CONTENT_REQUIRED',
      'body.tutorial',
    )
  })

  test('looks only at the content that is to be sent', async () => {
    const admin = await newStaff('administrator')
    const ask = (body: object) =>
      call('POST', `${base}/broadcast/manual`, {
        as: admin,
        body: { sendTutorial: false, sendBreakingNews: true, breakingNews: content, dry_run: true, ...body },
      })
    const empty = { title: '', message: '', iconUrl: '', imageUrl: '', action: {} }
    for (const tutorial of [{}, empty]) expect((await ask({ tutorial })).status).toBe(200)
    expectProblem(
      await ask({ sendTutorial: true, tutorial: {} }),
      400,
      'VALIDATION_FAILED',
      'body.tutorial.title',
    )
    expectProblem(
      await ask({ breakingNews: { ...content, action: {} } }),
      400,
      'VALIDATION_FAILED',
      'body.breakingNews.action.label',
    )
  })

  test('can wait for its time, end by itself, and be for some', async () => {
    const [admin, verified, other] = [await newStaff('administrator'), await newMember(), await newMember()]
    await sql`update marketplace.users set is_verified = true where id = ${verified.id}`.execute(await db())
    const { clock } = await world()
    const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
    const ask = (more: object) =>
      call('POST', `${base}/broadcast/manual`, {
        as: admin,
        body: { sendTutorial: true, sendBreakingNews: false, tutorial: content, ...more },
      })
    const tutorials = (as: { token: string }) => list(as, { category: 'tutorial' })
    const tried = await ask({ dry_run: true, audience: 'verified' })
    expect(tried.body.data).toMatchObject({ title: content.title, category: 'tutorial' })
    expect(tried.body.meta).toMatchObject({ broadcast_ids: [] })
    expect(Number(tried.body.meta.audience_size)).toBeGreaterThan(0)
    expect(await tutorials(verified)).toEqual([])
    const times = { scheduled_at: at(hours(1)), expires_at: at(hours(2)), audience: 'verified' }
    const sent = await ask(times)
    expect(sent.body.data).toMatchObject({ recipient: admin.id, createdAt: times.scheduled_at })
    expect(await actsOf(admin.id)).toEqual([
      {
        action: 'admin-broadcast-notification',
        subject: `broadcast/${(sent.body.meta.broadcast_ids as string[])[0]}`,
      },
    ])
    const counted = async (ms: number) => {
      clock.advance(ms)
      try {
        const again = async ({ email, password }: typeof admin) => ({
          token: (await call('POST', '/api/v1/usr-mgt/login', { body: { email, password } })).body.data
            .access_token,
        })
        return [(await tutorials(await again(verified))).length, (await tutorials(await again(other))).length]
      } finally {
        clock.advance(-ms)
      }
    }
    expect(await counted(0)).toEqual([0, 0])
    expect(await counted(hours(1.5))).toEqual([1, 0])
    expect(await counted(hours(3))).toEqual([0, 0])
    expectProblem(await ask({ scheduled_at: at(-hours(1)) }), 400, 'VALIDATION_FAILED', 'body.scheduled_at')
    expectProblem(await ask({ expires_at: at(-1) }), 400, 'VALIDATION_FAILED', 'body.expires_at')
  })

  test('tells the open apps when its time has come', async () => {
    const { clock } = await world()
    // The queue goes by the time of the database, so what is to come here has been there.
    clock.advance(-hours(1))
    try {
      const scheduled_at = new Date(clock.now().getTime() + minutes(1)).toISOString()
      const { body } = await call('POST', `${base}/broadcast/manual`, {
        as: await newStaff('administrator'),
        body: { sendTutorial: true, sendBreakingNews: false, tutorial: content, scheduled_at },
      })
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from platform.live_event where type = 'notification.created' and data->>'_id' = ${body.data._id}`.execute(
          await db(),
        )
        return rows.length === 1
      })
    } finally {
      clock.advance(hours(1))
    }
  })

  test('a repeat with the same key sends nothing twice', async () => {
    const admin = await newStaff('administrator')
    const person = await newMember()
    const send = () =>
      call('POST', `${base}/broadcast/manual`, {
        as: admin,
        headers: { 'idempotency-key': `news-${admin.id}` },
        body: { sendTutorial: true, sendBreakingNews: false, tutorial: content },
      })
    const [first, second] = await Promise.all([send(), send()])
    expect(first.body).toEqual(second.body)
    expect(await count(person)).toBe(2)
  })
})

describe('a content violation', () => {
  const violate = (as: { token: string }, body: object) =>
    call('POST', `${base}/content-violation/manual`, { as, body })

  test('tells the person once, acts, and is for moderators', async () => {
    const moderator = await newStaff('moderator')
    const person = await newMember()
    const body = {
      recipient: person.id,
      reference: { model: 'user', id: person.id },
      rule: 'spam',
      message: 'Please stop.',
      action: 'warn',
    }
    expectProblem(await violate(person, body), 403, 'FORBIDDEN')
    const first = await violate(moderator, body)
    expect(first.body.data).toMatchObject({
      category: 'content_violation',
      recipient: person.id,
      actor: '',
      isRead: false,
      reference: body.reference,
    })
    expect((await violate(moderator, body)).body.data).toEqual(first.body.data)
    expect(await count(person)).toBe(2)
    expect(first.body.data.message).toBe('Please stop.')
  })

  test('is sent again for a new incident: in other words, or after a day', async () => {
    const [moderator, person] = [await newStaff('moderator'), await newMember()]
    const warn = async (as: TestPerson, message: string) => {
      const body = { recipient: person.id, reference: { model: 'user', id: person.id }, message }
      return (await violate(as, { ...body, rule: 'spam', action: 'warn' })).body.data._id
    }
    const [first, second] = [await warn(moderator, 'Please stop.'), await warn(moderator, 'You went on.')]
    expect(new Set([first, second, await warn(moderator, 'Please stop.')]).size).toBe(2)
    await later(days(1), async () => {
      const as = await signedIn(moderator)
      const third = await warn(as, 'Please stop.')
      expect([first, second]).not.toContain(third)
      expect(await warn(as, 'Please stop.')).toBe(third)
    })
    expect(await actsOf(moderator.id)).toHaveLength(3)
  })

  test('suspending ends the sessions at once; staff is for administrators', async () => {
    const moderator = await newStaff('moderator')
    const person = await newMember()
    const suspend = (recipient: string) =>
      violate(moderator, {
        recipient,
        reference: { model: 'user', id: recipient },
        rule: 'scam',
        message: 'Fraud.',
        action: 'suspend',
      })
    expectProblem(await suspend((await newStaff('moderator')).id), 403, 'NOT_AGAINST_STAFF')
    expect((await suspend(person.id)).status).toBe(200)
    expectProblem(await call('GET', `${base}/unread-count`, { as: person }), 401, 'SESSION_REVOKED')
    const signIn = await call('POST', '/api/v1/usr-mgt/login', {
      body: { email: person.email, password: person.password },
    })
    expectProblem(signIn, 403, 'ACCOUNT_SUSPENDED')
    expect(signIn.body.error).toMatchObject({ details: { reason: 'Fraud.' } })
    expect((await lastMail(person.email)).text).toContain('Fraud.')
    expect(await actsOf(moderator.id)).toEqual([
      { action: 'send-content-violation', subject: `user/${person.id}` },
    ])
    expect((await suspend(person.id)).body.data.recipient).toBe(person.id)
    expect(await actsOf(moderator.id)).toHaveLength(1)
    expectProblem(await suspend(newId()), 404, 'NO_SUCH_PERSON')
  })

  test('takes a listing away, and what was told of it', async () => {
    const moderator = await newStaff('moderator')
    const [seller, fan] = [await newMember(), await newMember()]
    const post = await newPost(seller)
    await save(fan, post._id)
    const body = {
      recipient: seller.id,
      reference: { model: 'post', id: post._id },
      rule: 'prohibited',
      message: 'Not here.',
    }
    await violate(moderator, { ...body, action: 'warn' })
    expect(await list(seller, { category: 'favourite' })).toHaveLength(1)
    const before = await inboxEventsOf(seller.id)
    await violate(moderator, { ...body, action: 'hide' })
    expect(await list(seller, { category: 'favourite' })).toEqual([])
    expect((await inboxEventsOf(seller.id)).slice(before.length).sort()).toEqual(['changed', 'created'])
    expect(await list(seller, { category: 'content_violation' })).toHaveLength(2)
    expectProblem(await call('GET', `/api/v1/post-mgt/detail/${post._id}`, { as: fan }), 404, 'NO_SUCH_POST')
  })

  test('reaches the things of somebody suspended', async () => {
    const moderator = await newStaff('moderator')
    const seller = await newMember()
    const post = await newPost(seller)
    const about = (reference: object, action: string) =>
      violate(moderator, { recipient: seller.id, reference, rule: 'scam', message: 'Fraud.', action })
    await about({ model: 'user', id: seller.id }, 'suspend')
    const removed = await about({ model: 'post', id: post._id }, 'remove')
    expect(removed.body.data).toMatchObject({ recipient: seller.id, reference: { id: post._id } })
    const { rows } = await sql`select status from marketplace.post where id = ${post._id}`.execute(await db())
    expect(rows).toEqual([{ status: 'deleted' }])
  })

  test('of several moderators at once is one', async () => {
    const moderators = [await newStaff('moderator'), await newStaff('moderator'), await newStaff('moderator')]
    const person = await newMember()
    const reference = { model: 'post', id: (await newPost(person))._id }
    const body = { recipient: person.id, reference, rule: 'spam', message: 'No.', action: 'remove' }
    const answers = await Promise.all(moderators.map((moderator) => violate(moderator, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.data._id)).size).toBe(1)
    const acts = await Promise.all(moderators.map(({ id }) => actsOf(id)))
    expect(acts.flat()).toHaveLength(1)
  })

  test('is refused for something that is not theirs', async () => {
    const moderator = await newStaff('moderator')
    const person = await newMember()
    const other = await newMember()
    const about = (model: string, id: string, action: string) =>
      violate(moderator, {
        recipient: person.id,
        reference: { model, id },
        rule: 'spam',
        message: 'No.',
        action,
      })
    expectProblem(await about('user', other.id, 'warn'), 400, 'REFERENCE_MISMATCH')
    expectProblem(await about('user', person.id, 'hide'), 400, 'REFERENCE_MISMATCH')
    expectProblem(await about('post', other.id, 'hide'), 400, 'REFERENCE_MISMATCH')
  })
})
