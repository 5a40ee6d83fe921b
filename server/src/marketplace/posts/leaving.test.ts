import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { roomOf } from '../../testing/chat.ts'
import { runNow } from '../../testing/jobs.ts'
import {
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
import { load, sweepIn, uploadPicture } from '../../testing/pictures.ts'
import {
  anotherThing,
  chatAbout,
  close,
  detail,
  favourite,
  favourites,
  feed,
  ids,
  newPost,
  noticesOf,
  ownPosts,
  removePost,
  repost,
  restore,
  reviews,
  searchFor,
  sell,
  softDelete,
  update,
  word,
} from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { purgeSoftDeleted } from './jobs.ts'

// The queue and the feed are read no further than a page here.
beforeAll(() => worldWith({}))
afterAll(closeWorld)

const database = async () => (await world()).host.services.db
const moderate = async (author: TestPerson, id: string, action: string) =>
  granted(
    call('POST', '/api/v1/notification-mgt/content-violation/manual', {
      as: await newStaff('moderator'),
      body: {
        recipient: author.id,
        reference: { model: 'post', id },
        rule: 'no-spam',
        message: 'Not here.',
        action,
      },
    }),
  )
const countsOf = async (as: TestPerson) => (await ownPosts(as)).body.meta.counts
const isFound = async (rare: string) => ids(await searchFor({ q: rare })).length > 0

/** A listing that somebody saved and somebody talks about, and what they see of it. */
async function newKnownPost(overrides: Record<string, unknown> = {}) {
  const [author, fan, talker] = [await newMember(), await newMember(), await newMember()]
  const rare = word()
  const post = await newPost(author, { title: `Lamp ${rare}`, ...overrides })
  await granted(favourite(fan, post._id, { favourite: true }))
  const room = (await granted(chatAbout(post._id, author, talker))).body.data._id
  const productOf = async (person: TestPerson) => (await roomOf(person, room)).productDetails
  const saved = async () => (await favourites(fan)).body.data[0]
  return { author, fan, talker, rare, id: post._id, title: post.title, productOf, saved }
}

describe('closing', () => {
  test('ends a listing without a sale, and those who knew it still read it', async () => {
    const { author, fan, talker, rare, id, title, productOf, saved } = await newKnownPost()
    expect(await isFound(rare)).toBe(true)
    const closed = await close(author, id, { reason: 'Given to a friend.' })
    expect(closed.body.data).toMatchObject({
      status: 'closed',
      isSold: false,
      closed_reason: 'Given to a friend.',
    })
    const again = await close(author, id, { reason: 'Or to nobody.' })
    expect(again.body.data).toEqual(closed.body.data)
    expect(await isFound(rare)).toBe(false)
    expect((await detail(id, fan)).body.data).toMatchObject({ status: 'closed', closed_reason: null })
    expect(await saved()).toMatchObject({ _id: id, title, status: 'closed', is_available: false })
    for (const person of [author, talker])
      expect(await productOf(person)).toMatchObject({ title, isSold: false, is_available: false })
    expectProblem(await chatAbout(id, author, await newMember()), 409, 'POST_NOT_AVAILABLE')
    expect(await countsOf(author)).toEqual({ closed: 1 })
    expect(ids(await ownPosts(author, { status: 'closed' }))).toEqual([id])
  })

  test('is for what is open, by its owner or a moderator, who is heard', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const [sold, open, draft] = [
      await newPost(author),
      await newPost(author),
      await newPost(author, { draft: true }),
    ]
    await sell(author, sold._id, 'sold_elsewhere')
    for (const { _id } of [sold, draft]) expectProblem(await close(author, _id), 409, 'INVALID_TRANSITION')
    await later(days(31), async () =>
      expectProblem(await close(await signedIn(author), open._id), 409, 'INVALID_TRANSITION'),
    )
    expectProblem(await close(await newMember(), open._id), 404, 'NO_SUCH_POST')
    expectProblem(await close(moderator, draft._id), 404, 'NO_SUCH_POST')
    expectProblem(await close(author, open._id, {}, { 'if-match': '7' }), 412, 'VERSION_CONFLICT')
    await sell(author, open._id, 'reserved')
    const closed = await close(moderator, open._id, { reason: 'It is sold elsewhere.' })
    expect(closed.body.data).toMatchObject({ status: 'closed', sold_type: 'available' })
    expect(await noticesOf(author, 'moderation')).toMatchObject([
      {
        title: 'A moderator closed your listing',
        message: `${open.title}: It is sold elsewhere.`,
        actor: '',
      },
    ])
  })
})

