import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { expectProblem, later, newMember, signedIn, world } from '../../testing/kit.ts'
import {
  chatAbout,
  detail,
  favourite,
  favourites,
  ids,
  newPost,
  noticesOf,
  sell,
} from '../../testing/posts.ts'

const database = async () => (await world()).host.services.db

describe('favourites', () => {
  test('hold what was wanted however often it is said, and tell the owner once a day', async () => {
    const author = await newMember()
    const fan = await newMember()
    const other = await newMember()
    const post = await newPost(author)
    const first = await favourite(fan, post._id, { favourite: true })
    expect(first.body.data).toMatchObject({ favourited: true, favourite_count: 1 })
    expect(first.body.data.collection_ids).toHaveLength(1)
    expect((await favourite(fan, post._id, { favourite: true })).body.data).toEqual(first.body.data)
    expect((await favourite(other, post._id)).body.data.favourite_count).toBe(2)
    expect((await favourite(author, post._id)).body.data).toMatchObject({
      favourited: true,
      favourite_count: 2,
    })
    expect(await noticesOf(author, 'favourite')).toHaveLength(1)
    expect((await detail(post._id, fan)).body.data).toMatchObject({ favourited: true, favourite_count: 2 })
    expect((await favourite(fan, post._id)).body.data).toEqual({
      favourited: false,
      favourite_count: 1,
      collection_ids: [],
    })
    expectProblem(await favourite(fan, newId()), 404, 'NO_SUCH_POST')
  })

  test('tell the owner once within a day, whatever the date', async () => {
    const author = await newMember()
    const post = await newPost(author)
    const { clock } = await world()
    const untilMidnight = days(1) - (clock.now().getTime() % days(1))
    await later(untilMidnight - minutes(5), async () => {
      await favourite(await newMember(), post._id, { favourite: true })
      await later(minutes(10), async () => {
        await favourite(await newMember(), post._id, { favourite: true })
        expect(await noticesOf(await signedIn(author), 'favourite')).toMatchObject([{ group_count: 2 }])
      })
      await later(hours(24), async () => {
        await favourite(await newMember(), post._id, { favourite: true })
        expect(await noticesOf(await signedIn(author), 'favourite')).toHaveLength(2)
      })
    })
  })

  test('flip as often as they are asked to, even at once', async () => {
    const post = await newPost(await newMember())
    const fan = await newMember()
    const answers = await Promise.all(Array.from({ length: 8 }, () => favourite(fan, post._id)))
    const states = answers.map(({ body }) => body.data.favourited)
    expect(states.filter(Boolean)).toHaveLength(4)
    expect((await detail(post._id, fan)).body.data).toMatchObject({ favourited: false, favourite_count: 0 })
  })

  test('count right when thirty people save at once, each twice', async () => {
    const post = await newPost(await newMember())
    const fans = await Promise.all(Array.from({ length: 15 }, () => newMember()))
    const answers = await Promise.all(
      [...fans, ...fans].map((fan) => favourite(fan, post._id, { favourite: true })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await detail(post._id)).body.data.favourite_count).toBe(15)
  })

  test('keep what ended, without what was taken down', async () => {
    const author = await newMember()
    const fan = await newMember()
    const [sold, removed, live] = [await newPost(author), await newPost(author), await newPost(author)]
    for (const post of [sold, removed, live]) await favourite(fan, post._id)
    const talker = await newMember()
    await chatAbout(removed._id, author, talker)
    await sell(author, sold._id, 'sold_elsewhere')
    await sql`update marketplace.post set status = 'deleted' where id = ${removed._id}`.execute(
      await database(),
    )
    expect(ids(await favourites(fan, { state: 'live' }))).toEqual([live._id])
    const ended = (await favourites(fan, { state: 'ended' })).body.data
    expect(ended).toMatchObject([
      { _id: removed._id, title: '', status: 'removed', is_available: false, price_at_save: 20 },
      { _id: sold._id, title: sold.title, isSold: true, is_available: false },
    ])
    expectProblem(await detail(removed._id, fan), 410, 'POST_REMOVED')
    expectProblem(await detail(removed._id, talker), 410, 'POST_REMOVED')
    expectProblem(await detail(removed._id), 404, 'NO_SUCH_POST')
    const page = await favourites(fan, { limit: 2 })
    expect(ids(await favourites(fan, { limit: 2, cursor: String(page.body.meta.nextCursor) }))).toEqual([
      sold._id,
    ])
    expectProblem(await favourites(fan, { cursor: 'a.b' }), 400, 'CURSOR_INVALID')
  })

  test('end at their limit', async () => {
    const fan = await newMember()
    const author = await newMember()
    const post = await newPost(author)
    const db = await database()
    // What tests ask of all listings would take as many times as long.
    onTestFinished(async () => {
      await sql`delete from marketplace.post where author_id = ${author.id} and status = 'draft'`.execute(db)
    })
    await sql`
      with made as (
        insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, status, longitude, latitude, public_longitude, public_latitude, created_at, updated_at)
        select gen_random_uuid(), author_id, title, price_minor, currency, category_id, 'draft', 0, 0, 0, 0, created_at, updated_at
        from marketplace.post, generate_series(1, 4999) where id = ${post._id} returning id
      )
      insert into marketplace.favourite (user_id, post_id, price_at_save_minor, created_at) select ${fan.id}, id, 1, now() from made`.execute(
      db,
    )
    const posts = [post, await newPost(author), await newPost(author), await newPost(author)]
    const answers = await Promise.all(posts.map(({ _id }) => favourite(fan, _id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 409, 'FAVOURITE_LIMIT')
  })
})
