import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { block } from '../../testing/chat.ts'
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
import {
  comment,
  comments,
  ids,
  newComment,
  newPost,
  noticesOf,
  sell,
  softDelete,
  word,
} from '../../testing/posts.ts'

const database = async () => (await world()).host.services.db
const remove = (as: TestPerson, id: string) => call('DELETE', `/api/v1/post-mgt/delete-comment/${id}`, { as })

/** Blocks, and lifts that again. */
async function whileBlocked(blocker: TestPerson, blocked: TestPerson, check: () => Promise<void>) {
  const { body } = await granted(
    call('POST', '/api/v1/chat-mgt/create-chatroom', { as: blocker, body: { user_id: blocked.id } }),
  )
  await granted(block(blocker, body.data._id, true))
  await check()
  await granted(block(blocker, body.data._id, false))
}

async function setStatus(person: TestPerson, status: string) {
  await sql`update marketplace.users set status = ${status} where id = ${person.id}`.execute(await database())
}

interface Thread {
  _id: string
  text: string | null
  is_deleted: boolean
  reply_count: number
  replies: Thread[]
}

/** Every comment that a reader finds, page by page; the kept counts say the same. */
async function everything(post: string, as?: TestPerson, limit = 2): Promise<string[]> {
  const texts: string[] = []
  const walk = async (query: object, take: (thread: Thread) => Promise<void>) => {
    let cursor: string | null = null
    do {
      const { body } = await comments(post, as, { limit, ...query, ...(cursor ? { cursor } : {}) })
      for (const thread of body.data as Thread[]) await take(thread)
      cursor = body.meta.nextCursor as string | null
    } while (cursor)
  }
  const read = ({ text }: Thread) => texts.push(...(text === null ? [] : [text]))
  await walk({ sort: 'oldest' }, async (top) => {
    read(top)
    const before = texts.length
    await walk({ parent_id: top._id }, async (reply) => void read(reply))
    expect(texts.length - before).toBe(top.reply_count)
    expect(top.replies.map(({ text }) => text)).toEqual(texts.slice(before, before + 3))
  })
  const { body } = await comments(post, as, { limit: 1 })
  expect(body.meta.comment_count).toBe(texts.length)
  return texts
}

describe('a comment', () => {
  test('stands below the listing with who said it, and the seller’s answer is marked', async () => {
    const [seller, asker, other] = [await newMember(), await newMember({ name: 'Olga' }), await newMember()]
    const post = await newPost(seller)
    const asked = await comment(asker, post._id, { text: '  Does the lamp\ncome with it? ' })
    expect(asked.body.data).toEqual({
      _id: expect.any(String),
      post_id: post._id,
      parent_id: null,
      reply_to: null,
      user: expect.objectContaining({ _id: asker.id, name: 'Olga' }),
      text: 'Does the lamp\ncome with it?',
      is_seller: false,
      own: true,
      hints: [],
      is_deleted: false,
      reply_count: 0,
      client_ref: null,
      createdAt: expect.any(String),
    })
    const top = asked.body.data._id
    const answer = await comment(seller, post._id, {
      parent_id: top,
      text: 'Write to me at www.lamps.example',
    })
    expect(answer.body.data).toMatchObject({
      is_seller: true,
      hints: ['link'],
      parent_id: top,
      reply_to: top,
    })
    const deeper = await comment(other, post._id, { parent_id: answer.body.data._id, text: 'Thanks' })
    expect(deeper.body.data).toMatchObject({ parent_id: top, reply_to: answer.body.data._id })
    const { body } = await comments(post._id)
    expect(body.meta).toMatchObject({ comment_count: 3, hasMore: false })
    expect(body.data).toMatchObject([
      {
        _id: top,
        own: false,
        reply_count: 2,
        replies: [{ is_seller: true }, { text: 'Thanks', own: false }],
      },
    ])
  })

  test('is one, however often it is sent', async () => {
    const [seller, asker, other] = [await newMember(), await newMember(), await newMember()]
    const [post, second] = [await newPost(seller), await newPost(seller)]
    const client_ref = `ref-${newId()}`
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => comment(asker, post._id, { client_ref })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await sell(seller, post._id, 'sold_elsewhere')
    const again = await comment(asker, second._id, { client_ref, text: 'Sent again' })
    expect(again.body.data).toEqual(answers[0]?.body.data)
    expect(await everything(post._id)).toEqual(['Is it still there?'])
    expect(await everything(second._id)).toEqual([])
    expect((await comment(other, second._id, { client_ref })).body.data).toMatchObject({ own: true })
  })

  test('is refused where it does not belong', async () => {
    const [seller, asker] = [await newMember(), await newMember()]
    const [post, other, draft] = [
      await newPost(seller),
      await newPost(seller),
      await newPost(seller, { draft: true }),
    ]
    const { _id: parent_id } = await newComment(asker, other._id)
    expectProblem(await comment(asker, newId()), 404, 'NO_SUCH_POST')
    expectProblem(await comment(asker, draft._id), 404, 'NO_SUCH_POST')
    expectProblem(await comment(seller, draft._id), 409, 'POST_NOT_OPEN')
    expectProblem(await comment(asker, post._id, { parent_id }), 404, 'NO_SUCH_COMMENT')
    expectProblem(await comments(post._id, asker, { parent_id }), 404, 'NO_SUCH_COMMENT')
    expectProblem(await comments(draft._id, asker), 404, 'NO_SUCH_POST')
    for (const text of ['', '   ', 'x'.repeat(1001), 'a\u202Eb', 'a\u0000b'])
      expectProblem(await comment(asker, post._id, { text }), 400, 'VALIDATION_FAILED', 'body.text')
    expect((await comment(asker, post._id, { text: '🛋'.repeat(1000) })).status).toBe(200)
    await sell(seller, other._id, 'sold_elsewhere')
    expectProblem(await comment(asker, other._id), 409, 'POST_NOT_OPEN')
    expect(ids(await comments(other._id))).toEqual([parent_id])
  })
})