describe('deleting for good', () => {
  test('takes a listing from every read at once, and leaves a trace to those who knew it', async () => {
    const author = await newMember()
    const { publicUrl } = await uploadPicture(author)
    const [fan, talker] = [await newMember(), await newMember()]
    const rare = word()
    const { _id: id, title } = await newPost(author, {
      title: `Lamp ${rare}`,
      description: 'Brass.',
      media: { photoUrl: [publicUrl] },
    })
    await favourite(fan, id)
    const { _id: room } = (await chatAbout(id, author, talker)).body.data
    expect(await noticesOf(author, 'favourite')).toHaveLength(1)
    await update(author, id, { description: 'Brass, polished.' })

    expect((await removePost(author, id)).body.data).toEqual({ _id: id, deleted: true })
    expect((await removePost(author, id)).body.data).toEqual({ _id: id, deleted: true })
    for (const person of [author, fan, talker]) expectProblem(await detail(id, person), 410, 'POST_REMOVED')
    expectProblem(await detail(id), 404, 'NO_SUCH_POST')
    expect(await isFound(rare)).toBe(false)
    expect(await countsOf(author)).toEqual({})
    expect((await favourites(fan)).body.data).toMatchObject([
      { _id: id, title: '', status: 'removed', is_available: false, price_at_save: 20 },
    ])
    for (const person of [author, talker])
      expect((await roomOf(person, room)).productDetails).toMatchObject({
        title,
        price: 20,
        media: { photoUrl: [] },
        is_available: false,
      })
    expect(await noticesOf(author, 'favourite')).toEqual([])
    for (const attempt of [restore(author, id), restore(author, id)])
      expectProblem(await attempt, 409, 'RESTORE_WINDOW_OVER')
    expectProblem(await softDelete(author, id), 404, 'NO_SUCH_POST')
    expectProblem(await repost(author, id), 404, 'NO_SUCH_POST')

    await jobsDone()
    expect((await load(publicUrl)).statusCode).toBe(404)
    const { rows } = await sql`
      select title || description || place as words, photo_ids, longitude,
        (select count(*) from marketplace.post_revision where post_id = p.id) as revisions,
        (select card from marketplace.post_card where post_id = p.id) as card
      from marketplace.post p where id = ${id}`.execute(await database())
    expect(JSON.stringify(rows)).not.toContain(rare)
    expect(rows).toMatchObject([{ words: '', photo_ids: [], longitude: 0, revisions: 0 }])
  })

  test('spares a picture that something else uses', async () => {
    const author = await newMember()
    const [shared, own] = [await uploadPicture(author), await uploadPicture(author)]
    const photoUrl = [shared.publicUrl, own.publicUrl]
    const { _id } = await newPost(author, { media: { photoUrl } })
    const other = await newPost(author, { media: { photoUrl: [shared.publicUrl] } })
    await removePost(author, _id)
    await jobsDone()
    expect((await load(shared.publicUrl)).statusCode).toBe(200)
    expect((await load(own.publicUrl)).statusCode).toBe(404)
    await sweepIn(25)
    const { rows } = await sql<{ id: string }>`
      select id from platform.upload where id in (${shared.id}, ${own.id})`.execute(await database())
    expect(rows).toEqual([{ id: shared.id }])
    expect((await detail(other._id)).body.data.media.photoUrl).toEqual([shared.publicUrl])
  })

  test('is the owner’s, or an administrator’s, who leaves nothing to be seen', async () => {
    const { author, talker, id, productOf } = await newKnownPost()
    for (const person of [await newMember(), await newStaff('moderator')])
      expectProblem(await removePost(person, id), 404, 'NO_SUCH_POST')
    const administrator = await newStaff('administrator')
    expect((await removePost(administrator, id)).status).toBe(200)
    expect((await removePost(administrator, id)).status).toBe(200)
    for (const person of [author, talker])
      expect(await productOf(person)).toMatchObject({ title: '', is_available: false })
    expect(await noticesOf(author, 'moderation')).toMatchObject([
      { title: 'A moderator deleted your listing' },
    ])
    expectProblem(await repost(author, id), 409, 'REMOVED_BY_MODERATION')
  })
})

