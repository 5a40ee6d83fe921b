import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { newestPushMessages } from '../../platform/push/builtin.ts'
import { newCategory } from '../../testing/categories.ts'
import { block } from '../../testing/chat.ts'
import { inProduct } from '../../testing/jobs.ts'
import { call, granted, later, newMember, signedIn, type TestPerson, world } from '../../testing/kit.ts'
import { close, newPost, noticesOf, removePost, restore, softDelete } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { openCountingApp } from '../../testing/statements.ts'
import { suspendPerson } from '../accounts/public.ts'

const base = '/api/v1/notification-mgt'
const people = '/api/v1/usr-mgt'
const follow = (as: TestPerson, { id }: TestPerson, wanted = true) =>
  granted(call('POST', `${people}/follow`, { as, body: { user_id: id, follow: wanted } }))
const listed = async (as: TestPerson) =>
  (await granted(call('GET', `${base}/get-notifications`, { as, query: { category: 'new_listing' } }))).body
    .data

/** What is in the list, which is what is counted: at once, and as it is kept for the next time. */
async function news(as: TestPerson) {
  const list = await listed(as)
  const unread = list.filter(({ isRead }: { isRead: boolean }) => !isRead).length
  const count = async () =>
    (await granted(call('GET', `${base}/unread-count`, { as }))).body.data.by_category.new_listing ?? 0
  expect(await count()).toBe(unread)
  await (await world()).host.services.writeBehind.flush()
  expect(await count()).toBe(unread)
  return list
}

async function newPair(options: { language?: string } = {}) {
  const [author, follower] = [await newMember({ name: 'Ada' }), await newMember(options)]
  await follow(follower, author)
  return { author, follower }
}

test('those who follow somebody have a new listing in their inbox at once', async () => {
  const { author, follower } = await newPair({ language: 'de-AT' })
  const other = await newMember()
  expect(await news(follower)).toEqual([])
  const { name, _id: category_id } = await newCategory()
  const { _id, title } = await newPost(author, { category_id, sub_category_id: undefined })
  const [notice, ...more] = await news(follower)
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    category: 'new_listing',
    title: `Neues Angebot in ${name}`,
    message: title,
    actor: author.id,
    userName: 'Ada',
    reference: { model: 'post', id: _id },
    action: { label: 'Ansehen', actionType: 'navigate', payload: { screen: 'PostDetail', id: _id } },
    isRead: false,
    group_count: 1,
  })
  for (const person of [author, other]) expect(await news(person)).toEqual([])
  // Who follows later hears of what comes later.
  await follow(other, author)
  expect(await news(other)).toEqual([])
})

test('it is read, dismissed and brought back as any notice', async () => {
  const { author, follower } = await newPair()
  for (let listing = 0; listing < 3; listing += 1) await newPost(author)
  const [newest, middle] = await news(follower)
  const change = (id: string, how: string, body = {}) =>
    granted(call('PATCH', `${base}/${how}/${id}`, { as: follower, body }))
  expect((await change(newest._id, 'read')).body.data).toMatchObject({ isRead: true, __v: 1 })
  expect((await change(middle._id, 'dismiss')).body.data).toMatchObject({ isDismissed: true })
  expect(await news(follower)).toHaveLength(2)
  await granted(call('PATCH', `${base}/dismiss/${middle._id}`, { as: follower, query: { undo: true } }))
  expect(await news(follower)).toHaveLength(3)
  const all = { as: follower, body: { category: 'new_listing', before: middle.createdAt } }
  expect((await granted(call('PATCH', `${base}/read-all`, all))).body.data).toMatchObject({ updated: 2 })
  await news(follower)
  expect(
    (await granted(call('PATCH', `${base}/dismiss-all`, { as: follower, body: {} }))).body.data,
  ).toMatchObject({
    unread_count: 0,
  })
  expect(await news(follower)).toEqual([])
})