describe('deleting', () => {
  test('leaves a place where there are replies, and nothing where there are none', async () => {
    const [seller, asker, stranger] = [await newMember(), await newMember(), await newMember()]
    const post = await newPost(seller)
    const top = await newComment(asker, post._id, { text: word() })
    const reply = await newComment(seller, post._id, { parent_id: top._id, text: 'Yes' })
    expectProblem(await remove(stranger, top._id), 403, 'NOT_AUTHOR')
    expectProblem(await remove(seller, top._id), 403, 'NOT_AUTHOR')
    expectProblem(await remove(asker, newId()), 404, 'NO_SUCH_COMMENT')
    const gone = await remove(asker, top._id)
    expect(gone.body.data).toMatchObject({ text: null, user: null, is_deleted: true, own: false })
    expect((await remove(asker, top._id)).body.data).toEqual(gone.body.data)
    expect((await comments(post._id)).body.data).toMatchObject([
      { _id: top._id, text: null, user: null, is_deleted: true, reply_count: 1, replies: [{ text: 'Yes' }] },
    ])
    expect(await everything(post._id, stranger)).toEqual(['Yes'])
    expectProblem(await comment(seller, post._id, { parent_id: top._id }), 404, 'NO_SUCH_COMMENT')
    expect((await comment(stranger, post._id, { parent_id: reply._id })).body.data.parent_id).toBe(top._id)
    for (const { _id } of (await comments(post._id, stranger, { parent_id: top._id })).body.data)
      await remove(await newStaff('moderator'), _id)
    expect((await comments(post._id)).body).toMatchObject({ data: [], meta: { comment_count: 0 } })
  })

  test('is for somebody else of the staff below their own listing', async () => {
    const [seller, asker] = [await newStaff('moderator'), await newMember()]
    const { _id } = await newComment(asker, (await newPost(seller))._id)
    expectProblem(await remove(seller, _id), 403, 'OWN_MATTER')
    await granted(remove(await newStaff('moderator'), _id))
  })

  test('takes the notices of it away, and a retry finds it gone', async () => {
    const [seller, asker] = [await newMember(), await newMember()]
    const post = await newPost(seller)
    const client_ref = `ref-${newId()}`
    const { _id } = await newComment(asker, post._id, { client_ref })
    expect(await noticesOf(seller, 'comment')).toHaveLength(1)
    await remove(asker, _id)
    expect(await noticesOf(seller, 'comment')).toEqual([])
    const again = await comment(asker, post._id, { client_ref })
    expect(again.body.data).toMatchObject({ _id, is_deleted: true, text: null })
  })
})

