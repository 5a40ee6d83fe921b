import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { inProduct, sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, later, world } from '../../testing/kit.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { sweepNotifications } from './jobs.ts'
import { type Notice, notify } from './public.ts'

const base = `${wellnessBase}/notification`
type As = { token: string }
const list = async (as: As, query = {}) => (await call('GET', base, { as, query })).body
const count = async (as: As) => (await call('GET', `${base}/count`, { as })).body.data

async function send(userId: string, more: Partial<Notice> = {}) {
  await inProduct('wellness', (work) =>
    notify(work, [
      {
        userId,
        category: 'GOAL',
        title: 'Well done',
        message: 'Three days in a row.',
        sourceEvent: newId(),
        ...more,
      },
    ]),
  )
}

describe('the inbox', () => {
  test('lists newest first with filters, and the count agrees', async () => {
    const user = await newUser()
    await send(user.id, { link: 'goals/1' })
    const { data, meta } = await list(user)
    expect(data.map((item: { category: string }) => item.category)).toEqual(['GOAL', 'SYSTEM'])
    expect(data[0]).toEqual({
      _id: expect.any(String),
      recipient: user.id,
      category: 'GOAL',
      title: 'Well done',
      message: 'Three days in a row.',
      link: 'goals/1',
      isRead: false,
      readAt: null,
      expiresAt: null,
      createdAt: expect.any(String),
    })
    expect(meta).toEqual({ nextCursor: null, hasMore: false, limit: 20 })
    expect((await list(user, { category: 'GOAL' })).data).toHaveLength(1)
    await call('PATCH', `${base}/${data[0]._id}/read`, { as: user })
    expect((await list(user, { isRead: true })).data).toHaveLength(1)
    expect((await list(user, { isRead: false })).data).toHaveLength(1)
    expect(await count(user)).toEqual({ unread: 1, total: 2 })
  })

  test('pages walk it without repeats, and a cursor fits only its list', async () => {
    const user = await newUser()
    await send(user.id)
    await send(user.id)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data, meta } = await list(user, { limit: 1, ...(cursor ? { cursor } : {}) })
      seen.push(...data.map((item: { _id: string }) => item._id))
      cursor = (meta.nextCursor as string | null) ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(3)
    expect(new Set(seen).size).toBe(3)
    const first = await list(user, { limit: 1 })
    const other = await newUser()
    expectProblem(
      await call('GET', base, { as: other, query: { limit: 1, cursor: String(first.meta.nextCursor) } }),
      400,
      'CURSOR_INVALID',
    )
  })

  test('one cause makes one notice, expired and old ones are gone', async () => {
    const user = await newUser()
    const { clock } = await world()
    const sourceEvent = newId()
    await Promise.all(Array.from({ length: 5 }, () => send(user.id, { sourceEvent })))
    expect(await count(user)).toEqual({ unread: 2, total: 2 })
    await send(user.id, { expiresAt: new Date(clock.now().getTime() - 1) })
    expect(await count(user)).toEqual({ unread: 2, total: 2 })
    clock.advance(-days(181))
    await send(user.id)
    clock.advance(days(181))
    expect((await list(user)).data).toHaveLength(2)
    expect(await count(user)).toEqual({ unread: 2, total: 2 })
  })
})

describe('reading', () => {
  test('keeps the first time; a stranger finds nothing', async () => {
    const user = await newUser()
    const stranger = await newUser()
    const { clock } = await world()
    const [item] = (await list(user)).data
    expectProblem(
      await call('PATCH', `${base}/${item._id}/read`, { as: stranger }),
      404,
      'NO_SUCH_NOTIFICATION',
    )
    expect(await count(user)).toMatchObject({ unread: 1 })
    const first = await call('PATCH', `${base}/${item._id}/read`, { as: user })
    expect(first.body.data).toMatchObject({ isRead: true, readAt: expect.any(String) })
    clock.advance(1000)
    expect((await call('PATCH', `${base}/${item._id}/read`, { as: user })).body.data).toEqual(first.body.data)
  })

  test('all stops at the moment given', async () => {
    const user = await newUser()
    const { clock } = await world()
    const [first] = (await list(user)).data
    clock.advance(1000)
    await send(user.id)
    const upTo = await call('PATCH', `${base}/read-all`, { as: user, query: { before: first.createdAt } })
    expect(upTo.body.data).toEqual({ updated: 1, unread: 1 })
    const all = await call('PATCH', `${base}/read-all`, { as: user })
    expect(all.body.data).toEqual({ updated: 1, unread: 0 })
    expect((await call('PATCH', `${base}/read-all`, { as: user })).body.data).toEqual({
      updated: 0,
      unread: 0,
    })
    expectProblem(
      await call('PATCH', `${base}/read-all`, { as: user, query: { before: '2026-13-40T00:00:00Z' } }),
      400,
      'VALIDATION_FAILED',
      'query.before',
    )
  })
})

describe('deleting', () => {
  test('one is repeatable and only the owner’s', async () => {
    const user = await newUser()
    const stranger = await newUser()
    const [item] = (await list(user)).data
    for (const [as, id] of [
      [stranger, item._id],
      [user, newId()],
    ] as const)
      expectProblem(await call('DELETE', `${base}/${id}`, { as }), 404, 'NO_SUCH_NOTIFICATION')
    for (let time = 0; time < 2; time += 1)
      expect((await call('DELETE', `${base}/${item._id}`, { as: user })).body.data).toEqual({ unread: 0 })
    expect((await list(user)).data).toEqual([])
    expectProblem(await call('PATCH', `${base}/${item._id}/read`, { as: user }), 404, 'NO_SUCH_NOTIFICATION')
  })

  test('all spares what came after the moment given', async () => {
    const user = await newUser()
    const { clock } = await world()
    const [first] = (await list(user)).data
    clock.advance(1000)
    await send(user.id)
    const upTo = await call('DELETE', base, { as: user, query: { before: first.createdAt } })
    expect(upTo.body.data).toEqual({ deleted: 1 })
    expect((await list(user)).data).toHaveLength(1)
    expect((await call('DELETE', base, { as: user })).body.data).toEqual({ deleted: 1 })
    expect(await count(user)).toEqual({ unread: 0, total: 0 })
  })
})

test('notices are removed once they have left the inbox', async () => {
  const { host } = await world()
  const user = await newUser()
  await send(user.id)
  const kept = async () =>
    (await sql`select id from wellness.notification where user_id = ${user.id}`.execute(host.services.db))
      .rows.length
  const sweep = () => sweepNow(sweepNotifications)
  await later(days(179), sweep)
  expect(await kept()).toBe(2)
  await later(days(181), sweep)
  expect(await kept()).toBe(0)
})