describe('a soft deletion', () => {
  test('hides a listing until it is brought back as it was', async () => {
    const { author, fan, talker, rare, id, title, productOf, saved } = await newKnownPost()
    await sell(author, id, 'reserved')
    const deleted = await softDelete(author, id)
    expect(deleted.body.data).toMatchObject({ status: 'soft_deleted', own: true })
    const until = new Date(deleted.body.data.restorable_until).getTime()
    expect(until - Date.parse(deleted.body.data.updatedAt)).toBe(days(30))
    expect((await softDelete(author, id)).body.data).toEqual(deleted.body.data)
    expectProblem(await detail(id, fan), 410, 'POST_REMOVED')
    expectProblem(await detail(id), 404, 'NO_SUCH_POST')
    expect((await detail(id, author)).body.data.status).toBe('soft_deleted')
    expect(await saved()).toMatchObject({ _id: id, title: '', status: 'removed', is_available: false })
    expect(await productOf(talker)).toMatchObject({ title, is_available: false })
    expect(await isFound(rare)).toBe(false)
    expect(await countsOf(author)).toEqual({ soft_deleted: 1 })
    expectProblem(await repost(author, id), 409, 'INVALID_TRANSITION')

    const restored = (await restore(author, id)).body.data
    expect(restored).toMatchObject({ status: 'reserved', sold_type: 'reserved', restorable_until: null })
    expect((await restore(author, id)).body.data).toEqual(restored)
    expect(await isFound(rare)).toBe(true)
    expect(await saved()).toMatchObject({ title, is_available: true })
    expect((await productOf(talker)).is_available).toBeUndefined()
    expect(await noticesOf(fan, 'back_available')).toEqual([])
  })

  test('can be undone for thirty days, by the clock and not by a job', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const { publicUrl } = await uploadPicture(author)
    const { _id: id } = await newPost(author, { media: { photoUrl: [publicUrl] } })
    await favourite(fan, id)
    await softDelete(author, id)
    await later(days(30) - hours(1), async () => {
      const back = await restore(await signedIn(author), id)
      expect(back.body.data.status).toBe('active')
      await softDelete(await signedIn(author), id)
    })
    await later(days(60), async () => {
      const as = await signedIn(author)
      expect(await countsOf(as)).toEqual({})
      expect(ids(await ownPosts(as))).toEqual([])
      expectProblem(await detail(id, as), 410, 'POST_REMOVED')
      expectProblem(await restore(as, id), 409, 'RESTORE_WINDOW_OVER')
      expectProblem(await softDelete(as, id), 404, 'NO_SUCH_POST')
      expect((await load(publicUrl)).statusCode).toBe(200)
      await runNow(purgeSoftDeleted, {})
      await jobsDone()
      expect((await load(publicUrl)).statusCode).toBe(404)
      expectProblem(await restore(as, id), 409, 'RESTORE_WINDOW_OVER')
      expectProblem(await detail(id, await signedIn(fan)), 410, 'POST_REMOVED')
    })
  })

  test('is no way past moderation, in whichever order', async () => {
    const author = await newMember()
    const [hiddenFirst, deletedFirst] = [await newPost(author), await newPost(author)]
    await moderate(author, hiddenFirst._id, 'hide')
    await softDelete(author, hiddenFirst._id)
    await softDelete(author, deletedFirst._id)
    await moderate(author, deletedFirst._id, 'hide')
    expect((await detail(deletedFirst._id, author)).body.data.status).toBe('soft_deleted')
    for (const { _id } of [hiddenFirst, deletedFirst]) {
      expectProblem(await repost(author, _id), 409, 'REMOVED_BY_MODERATION')
      expect((await restore(author, _id)).body.data.status).toBe('hidden')
      expectProblem(await repost(author, _id), 409, 'REMOVED_BY_MODERATION')
      expectProblem(await detail(_id, await newMember()), 404, 'NO_SUCH_POST')
    }
    const { rows } = await sql<{ status_before: string }>`
      select status_before from marketplace.post where author_id = ${author.id}`.execute(await database())
    expect(rows).toEqual([{ status_before: 'active' }, { status_before: 'active' }])
  })

  test('of a moderator is undone by a moderator only', async () => {
    const { author, talker, id, title, productOf } = await newKnownPost()
    const moderator = await newStaff('moderator')
    expect((await softDelete(moderator, id)).body.data.status).toBe('soft_deleted')
    expect((await detail(id, author)).body.data).toMatchObject({ restorable_until: null })
    expect(await productOf(talker)).toMatchObject({ title: '', is_available: false })
    expectProblem(await restore(author, id), 409, 'REMOVED_BY_MODERATION')
    expectProblem(await repost(author, id), 409, 'REMOVED_BY_MODERATION')
    expectProblem(await restore(await newMember(), id), 404, 'NO_SUCH_POST')
    expect((await restore(moderator, id)).body.data.status).toBe('active')
    expect((await productOf(talker)).title).toBe(title)
    expect(
      (await noticesOf(author, 'moderation')).map((notice: { title: string }) => notice.title).sort(),
    ).toEqual(['A moderator brought your listing back', 'A moderator deleted your listing'])
    expect((await softDelete(author, id)).body.data.status).toBe('soft_deleted')
    await softDelete(moderator, id)
    expectProblem(await restore(author, id), 409, 'REMOVED_BY_MODERATION')
  })

  test('takes a change out of the queue, and brings it back there', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { _id } = await newPost(author, { title: `Chair ${word()}` })
    await update(author, _id, await anotherThing())
    const isQueued = async () =>
      (await reviews(moderator, { limit: 100 })).body.data.some(
        ({ post }: { post: { _id: string } }) => post._id === _id,
      )
    expect(await isQueued()).toBe(true)
    await softDelete(author, _id)
    expect(await isQueued()).toBe(false)
    await restore(author, _id)
    expect(await isQueued()).toBe(true)
    await removePost(author, _id)
    expect(await isQueued()).toBe(false)
  })

  test('and its undoing at once leave one of the two', async () => {
    const author = await newMember()
    const { _id } = await newPost(author)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 ? restore(author, _id) : softDelete(author, _id))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { status } = (await detail(_id, author)).body.data
    expect(['active', 'soft_deleted']).toContain(status)
    expect(ids(await feed({ limit: 100 })).includes(_id)).toBe(status === 'active')
  })
})