describe('notices', () => {
  test('go to the owner and to those who are answered, one to each', async () => {
    const [seller, asker, other] = [await newMember(), await newMember(), await newMember({ language: 'de' })]
    const post = await newPost(seller)
    const top = await newComment(asker, post._id, { text: 'What colour is it?' })
    expect(await noticesOf(seller, 'comment')).toMatchObject([
      {
        title: 'New comment on your listing',
        message: 'What colour is it?',
        actor: asker.id,
        reference: { model: 'post', id: post._id },
        action: { payload: { screen: 'PostDetail', id: post._id } },
      },
    ])
    const guess = await newComment(other, post._id, { parent_id: top._id, text: 'Red, I think' })
    expect(await noticesOf(asker, 'reply')).toMatchObject([
      { title: 'New reply to your comment', action: { payload: { comment_id: guess._id } } },
    ])
    expect(await noticesOf(seller, 'comment')).toMatchObject([
      { title: '2 people commented on your listing', message: 'Red, I think' },
    ])
    await newComment(seller, post._id, { parent_id: guess._id, text: 'It is' })
    expect(await noticesOf(asker, 'reply')).toMatchObject([{ title: 'The seller answered you' }, {}])
    expect(await noticesOf(other, 'reply')).toMatchObject([{ title: 'Deine Frage wurde beantwortet' }])
    await newComment(asker, post._id, { parent_id: top._id, text: 'Thank you' })
    expect(await noticesOf(asker, 'reply')).toHaveLength(2)
    expect(await noticesOf(asker, 'comment')).toEqual([])
    const own = await newComment(seller, post._id, { text: 'Still for sale' })
    await newComment(asker, post._id, { parent_id: own._id })
    expect(await noticesOf(seller, 'reply')).toHaveLength(1)
    expect(await noticesOf(seller, 'comment')).toMatchObject([{ message: 'Thank you', group_count: 2 }])
  })

  test('of one listing gather until its owner has read them, and show the newest that still stands', async () => {
    const [seller, ada, ben] = [await newMember(), await newMember(), await newMember()]
    const post = await newPost(seller)
    const shown = async () =>
      (await noticesOf(seller, 'comment')).map((notice: { [field: string]: unknown }) => [
        notice.title,
        notice.message,
        notice.actor,
      ])
    const [one, many] = ['New comment on your listing', '2 people commented on your listing']
    const say = async (as: TestPerson, text: string) => (await newComment(as, post._id, { text }))._id
    const [first, second, third] = [
      await say(ada, 'first'),
      await say(ben, 'second'),
      await say(ada, 'third'),
    ]
    expect(await shown()).toEqual([[many, 'third', ada.id]])
    await granted(remove(ada, first))
    expect(await shown()).toEqual([[many, 'third', ada.id]])
    await whileBlocked(seller, ada, async () => expect(await shown()).toEqual([[one, 'second', ben.id]]))
    await granted(remove(ada, third))
    expect(await shown()).toEqual([[one, 'second', ben.id]])
    const [{ _id }] = await noticesOf(seller, 'comment')
    await granted(call('PATCH', `/api/v1/notification-mgt/read/${_id}`, { as: seller }))
    await newComment(ada, post._id, { text: 'fourth' })
    expect(await shown()).toEqual([
      [one, 'fourth', ada.id],
      [one, 'second', ben.id],
    ])
    await granted(remove(ben, second))
    expect(await shown()).toEqual([[one, 'fourth', ada.id]])
    await later(hours(25), async () => {
      await newComment(await signedIn(ben), post._id, { text: 'fifth' })
      expect(await noticesOf(await signedIn(seller), 'comment')).toHaveLength(2)
    })
  })

  test('of a listing that is gone stay away when one of its comments goes too', async () => {
    const [seller, ada, ben] = [await newMember(), await newMember(), await newMember()]
    const post = await newPost(seller)
    const { _id } = await newComment(ada, post._id)
    await newComment(ben, post._id)
    await granted(softDelete(seller, post._id))
    await granted(remove(ada, _id))
    expect(await noticesOf(seller, 'comment')).toEqual([])
    const { body } = await granted(call('GET', '/api/v1/notification-mgt/unread-count', { as: seller }))
    expect(body.data.by_category).not.toHaveProperty('comment')
  })

  test('of people who comment at once are one', async () => {
    const seller = await newMember()
    const post = await newPost(seller)
    const people = await Promise.all(Array.from({ length: 8 }, () => newMember()))
    await Promise.all(people.map((as) => granted(comment(as, post._id))))
    expect(await noticesOf(seller, 'comment')).toMatchObject([{ group_count: 8, actors: [{}, {}, {}] }])
  })

  test('spare those who do not see the listing any more', async () => {
    const [seller, asker, other] = [await newMember(), await newMember(), await newMember()]
    const post = await newPost(seller)
    const top = await newComment(asker, post._id)
    await whileBlocked(seller, asker, async () => {
      await newComment(other, post._id, { text: 'Is it new?' })
      // The top keeps its place, but nobody finds it by its author any more.
      expectProblem(await comment(seller, post._id, { parent_id: top._id }), 404, 'NO_SUCH_COMMENT')
      await newComment(other, post._id, { parent_id: top._id })
      expectProblem(await comment(asker, post._id), 404, 'NO_SUCH_POST')
    })
    expect(await noticesOf(asker, 'reply')).toEqual([])
    expect(await noticesOf(seller, 'comment')).toMatchObject([{ group_count: 2 }])
  })
})

