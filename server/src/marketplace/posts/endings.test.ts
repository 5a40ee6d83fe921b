import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newCategory } from '../../testing/categories.ts'
import { runNow } from '../../testing/jobs.ts'
import { granted, later, newMember, signedIn, type TestPerson, world } from '../../testing/kit.ts'
import {
  close,
  detail,
  favourite,
  ids,
  newPost,
  noticesOf,
  ownPosts,
  repost,
  sell,
  softDelete,
  update,
} from '../../testing/posts.ts'
import { followEndingListings } from './jobs.ts'

const follow = () => runNow(followEndingListings, {})
/** What somebody was told of their listings, some time from now. */
const toldIn = (ms: number, author: TestPerson) =>
  later(ms, async () => {
    await follow()
    return toldOf(await signedIn(author))
  })
const toldOf = async (as: TestPerson): Promise<string[]> =>
  (await noticesOf(as, 'system'))
    .filter(({ reference }: { reference: { model: string } }) => reference.model === 'post')
    .map(({ title }: { title: string }) => title)
const [inFiveDays, tomorrow] = ['Your listing ends within five days', 'Your listing ends within a day']

describe('before a listing ends', () => {
  test('its author hears of it five days and one day ahead, once each', async () => {
    const author = await newMember()
    const post = await newPost(author)
    expect(await toldIn(days(25) - hours(1), author)).toEqual([])
    expect(await toldIn(days(25), author)).toEqual([inFiveDays])
    expect(await toldIn(days(27), author)).toEqual([inFiveDays])
    expect(await toldIn(days(29) + minutes(1), author)).toEqual([tomorrow, inFiveDays])
    expect(await toldIn(days(29) + hours(1), author)).toEqual([tomorrow, inFiveDays])
    expect(await toldIn(days(31), author)).toEqual([tomorrow, inFiveDays])
    const [notice] = await noticesOf(author, 'system')
    expect(notice).toMatchObject({
      message: post.title,
      reference: { model: 'post', id: post._id },
      actor: '',
    })
  })

  test('a job that is late says only what is still so, and two at once say it once', async () => {
    const [author, other] = [await newMember(), await newMember()]
    await newPost(author)
    await newPost(other)
    await later(days(29) + hours(12), async () => {
      await Promise.all([follow(), follow(), follow()])
      expect(await toldOf(await signedIn(author))).toEqual([tomorrow])
    })
    await newPost(other)
    expect(await toldIn(days(31), other)).toEqual([tomorrow])
  })

  test('one that is brought back meanwhile has an end of its own', async () => {
    const author = await newMember()
    const { _id } = await newPost(author)
    expect(await toldIn(days(26), author)).toEqual([inFiveDays])
    await later(days(26), async () => {
      const as = await signedIn(author)
      await granted(repost(as, _id))
      await follow()
      expect(await toldOf(as)).toEqual([])
    })
    expect(await toldIn(days(30), author)).toEqual([])
    expect(await toldIn(days(51), author)).toEqual([inFiveDays])
    expect(await toldIn(days(55) + minutes(1), author)).toEqual([tomorrow, inFiveDays])
  })

  test('what is over before tells nothing more', async () => {
    const author = await newMember()
    const posts = [await newPost(author), await newPost(author), await newPost(author)]
    expect(await toldIn(days(26), author)).toHaveLength(3)
    const [first, second, third] = posts.map(({ _id }) => _id)
    await close(author, first ?? '')
    await sell(author, second ?? '', 'sold_elsewhere')
    await softDelete(author, third ?? '')
    expect(await toldOf(author)).toEqual([])
    expect(await toldIn(days(29) + hours(1), author)).toEqual([])
  })

  test('of a short life nobody is told as it begins', async () => {
    const author = await newMember()
    const [day, days5] = [
      await newCategory({ expiration_days: 1 }),
      await newCategory({ expiration_days: 5 }),
    ]
    for (const category of [day, days5]) await newPost(author, { category_id: category._id })
    expect(await toldIn(0, author)).toEqual([])
    expect(await toldIn(days(4) + hours(1), author)).toEqual([tomorrow])
  })
})