test('it goes with what it depends on, and comes back with it', async () => {
  const { author, follower } = await newPair()
  const { _id } = await newPost(author)
  const count = async () => (await news(follower)).length
  expect(await count()).toBe(1)
  const mute = (is_muted: boolean) =>
    granted(call('POST', `${people}/mute`, { as: follower, body: { user_id: author.id, is_muted } }))
  await mute(true)
  expect(await count()).toBe(0)
  await mute(false)
  expect(await count()).toBe(1)
  const want = (in_app: boolean) =>
    granted(
      call('PUT', `${base}/preferences`, { as: follower, body: { kinds: { new_listing: { in_app } } } }),
    )
  await want(false)
  expect(await count()).toBe(0)
  await want(true)
  await granted(softDelete(author, _id))
  expect(await count()).toBe(0)
  await granted(restore(author, _id))
  expect(await count()).toBe(1)
  await granted(close(author, _id))
  expect(await count()).toBe(0)
  const { _id: second } = await newPost(author)
  expect(await count()).toBe(1)
  await granted(removePost(author, second))
  expect(await count()).toBe(0)
  await newPost(author)
  await follow(follower, author, false)
  expect(await count()).toBe(0)
  await follow(follower, author)
  expect(await count()).toBe(0)
  await newPost(author)
  expect(await count()).toBe(1)
  const { body } = await granted(
    call('POST', '/api/v1/chat-mgt/create-chatroom', { as: follower, body: { user_id: author.id } }),
  )
  await block(follower, body.data._id, true)
  expect(await count()).toBe(0)
})

test('nobody hears of whoever is suspended', async () => {
  const { author, follower } = await newPair()
  await newPost(author)
  expect(await news(follower)).toHaveLength(1)
  const suspension = { reason: 'A trial', decisionId: newId(), until: null }
  await inProduct('marketplace', (work) => suspendPerson(work, author.id, suspension))
  expect(await news(follower)).toEqual([])
})

test('it is no news any more after a week', async () => {
  const { author, follower } = await newPair()
  await newPost(author)
  expect(await news(follower)).toHaveLength(1)
  await later(days(7), async () => expect(await news(await signedIn(follower))).toEqual([]))
})

test('it is pushed to the devices of those who want that, and to nobody else', async () => {
  const { author, follower } = await newPair()
  const [silent, gone] = [await newMember(), await newMember()]
  const devices = new Map<TestPerson, string>()
  for (const person of [follower, silent, gone, author]) {
    const fcm_token = newSecret()
    devices.set(person, fcm_token)
    await granted(call('PUT', '/api/v1/post-mgt/update-push-token', { as: person, body: { fcm_token } }))
  }
  for (const person of [silent, gone]) await follow(person, author)
  const kinds = { new_listing: { push: false } }
  await granted(call('PUT', `${base}/preferences`, { as: silent, body: { kinds } }))
  await follow(gone, author, false)
  const { _id, title } = await newPost(author)
  await jobsDone()
  const { db } = (await world()).host.services
  const shownTo = (person: TestPerson) =>
    newestPushMessages(db, { limit: 5, token: devices.get(person) ?? '' })
  expect(await shownTo(follower)).toMatchObject([{ body: title, link: `post/${_id}` }])
  expect(await news(silent)).toHaveLength(1)
  for (const person of [silent, gone, author])
    expect((await shownTo(person)).filter(({ link }) => link === `post/${_id}`)).toEqual([])
  expect(await noticesOf(author, 'new_listing')).toEqual([])
})

test('publishing writes as much for many followers as for none', async () => {
  const { app, count, since } = await openCountingApp()
  const { db } = (await world()).host.services
  const { _id: category_id } = await newCategory()
  const publish = async (as: TestPerson) => {
    const before = count()
    const { body } = await granted(
      call('POST', '/api/v1/post-mgt/add', {
        as,
        app,
        body: { title: `Lamp ${newId()}`, price: 20, category_id },
      }),
    )
    return { statements: since(before), id: body.data._id as string }
  }
  try {
    const [alone, followed] = [await newMember(), await newMember()]
    for (const as of [await newMember(), await newMember(), await newMember()]) await follow(as, followed)
    // Until what a process keeps is there.
    for (const as of [alone, followed]) await publish(as)
    const [one, other] = [await publish(alone), await publish(followed)]
    expect(other.statements).toEqual(one.statements)
    const { rows } = await sql<{ news: number; notices: number }>`
      select (select count(*)::int from marketplace.follower_news where post_id = ${other.id}) as news,
        (select count(*)::int from marketplace.notification where reference_id = ${other.id}) as notices`.execute(
      db,
    )
    expect(rows).toEqual([{ news: 1, notices: 0 }])
  } finally {
    await app.close()
  }
})