describe('what readers see', () => {
  test('is without those whom they blocked and those who are gone, in lists and in counts, until that is lifted', async () => {
    const [seller, asker, other] = [await newMember(), await newMember(), await newMember()]
    const post = await newPost(seller)
    const top = await newComment(asker, post._id, { text: 'first' })
    const lone = await newComment(asker, post._id, { text: 'second' })
    for (const text of ['one', 'two', 'three', 'four'])
      await newComment(text === 'two' ? other : asker, post._id, { parent_id: top._id, text })
    const theirs = await newComment(other, post._id, { text: 'third' })
    await newComment(asker, post._id, { parent_id: theirs._id, text: 'five' })
    const all = ['first', 'one', 'two', 'three', 'four', 'second', 'third', 'five']
    const ofAsker = all.filter((text) => !['two', 'third'].includes(text))
    expect(await everything(post._id)).toEqual(all)
    for (const [blocker, blocked] of [
      [asker, other],
      [other, asker],
    ] as const)
      await whileBlocked(blocker, blocked, async () => {
        expect(await everything(post._id, asker)).toEqual(ofAsker)
        expect(await everything(post._id, other)).toEqual(['two', 'third'])
        expect(await everything(post._id, seller)).toEqual(all)
        expectProblem(await comment(other, post._id, { parent_id: lone._id }), 404, 'NO_SUCH_COMMENT')
        expectProblem(await comments(post._id, other, { parent_id: lone._id }), 404, 'NO_SUCH_COMMENT')
        expectProblem(await remove(other, lone._id), 404, 'NO_SUCH_COMMENT')
      })
    expect(await everything(post._id, asker)).toEqual(all)
    for (const status of ['suspended', 'pending_deletion', 'active', 'suspended'])
      await setStatus(other, status)
    expect(await everything(post._id)).toEqual(ofAsker)
    await setStatus(other, 'active')
    expect(await everything(post._id)).toEqual(all)
  })

  test('walks newest and oldest first while others write and delete', async () => {
    const [seller, asker] = [await newMember(), await newMember()]
    const post = await newPost(seller)
    const texts = Array.from({ length: 7 }, (_, index) => `comment ${index}`)
    for (const text of texts) await newComment(asker, post._id, { text })
    for (const sort of ['newest', 'oldest']) {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await comments(post._id, seller, { sort, limit: 2, ...(cursor ? { cursor } : {}) })
        seen.push(...page.body.data.map(({ text }: Thread) => text))
        cursor = String(page.body.meta.nextCursor ?? '')
        const { _id } = await newComment(seller, post._id, { text: 'meanwhile' })
        await remove(seller, _id)
      } while (cursor)
      expect(seen).toEqual(sort === 'oldest' ? texts : texts.toReversed())
    }
    const { body } = await comments(post._id, seller, { limit: 2 })
    const cursor = String(body.meta.nextCursor)
    expectProblem(await comments(post._id, seller, { sort: 'oldest', cursor }), 400, 'CURSOR_INVALID')
  })

  test('is right when thirty comment at once', async () => {
    const seller = await newMember()
    const post = await newPost(seller)
    const top = await newComment(seller, post._id)
    const people = await Promise.all(Array.from({ length: 10 }, () => newMember()))
    const answers = await Promise.all(
      [...people, ...people, ...people].map((as, index) =>
        comment(as, post._id, index % 3 ? { parent_id: top._id } : {}),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await everything(post._id, seller, 100)).toHaveLength(31)
  })

  test('is for staff also where the listing is out of sight', async () => {
    const seller = await newMember()
    const post = await newPost(seller)
    const { _id } = await newComment(await newMember(), post._id)
    await sql`update marketplace.post set status = 'hidden' where id = ${post._id}`.execute(await database())
    expect(ids(await comments(post._id, await newStaff('moderator')))).toEqual([_id])
    expect(ids(await comments(post._id, seller))).toEqual([_id])
    expectProblem(await comments(post._id), 404, 'NO_SUCH_POST')
  })
})
