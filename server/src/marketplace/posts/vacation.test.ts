import { expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newCategory } from '../../testing/categories.ts'
import { roomOf, send } from '../../testing/chat.ts'
import { sweepNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newMember,
  signedIn,
  type TestPerson,
} from '../../testing/kit.ts'
import {
  detail,
  favourite,
  favourites,
  ids,
  newPost,
  noticesOf,
  ownPosts,
  searchFor,
  update,
  word,
} from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { foundBy, newSavedSearch } from '../../testing/saved-searches.ts'
import { endVacations } from './jobs.ts'

const setVacation = (as: TestPerson, body: { is_on: boolean; days?: number }) =>
  granted(call('PUT', '/api/v1/usr-mgt/vacation-mode', { as, body }))

const titles = (answer: { body: { data: { title: string }[] } }) => answer.body.data.map(({ title }) => title)

test('while their author is away listings are hidden everywhere, and afterwards they stand where they stood', async () => {
  const [seller, buyer, other] = [await newMember(), await newMember(), await newMember()]
  const [category, name] = [await newCategory(), `Zither ${word()}`]
  const category_id = category._id
  const older = await newPost(seller, { title: `${name} one`, category_id })
  await newPost(other, { title: `${name} two`, category_id })
  await granted(favourite(buyer, older._id))
  const room = await granted(
    call('POST', '/api/v1/chat-mgt/create-chatroom', {
      as: buyer,
      body: { user_id: seller.id, product_id: older._id },
    }),
  )
  const find = async () => titles(await granted(searchFor({ q: name }, buyer)))
  const list = async () =>
    titles(await granted(call('GET', '/api/v1/post-mgt/get', { query: { category_id, sort: 'newest' } })))
  const before = await list()
  expect(before).toEqual([`${name} two`, `${name} one`])
  const card = async () => (await roomOf(buyer, room.body.data._id)).productDetails
  expect(await card()).toMatchObject({ title: older.title })
  const expiresAt = async () => (await granted(detail(older._id, seller))).body.data.expires_at

  const endsAt = Date.parse(await expiresAt())
  const { body } = await setVacation(seller, { is_on: true, days: 30 })
  expect(body.data).toMatchObject({ is_on: true, listings: 1 })
  expect(await find()).toEqual([`${name} two`])
  expect(await list()).toEqual([`${name} two`])
  expectProblem(await detail(older._id, buyer), 404, 'NO_SUCH_POST')
  expectProblem(await detail(older._id), 404, 'NO_SUCH_POST')
  expect((await granted(detail(older._id, seller))).body.data.title).toBe(older.title)
  expect(titles(await granted(ownPosts(seller)))).toEqual([older.title])
  const profile = await granted(call('GET', `/api/v1/usr-mgt/get-profile-web/${seller.id}`))
  expect(profile.body.data).toMatchObject({ counts: { active: 0 }, posts: [] })
  expect(await card()).toMatchObject({ is_available: false })
  await granted(send(buyer, room.body.data._id, 'See you when you are back.'))

  // What is published meanwhile waits, too.
  const meanwhile = await newPost(seller, { title: `${name} three`, category_id })
  expectProblem(await detail(meanwhile._id, buyer), 404, 'NO_SUCH_POST')

  await later(days(10), async () => {
    const [back, reader] = [await signedIn(seller), await signedIn(buyer)]
    expect((await setVacation(back, { is_on: false })).body.data).toMatchObject({ is_on: false, listings: 2 })
    expect(
      titles(await granted(call('GET', '/api/v1/post-mgt/get', { query: { category_id, sort: 'newest' } }))),
    ).toEqual([`${name} three`, ...before])
    expect(titles(await granted(favourites(reader)))).toEqual([older.title])
    const seen = await granted(detail(older._id, reader))
    expect(Math.round((Date.parse(seen.body.data.expires_at) - endsAt) / days(1))).toBe(10)
    expect((await roomOf(reader, room.body.data._id)).productDetails).not.toMatchObject({
      is_available: false,
    })
  })
})

test('what was published or changed meanwhile is found and told of afterwards, once', async () => {
  const [seller, seeker, follower] = [await newMember(), await newMember(), await newMember()]
  const [before, after] = [word(), word()]
  const search = await newSavedSearch(seeker, { q: after })
  const known = await newPost(seller, { title: `Zither ${before}` })
  await granted(
    call('POST', '/api/v1/usr-mgt/follow', { as: follower, body: { user_id: seller.id, follow: true } }),
  )
  const found = async () => {
    await jobsDone()
    return ids(await granted(foundBy(seeker, search._id)))
  }
  await setVacation(seller, { is_on: true })
  const fresh = await newPost(seller, { title: `Lute ${after}` })
  await granted(update(seller, known._id, { title: `Zither ${before} ${after}` }))
  expect(await found()).toEqual([])
  await setVacation(seller, { is_on: false })
  expect((await found()).sort()).toEqual([known._id, fresh._id].sort())
  const told = async (as: TestPerson) =>
    (await noticesOf(as, 'new_listing')).map((notice: { reference: { id: string } }) => notice.reference.id)
  expect((await told(seeker)).sort()).toEqual([known._id, fresh._id].sort())
  expect(await told(follower)).toEqual([fresh._id])
  for (const is_on of [true, false]) await setVacation(seller, { is_on })
  expect(await told(seeker)).toHaveLength(2)
  expect(await told(follower)).toHaveLength(1)
})

test('it ends by itself', async () => {
  const seller = await newMember()
  const { _id } = await newPost(seller)
  await setVacation(seller, { is_on: true, days: 2 })
  const [seeker, q] = [await newMember(), word()]
  const search = await newSavedSearch(seeker, { q })
  const meanwhile = await newPost(seller, { title: `Zither ${q}` })
  await later(days(1), async () => {
    await sweepNow(endVacations)
    expectProblem(await detail(_id), 404, 'NO_SUCH_POST')
  })
  await later(days(2) + 1000, async () => {
    await sweepNow(endVacations)
    expect((await detail(_id)).status).toBe(200)
    const { body } = await granted(call('GET', '/api/v1/usr-mgt/get-profile', { as: await signedIn(seller) }))
    expect(body.data.vacation_until).toBeNull()
    await jobsDone()
    expect(ids(await granted(foundBy(await signedIn(seeker), search._id)))).toEqual([meanwhile._id])
  })
})

test('it lasts at most 90 days from now, and can be asked for twice', async () => {
  const seller = await newMember()
  const ask = (count: number) =>
    call('PUT', '/api/v1/usr-mgt/vacation-mode', { as: seller, body: { is_on: true, days: count } })
  for (const wrong of [0, 91]) expectProblem(await ask(wrong), 400, 'VALIDATION_FAILED', 'body.days')
  const first = (await granted(ask(90))).body.data
  const second = (await granted(ask(5))).body.data
  expect(second.since).toBe(first.since)
  expect(Date.parse(second.until)).toBeLessThan(Date.parse(first.until))
})