describe('a listing that is to be renewed', () => {
  test('goes on where it stands, and its author hears of that and of no end', async () => {
    const author = await newMember()
    const post = await newPost(author, { auto_renew: true })
    const { published_at, expires_at } = (await detail(post._id, author)).body.data
    expect((await detail(post._id, author)).body.data).toMatchObject({ auto_renew: true, __v: 0 })
    expect(await toldIn(days(29) + hours(20), author)).toEqual([])
    expect(await toldIn(days(30) - minutes(30), author)).toEqual(['Your listing was renewed'])
    await later(days(30) + minutes(1), async () => {
      const { body } = await detail(post._id, await signedIn(author))
      const ends = new Date(Date.parse(expires_at) + days(30)).toISOString()
      expect(body.data).toMatchObject({ status: 'active', published_at, expires_at: ends, repost_count: 0 })
      await Promise.all([follow(), follow()])
      expect(await toldOf(await signedIn(author))).toHaveLength(1)
    })
    await update(author, post._id, { auto_renew: false })
    expect(await toldIn(days(55), author)).toContain(inFiveDays)
    await later(days(61), async () => {
      await follow()
      expect((await detail(post._id)).body.data.status).toBe('expired')
    })
  })

  test('is renewed by a job that comes late, but not when that was asked for too late', async () => {
    const [author, other] = [await newMember(), await newMember()]
    const [asked, late] = [await newPost(author, { auto_renew: true }), await newPost(other)]
    await later(days(32), async () => {
      const as = await signedIn(other)
      expect((await update(as, late._id, { auto_renew: true })).body.data.auto_renew).toBe(true)
      await follow()
      expect((await detail(late._id)).body.data.status).toBe('expired')
      const { body } = await detail(asked._id)
      expect(body.data.status).toBe('active')
      const now = (await world()).clock.now().getTime()
      expect(Math.abs(Date.parse(body.data.expires_at) - now - days(30))).toBeLessThan(hours(1))
      expect(ids(await ownPosts(await signedIn(author), { status: 'active' }))).toEqual([asked._id])
    })
  })

  test('takes back what was told of its end', async () => {
    const author = await newMember()
    const { _id } = await newPost(author)
    expect(await toldIn(days(26), author)).toEqual([inFiveDays])
    await update(author, _id, { auto_renew: true })
    expect(await toldOf(author)).toEqual([])
    expect(await toldIn(days(30) - minutes(30), author)).toEqual(['Your listing was renewed'])
  })

  test('ends where its author or its category is not there, and the author is told', async () => {
    const [suspended, author] = [await newMember(), await newMember()]
    const { _id: category_id } = await newCategory()
    await newPost(suspended, { auto_renew: true })
    const post = await newPost(author, { auto_renew: true, category_id })
    const { db } = (await world()).host.services
    await sql`update marketplace.users set status = 'suspended' where id = ${suspended.id}`.execute(db)
    await sql`update marketplace.category set is_enabled = false where id = ${category_id}`.execute(db)
    expect(await toldIn(days(30) - minutes(30), author)).toEqual([tomorrow])
    await later(days(31), async () => {
      await follow()
      expect((await detail(post._id)).body.data.status).toBe('expired')
    })
    const { rows } = await sql<{ is_over: boolean }>`
      select expires_at < ${new Date((await world()).clock.now().getTime() + days(31))} as is_over
      from marketplace.post where author_id = ${suspended.id}`.execute(db)
    expect(rows).toEqual([{ is_over: true }])
  })

  test('stays as those who saved it know it', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const { _id } = await newPost(author, { auto_renew: true })
    await favourite(fan, _id)
    await later(days(30) - minutes(30), async () => {
      await follow()
      expect(await noticesOf(await signedIn(fan), 'back_available')).toEqual([])
    })
  })
})
