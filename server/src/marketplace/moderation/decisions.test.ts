import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { roomOf, send } from '../../testing/chat.ts'
import { runNow, sweepNow } from '../../testing/jobs.ts'
import {
  call,
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
import { buy } from '../../testing/orders.ts'
import { load, uploadPicture } from '../../testing/pictures.ts'
import {
  anotherThing,
  chatAbout,
  close,
  comments,
  detail,
  favourite,
  newComment,
  newPost,
  noticesOf,
  restore,
  review,
  sell,
  softDelete,
  update,
} from '../../testing/posts.ts'
import {
  appeal,
  confirmBan,
  decide,
  decideAppeal,
  decideResubmission,
  decisionFor,
  inQueue,
  log,
  newCase,
  newDecision,
  newResubmission,
  openCaseOf,
  reportComment,
  reportPost,
  reportUser,
  resubmit,
  undo,
} from '../../testing/reports.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { eraseAccount } from '../personal-data/jobs.ts'
import { followDecisions, recomputeTrust } from './jobs.ts'

// What waits is counted here, up to a limit.
beforeAll(() => worldWith({}))
afterAll(closeWorld)

const database = async () => (await world()).host.services.db
const statusOf = async (as: TestPerson, id: string) => (await detail(id, as)).body.data?.status
const login = ({ email, password }: TestPerson) =>
  call('POST', '/api/v1/usr-mgt/login', { body: { email, password } })
const leave = (as: TestPerson, content = 'delete') =>
  call('DELETE', '/api/v1/usr-mgt/delete-account', { as, body: { password: as.password, content } })
const violate = (as: TestPerson, { id }: TestPerson, action: string) =>
  call('POST', '/api/v1/notification-mgt/content-violation/manual', {
    as,
    body: { recipient: id, reference: { model: 'user', id }, rule: 'spam', message: 'Please stop.', action },
  })
const follow = (as: TestPerson, { id }: TestPerson, wanted = true) =>
  call('POST', '/api/v1/usr-mgt/follow', { as, body: { user_id: id, follow: wanted } })
const trustOf = async (as: TestPerson) =>
  (await granted(call('GET', '/api/v1/usr-mgt/trust', { as }))).body.data

/** A listing that somebody reported. */
async function reported(author: TestPerson, body: Record<string, unknown> = {}) {
  const reporter = await newMember()
  const post = await newPost(author, body)
  await granted(reportPost(reporter, post._id))
  return { post, reporter, caseId: await openCaseOf(post._id) }
}

describe('a decision', () => {
  test('tells its subject why and how to appeal, and whoever reported that something was done', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, reporter, caseId } = await reported(author)
    expectProblem(await decide(moderator, newId(), 'dismiss'), 404, 'NO_SUCH_CASE')
    expectProblem(await decide(reporter, caseId, 'dismiss'), 403, 'FORBIDDEN')
    expectProblem(
      await decide(moderator, caseId, 'hide', { statement: undefined }),
      400,
      'VALIDATION_FAILED',
      'body.statement',
    )
    const made = (await granted(decide(moderator, caseId, 'hide'))).body.data
    expect(made).toMatchObject({
      about: post.title,
      action: 'hide',
      status: 'standing',
      subject: { _id: author.id },
      decided_by: { _id: moderator.id },
      can_undo: true,
      appeal: null,
    })
    expectProblem(await decide(moderator, caseId, 'dismiss'), 409, 'ALREADY_DECIDED')
    expect(await statusOf(author, post._id)).toBe('hidden')
    const [notice] = await noticesOf(author, 'content_violation')
    expect(notice).toMatchObject({
      title: 'Your listing is hidden',
      message: `About “${post.title}”: Please do not.`,
      actor: '',
      reference: { model: 'decision', id: made._id },
      action: { payload: { screen: 'Decision', id: made._id } },
    })
    const [told] = await noticesOf(reporter, 'moderation')
    expect(told).toMatchObject({ title: 'We looked at what you reported', actor: '' })
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${author.id}|${moderator.id}`))
    const own = await granted(decisionFor(author, made._id))
    expect(own.body.data).toMatchObject({
      rule: 'no fraud',
      facts: 'It asks for a gift card.',
      statement: 'Please do not.',
      can_appeal: true,
    })
    expect(own.text).not.toMatch(new RegExp(`${reporter.id}|${moderator.id}`))
    for (const as of [reporter, moderator, undefined])
      expectProblem(await decisionFor(as, made._id), 404, 'UNKNOWN_DECISION')
    expect((await log(moderator, { subject_id: author.id })).body.data).toMatchObject([{ _id: made._id }])
    expect((await log(moderator, { subject_id: author.id, action: 'ban' })).body.data).toEqual([])
  })

  test('dismisses, and what the reports had hidden is to be seen again', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const photo = await uploadPicture(author)
    const { post, caseId } = await reported(author, { media: { photoUrl: [photo.publicUrl] } })
    for (const _ of [1, 2]) await granted(reportPost(await newMember(), post._id))
    expect(await statusOf(author, post._id)).toBe('hidden')
    await jobsDone()
    expect((await load(photo.publicUrl)).statusCode).toBe(404)
    const { _id } = (await granted(decide(moderator, caseId, 'dismiss'))).body.data
    expect(await statusOf(author, post._id)).toBe('active')
    await jobsDone()
    expect((await load(photo.publicUrl)).statusCode).toBe(200)
    expect(await noticesOf(author, 'content_violation')).toEqual([])
    expect((await noticesOf(author, 'moderation'))[0]).toMatchObject({
      title: 'Your listing is to be seen again',
    })
    expectProblem(await decisionFor(author, _id), 404, 'UNKNOWN_DECISION')
  })

  test.each(['delete', 'anonymise'])(
    'says no name and no title of who is erased by then (%s)',
    async (content) => {
      const name = `Ada ${newId()}`
      const [author, moderator] = [await newMember({ name }), await newStaff('moderator')]
      const { post, reporter, caseId } = await reported(author)
      await granted(reportUser(reporter, author.id))
      const aboutAuthor = await openCaseOf(author.id)
      await granted(leave(author, content))
      await jobsDone()
      await later(days(31), async () => {
        await runNow(eraseAccount, { personId: author.id })
        await jobsDone()
      })
      for (const id of [caseId, aboutAuthor])
        expect((await granted(decide(moderator, id, 'warn'))).body.data.about).toBe('')
      const told = await noticesOf(reporter, 'moderation')
      expect(told).toHaveLength(2)
      expect(JSON.stringify(told)).not.toMatch(new RegExp(`${name}|${post.title}`))
    },
  )

  test('is not made by whoever is part of it, nor against staff by a moderator', async () => {
    const [author, moderator, other, administrator] = [
      await newMember(),
      await newStaff('moderator'),
      await newStaff('moderator'),
      await newStaff('administrator'),
    ]
    const post = await newPost(author)
    await granted(reportPost(moderator, post._id))
    expectProblem(await decide(moderator, await openCaseOf(post._id), 'dismiss'), 403, 'OWN_MATTER')
    await granted(reportUser(author, moderator.id))
    const about = await openCaseOf(moderator.id)
    expectProblem(await decide(moderator, about, 'dismiss'), 403, 'OWN_MATTER')
    for (const action of ['suspend', 'limit', 'ban'])
      expectProblem(await decide(other, about, action), 403, 'NOT_AGAINST_STAFF')
    expectProblem(await decide(other, about, 'hide'), 400, 'ACTION_NOT_FITTING')
    const banned = (await granted(decide(administrator, about, 'ban'))).body.data._id
    expectProblem(await confirmBan(moderator, banned, true), 403, 'OWN_MATTER')
    for (const isConfirmed of [true, false])
      expectProblem(await confirmBan(other, banned, isConfirmed), 403, 'NOT_AGAINST_STAFF')
    await granted(confirmBan(await newStaff('administrator'), banned, false))
    const limited = (await granted(decide(administrator, about, 'limit'))).body.data._id
    await granted(appeal(moderator, limited))
    expectProblem(await decideAppeal(other, limited, 'overturned'), 403, 'NOT_AGAINST_STAFF')
    expectProblem(await undo(other, limited), 403, 'NOT_AGAINST_STAFF')
    await granted(undo(administrator, limited))
    const warned = (await granted(decide(other, about, 'warn'))).body.data._id
    expectProblem(await undo(moderator, warned), 403, 'OWN_MATTER')
    await granted(appeal(moderator, warned))
    expectProblem(await decideAppeal(moderator, warned, 'overturned'), 403, 'OWN_MATTER')
    const hidden = await newResubmission(moderator, administrator)
    await granted(resubmit(moderator, hidden))
    expectProblem(await decideResubmission(moderator, hidden, 'accepted'), 403, 'OWN_MATTER')
    expectProblem(await violate(moderator, moderator, 'none'), 403, 'OWN_MATTER')
  })

  test('is nothing that whoever reported it confirms, takes back or looks at again', async () => {
    const [author, reporting, moderator] = [
      await newMember(),
      await newStaff('administrator'),
      await newStaff('moderator'),
    ]
    const caseId = await newCase(author, reporting)
    const banned = (await granted(decide(moderator, caseId, 'ban'))).body.data._id
    expectProblem(await confirmBan(reporting, banned, true), 403, 'OWN_MATTER')
    await granted(confirmBan(await newStaff('moderator'), banned, false))
    const hidden = (await granted(decide(moderator, caseId, 'hide'))).body.data
    await granted(update(author, hidden.target_id, { description: 'Cash when you come for it.' }))
    await granted(resubmit(author, hidden._id))
    await granted(appeal(author, hidden._id))
    for (const answer of [
      await decideResubmission(reporting, hidden._id, 'accepted'),
      await decideAppeal(reporting, hidden._id, 'upheld'),
      await undo(reporting, hidden._id),
    ])
      expectProblem(answer, 403, 'OWN_MATTER')
  })

  test('about staff waits in the queue of everybody else, who alone read who reported it', async () => {
    const [moderator, other] = [await newStaff('moderator'), await newStaff('moderator')]
    const { post, reporter } = await reported(moderator)
    await granted(reportUser(reporter, moderator.id))
    const waiting = async (as: TestPerson) => ({
      found: await Promise.all(
        [post._id, moderator.id].map((id) => inQueue(as, (item) => item.case?.target_id === id)),
      ),
      reports: (await granted(call('GET', '/api/v1/moderation/queue-counts', { as }))).body.data.reports,
    })
    const [own, others] = [await waiting(moderator), await waiting(other)]
    expect(own).toEqual({ found: [undefined, undefined], reports: others.reports - 2 })
    for (const item of others.found) expect(item.case.reports[0].reporter._id).toBe(reporter.id)
  })

  test('is not made by a moderator against staff who is about to leave either', async () => {
    const [moderator, administrator] = [await newStaff('moderator'), await newStaff('administrator')]
    await granted(reportUser(await newMember(), administrator.id))
    const about = await openCaseOf(administrator.id)
    await granted(leave(administrator))
    for (const action of ['suspend', 'ban'])
      expectProblem(await decide(moderator, about, action), 403, 'NOT_AGAINST_STAFF')
    expectProblem(await violate(moderator, administrator, 'suspend'), 403, 'NOT_AGAINST_STAFF')
  })

  test('reaches whoever is about to leave, once they are back, and nobody who has left', async () => {
    const [person, moderator] = [await newMember(), await newStaff('moderator')]
    await granted(reportUser(await newMember(), person.id))
    await granted(leave(person))
    await granted(violate(moderator, person, 'warn'))
    await granted(decide(moderator, await openCaseOf(person.id), 'warn'))
    expect(await noticesOf(await signedIn(person), 'content_violation')).toHaveLength(2)
    await granted(leave(await signedIn(person)))
    await granted(violate(moderator, person, 'suspend'))
    expectProblem(await login(person), 403, 'ACCOUNT_SUSPENDED')

    const gone = await newMember()
    await granted(leave(gone))
    await jobsDone()
    await later(days(31), async () => {
      await runNow(eraseAccount, { personId: gone.id })
      expectProblem(await violate(await signedIn(moderator), gone, 'warn'), 404, 'NO_SUCH_PERSON')
    })
  })
})

describe('limited reach', () => {
  /** The chats in somebody's list, and those that wait for them. */
  const chatsOf = async (as: TestPerson): Promise<string[][]> => {
    const lists = ['chat-mgt/get-chat-rooms', 'notification-mgt/policy-requests'].map((path) =>
      granted(call('GET', `/api/v1/${path}`, { as })),
    )
    return (await Promise.all(lists)).map(({ body }) => body.data.map((room: { _id: string }) => room._id))
  }

  test('keeps what a spammer has on offer from everybody else, for a time and for spam alone', async () => {
    const [author, other, moderator] = [await newMember(), await newMember(), await newStaff('moderator')]
    const { post, reporter, caseId } = await reported(author)
    const { _id: fake } = await newPost(author)
    await granted(reportPost(reporter, fake, { reason: 'counterfeit' }))
    expectProblem(await decide(moderator, await openCaseOf(fake), 'limit'), 400, 'ACTION_NOT_FITTING')
    await granted(follow(other, author))
    const made = (await granted(decide(moderator, caseId, 'limit', { days: 3 }))).body.data
    expect((await noticesOf(author, 'content_violation'))[0]).toMatchObject({
      title: 'Nobody else sees your listings and comments for a time',
    })
    // What comes after it is seen by its author alone, as what was there before.
    const { _id: next } = await newPost(author, { title: 'Yet another bargain' })
    expect(await noticesOf(other, 'new_listing')).toEqual([])
    for (const id of [post._id, fake, next]) {
      expect(await statusOf(author, id)).toBe('active')
      expect((await detail(id, other)).status).toBe(404)
    }
    const vacation = (is_on: boolean) =>
      granted(call('PUT', '/api/v1/usr-mgt/vacation-mode', { as: author, body: { is_on } }))
    await vacation(true)
    await vacation(false)
    expect((await detail(next, other)).status).toBe(404)
    await later(days(4), async () => {
      await runNow(followDecisions, {})
      expect((await detail(next)).status).toBe(200)
      expect(await noticesOf(await signedIn(other), 'new_listing')).toMatchObject([
        { reference: { id: next } },
      ])
      expectProblem(await decisionFor(undefined, made._id), 404, 'UNKNOWN_DECISION')
    })
  })

  test('hides what its subject does in front of others, but for themselves and whom they have to do with', async () => {
    const [author, seller, reader, moderator] = await Promise.all([
      newMember(),
      newMember(),
      newMember(),
      newStaff('moderator'),
    ])
    const { _id } = await newPost(seller)
    const { _id: spam } = await newComment(author, _id)
    const { _id: top } = await newComment(seller, _id)
    await newComment(author, _id, { parent_id: top })
    await granted(follow(author, seller))
    await granted(favourite(author, _id, { favourite: true }))
    const known = (await granted(chatAbout((await newPost(reader))._id, reader, author))).body.data._id
    await granted(send(reader, known, 'It is still there.'))
    const get = (path: string, as: TestPerson, query = {}) =>
      granted(call('GET', `/api/v1/${path}`, { as, query })).then(({ body }) => body)
    const seenBy = async (as: TestPerson) => {
      const [below, profile, list] = await Promise.all([
        granted(comments(_id, as, { sort: 'oldest' })),
        get(`usr-mgt/get-profile-web/${seller.id}`, as),
        get('usr-mgt/get-connections', as, { user_id: seller.id, type: 'followers' }),
      ])
      const thread = ({ reply_count, replies }: { reply_count: number; replies: object[] }) => [
        reply_count,
        replies.length,
      ]
      return {
        comments: below.body.meta.comment_count,
        threads: below.body.data.map(thread),
        followers: [profile.data.counts.followers, list.data.length],
      }
    }
    const kinds = ['comment', 'reply', 'follow', 'favourite'] as const
    const told = async () => {
      const lists = await Promise.all(kinds.map((kind) => noticesOf(seller, kind)))
      const { by_category: unread } = (await get('notification-mgt/unread-count', seller)).data
      return kinds.map((kind, n) => [lists[n].length, unread[kind] ?? 0])
    }
    const atFirst = { comments: 3, threads: [[0, 0], [1, 1]], followers: [1, 1] } // biome-ignore format: a row
    expect(await seenBy(reader)).toEqual(atFirst)
    expect(await told()).toEqual(kinds.map(() => [1, 1]))

    await granted(reportComment(reader, spam, { reason: 'spam' }))
    const made = (await granted(decide(moderator, await openCaseOf(spam), 'limit'))).body.data._id
    expect(await seenBy(author)).toEqual(atFirst)
    expect(Date.parse((await get('usr-mgt/get-profile', author)).data.limited_until)).toBeGreaterThan(
      Date.now(),
    )
    expect(await seenBy(reader)).toEqual({ comments: 1, threads: [[0, 0]], followers: [0, 0] })
    expect(await told()).toEqual(kinds.map(() => [0, 0]))

    // So is what they add meanwhile. A chat that they begin waits, the one that they have goes on.
    await newComment(author, _id, { parent_id: top })
    await granted(follow(author, seller, false))
    await granted(follow(author, seller))
    const begun = (await granted(chatAbout(_id, seller, author))).body.data._id
    for (const room of [known, begun]) await granted(send(author, room, 'Have a look!'))
    expect(await chatsOf(seller)).toEqual([[], []])
    expect(await noticesOf(seller, 'message')).toEqual([])
    expect(await chatsOf(reader)).toEqual([[known], []])
    expect(await noticesOf(reader, 'message')).toHaveLength(1)
    expect((await seenBy(author)).threads).toEqual([[0, 0], [2, 2]]) // biome-ignore format: a row
    expect((await seenBy(author)).followers).toEqual([1, 1])
    expect((await seenBy(reader)).comments).toBe(1)

    await granted(undo(moderator, made))
    const inTheEnd = { comments: 4, threads: [[0, 0], [2, 2]], followers: [1, 1] } // biome-ignore format: a row
    expect(await seenBy(reader)).toEqual(inTheEnd)
    expect(await chatsOf(seller)).toEqual([[], [begun]])
  })

  test('parts nobody from whom they have to do with, and keeps chats that were not answered apart until it ends', async () => {
    const [author, buyer, answering, follower, silent, moderator] = await Promise.all([
      ...([newMember(), newMember(), newMember(), newMember(), newMember()] as const),
      newStaff('moderator'),
    ])
    await buy({ member: buyer, partner: author })
    await granted(follow(follower, author))
    const roomWith = new Map<TestPerson, string>()
    for (const person of [buyer, answering, follower, silent]) {
      const { _id } = (await granted(chatAbout((await newPost(person))._id, person, author))).body.data
      roomWith.set(person, _id)
      await granted(send(author, _id, 'Have a look!'))
    }
    await granted(send(answering, roomWith.get(answering) ?? '', 'At what?'))
    const seenBy = async (as: TestPerson) => {
      const pages = [
        ...[`usr-mgt/get-profile-web/${author.id}`, `post-mgt/of/${author.id}`],
        ...[`review-mgt/user/${author.id}`, `usr-mgt/summary-stats?user_id=${author.id}`],
      ].map(async (path) => (await call('GET', `/api/v1/${path}`, { as })).status)
      const [[listed = [], waiting = []], told, ...statuses] = await Promise.all([
        chatsOf(as),
        noticesOf(as, 'message'),
        ...pages,
      ])
      return {
        hasChat: listed.includes(roomWith.get(as) ?? ''),
        waiting,
        told: told.length,
        pages: new Set(statuses),
      }
    }
    const seen = { hasChat: true, waiting: [], told: 1, pages: new Set([200]) }
    const { caseId } = await reported(author)
    const made = (await granted(decide(moderator, caseId, 'limit'))).body.data._id
    for (const person of [buyer, answering, follower]) expect(await seenBy(person)).toEqual(seen)
    await granted(send(author, roomWith.get(silent) ?? '', 'Have you seen it?'))
    const nothing = { hasChat: false, waiting: [], told: 0, pages: new Set([404]) }
    expect(await seenBy(silent)).toEqual(nothing)
    expect(await seenBy(await newMember())).toEqual(nothing)
    expect((await roomOf(author, roomWith.get(silent) ?? '')).lastMessage.messageText).toBe(
      'Have you seen it?',
    )

    await granted(undo(moderator, made))
    expect(await seenBy(silent)).toEqual(seen)
    expect((await roomOf(silent, roomWith.get(silent) ?? '')).lastMessage.messageText).toBe(
      'Have you seen it?',
    )
  })

  test('ends with the last of its decisions, and when one is right to appeal', async () => {
    const [author, first, second] = [
      await newMember(),
      await newStaff('moderator'),
      await newStaff('moderator'),
    ]
    const [one, two] = [await reported(author), await reported(author)]
    const made = (await granted(decide(first, one.caseId, 'limit', { days: 10 }))).body.data._id
    const another = (await granted(decide(first, two.caseId, 'limit', { days: 2 }))).body.data._id
    await granted(undo(first, made))
    expect((await detail(one.post._id)).status).toBe(404)
    await granted(appeal(author, another))
    await granted(decideAppeal(second, another, 'overturned'))
    expect((await detail(one.post._id)).status).toBe(200)
  })
})

describe('a hidden listing', () => {
  const waiting = (as: TestPerson, id: string) =>
    inQueue(as, (item) => item.decision?._id === id, { kind: 'resubmission' })

  test('comes back once its author has put it right and a moderator finds it in order', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author, { description: 'A copy of a famous one.' })
    const { _id } = (await granted(decide(moderator, caseId, 'hide'))).body.data
    expect((await decisionFor(author, _id)).body.data).toMatchObject({
      listing_id: post._id,
      can_resubmit: true,
      resubmission: null,
    })
    expectProblem(await resubmit(await newMember(), _id), 404, 'UNKNOWN_DECISION')
    expectProblem(await resubmit(author, _id), 409, 'NOTHING_CHANGED')
    await granted(update(author, post._id, { description: 'Cash when you come for it.' }))
    expect(await statusOf(author, post._id)).toBe('hidden')
    expect((await granted(resubmit(author, _id))).body.data).toMatchObject({ can_resubmit: false })
    expectProblem(await resubmit(author, _id), 409, 'RESUBMISSION_NOT_OPEN')
    const item = await waiting(moderator, _id)
    expect(item).toMatchObject({
      case: { _id: caseId, reports: [{ frozen: { text: 'A copy of a famous one.' } }] },
      now: { title: post.title, text: 'Cash when you come for it.' },
    })
    // What was read is another by now.
    await granted(update(author, post._id, { description: 'Nearly as good as the famous one.' }))
    const ifMatch = { 'if-match': String(item.now.version) }
    expectProblem(await decideResubmission(moderator, _id, 'accepted', {}, ifMatch), 412, 'VERSION_CONFLICT')
    expectProblem(
      await decideResubmission(moderator, _id, 'declined'),
      400,
      'VALIDATION_FAILED',
      'body.answer',
    )
    await granted(decideResubmission(moderator, _id, 'declined', { answer: 'No gift cards.' }))
    expect(await waiting(moderator, _id)).toBeUndefined()
    expect(await statusOf(author, post._id)).toBe('hidden')
    expect((await noticesOf(author, 'content_violation'))[0]).toMatchObject({
      title: 'Your listing stays hidden for now',
      message: 'No gift cards.',
      actor: '',
    })
    expect((await decisionFor(author, _id)).body.data).toMatchObject({
      can_resubmit: true,
      resubmission: { answer: 'No gift cards.', waiting_since: null },
    })
    expectProblem(await resubmit(author, _id), 409, 'NOTHING_CHANGED')
    await granted(update(author, post._id, { description: 'Cash when you come for it.' }))
    await granted(resubmit(author, _id))
    const { body } = await granted(decideResubmission(moderator, _id, 'accepted'))
    expect(body.data).toMatchObject({ status: 'remedied', can_undo: false })
    expect(await statusOf(await newMember(), post._id)).toBe('active')
    expectProblem(await decideResubmission(moderator, _id, 'accepted'), 409, 'ALREADY_DECIDED')
    expectProblem(await appeal(author, _id), 409, 'APPEAL_NOT_OPEN')
    // That a rule was broken is as true as before.
    expect((await trustOf(author)).level).toBe(0)
  })

  test('is looked at again by nobody once it is deleted, or its decision stands no more', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author)
    const { _id } = (await granted(decide(moderator, caseId, 'hide'))).body.data
    await granted(update(author, post._id, { description: 'Cash when you come for it.' }))
    await granted(resubmit(author, _id))
    await granted(softDelete(author, post._id))
    expect(await waiting(moderator, _id)).toBeUndefined()
    expectProblem(await decideResubmission(moderator, _id, 'accepted'), 409, 'ALREADY_DECIDED')
    await granted(restore(author, post._id))
    expect(await waiting(moderator, _id)).toBeDefined()
    await granted(undo(moderator, _id))
    expect(await waiting(moderator, _id)).toBeUndefined()
    expectProblem(await resubmit(author, _id), 409, 'RESUBMISSION_NOT_OPEN')
    expect(await statusOf(await newMember(), post._id)).toBe('active')
  })

  test.each(['undo', 'appeal', 'dismiss'])(
    'that was made another thing meanwhile comes back after a look (%s)',
    async (way) => {
      const [author, moderator, second, reader] = [
        await newMember(),
        await newStaff('moderator'),
        await newStaff('moderator'),
        await newMember(),
      ]
      const { post, caseId } = await reported(author)
      if (way === 'dismiss') for (const _ of [1, 2]) await granted(reportPost(await newMember(), post._id))
      const made = way === 'dismiss' ? '' : (await granted(decide(moderator, caseId, 'hide'))).body.data._id
      const { title } = (await granted(update(author, post._id, await anotherThing()))).body.data
      expect(await statusOf(author, post._id)).toBe('hidden')
      if (way === 'undo') await granted(undo(moderator, made))
      if (way === 'appeal') {
        await granted(appeal(author, made))
        await granted(decideAppeal(second, made, 'overturned'))
      }
      if (way === 'dismiss') await granted(decide(moderator, caseId, 'dismiss'))
      const queued = () => inQueue(second, ({ kind, _id }) => kind === 'listing' && _id === post._id)
      const isHeld = async () => {
        expect(await statusOf(author, post._id)).toBe('pending_review')
        expect((await detail(post._id, reader)).status).toBe(404)
        expect((await queued()).review).toMatchObject({ post: { title } })
      }
      await isHeld()
      const notices = await noticesOf(author, 'moderation')
      expect(notices.map((notice: { title: string }) => notice.title)).toContain(
        'Your listing is hidden no more, and waits for a look',
      )
      // Another word of it neither brings it back nor takes it out of the queue.
      await granted(update(author, post._id, { description: 'As good as new.' }))
      await isHeld()
      await granted(review(second, post._id, { decision: 'accept' }))
      expect((await detail(post._id, reader)).body.data).toMatchObject({ title, status: 'active' })
      expect(await queued()).toBeUndefined()
    },
  )

  test('that was changed but is the same thing comes back at once', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author)
    const { _id } = (await granted(decide(moderator, caseId, 'hide'))).body.data
    await granted(update(author, post._id, { description: 'As good as new.', price: 25 }))
    await granted(undo(moderator, _id))
    expect(await statusOf(await newMember(), post._id)).toBe('active')
  })

  test('is measured by what was judged, however long ago that was and in however many steps', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author)
    const { _id } = (await granted(decide(moderator, caseId, 'hide'))).body.data
    const { title, price, category_id } = await anotherThing()
    for (const [day, change] of [{ title }, { price, category_id }, { description: 'New.' }].entries())
      await later(days(day * 8), async () => granted(update(await signedIn(author), post._id, change)))
    await granted(undo(moderator, _id))
    expect(await statusOf(author, post._id)).toBe('pending_review')
  })

  test('is what it was before, once a moderator has looked at what became of it', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const hidden = async (prepare: (id: string) => Promise<unknown>): Promise<[string, string]> => {
      const { post, caseId } = await reported(author)
      await prepare(post._id)
      const { _id } = (await granted(decide(moderator, caseId, 'hide'))).body.data
      await granted(update(author, post._id, await anotherThing()))
      return [post._id, _id]
    }
    const [closed, first] = await hidden((id) => granted(close(author, id)))
    await granted(undo(moderator, first))
    await granted(review(moderator, closed, { decision: 'accept' }))
    expect(await statusOf(author, closed)).toBe('closed')

    const [deleted, second] = await hidden(async () => undefined)
    await granted(softDelete(author, deleted))
    await granted(undo(moderator, second))
    await granted(restore(author, deleted))
    expect(await statusOf(author, deleted)).toBe('pending_review')
    await granted(
      review(moderator, deleted, { decision: 'decline', message: 'This is a bargain, not a lamp.' }),
    )
    expect(await statusOf(author, deleted)).toBe('rejected')
    expect((await granted(update(author, deleted, { price: 30 }))).body.data.status).toBe('pending_review')
    await granted(review(moderator, deleted, { decision: 'accept' }))
    expect(await statusOf(await newMember(), deleted)).toBe('active')

    // Whoever looked at it as it was put right has looked.
    const [remedied, third] = await hidden(async () => undefined)
    await granted(resubmit(author, third))
    await granted(decideResubmission(moderator, third, 'accepted'))
    expect(await statusOf(await newMember(), remedied)).toBe('active')
  })

  test('that waited for a moderator before waits again, though it was changed meanwhile', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { _id: id, status } = await newPost(author, { description: 'Please pay by gift card.' })
    expect(status).toBe('pending_review')
    const reference = { model: 'post', id }
    const body = { recipient: author.id, reference, rule: 'fraud', message: 'Not so.', action: 'hide' }
    const path = '/api/v1/notification-mgt/content-violation/manual'
    const { body: told } = await granted(call('POST', path, { as: moderator, body }))
    await granted(update(author, id, { description: 'Please pay by gift card before you come.' }))
    await granted(undo(moderator, told.data.action.payload.id))
    expect(await statusOf(author, id)).toBe('pending_review')
    await granted(review(moderator, id, { decision: 'accept' }))
    expect(await statusOf(await newMember(), id)).toBe('active')
  })

  test('that is sold says what was sold, as if everybody saw it', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author)
    await granted(sell(author, post._id, 'sold_elsewhere'))
    await granted(decide(moderator, caseId, 'hide'))
    expectProblem(await update(author, post._id, { title: 'Another thing' }), 409, 'POST_NOT_EDITABLE')
    await granted(update(author, post._id, { description: 'It was a lamp.' }))
  })

  test('that two decisions hide comes back with the second', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author)
    const first = (await granted(decide(moderator, caseId, 'hide'))).body.data._id
    const second = (
      await granted(
        call('POST', '/api/v1/notification-mgt/content-violation/manual', {
          as: moderator,
          body: {
            recipient: author.id,
            reference: { model: 'post', id: post._id },
            rule: 'no fakes',
            message: 'It is a fake.',
            action: 'hide',
          },
        }),
      )
    ).body.data.action.payload.id
    for (const [id, status] of [
      [first, 'hidden'],
      [second, 'active'],
    ]) {
      await granted(update(author, post._id, { description: `Without fault, ${id}.` }))
      await granted(resubmit(author, id))
      await granted(decideResubmission(moderator, id, 'accepted'))
      expect(await statusOf(author, post._id)).toBe(status)
    }
  })
})

describe('taking a decision back', () => {
  test('brings back what it hid, under its author’s deletion too, and has it wait again', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author)
    const { _id } = (await granted(decide(moderator, caseId, 'remove'))).body.data
    expect(await statusOf(author, post._id)).toBe('hidden')
    await granted(softDelete(author, post._id))
    await granted(undo(moderator, _id))
    expectProblem(await undo(moderator, _id), 409, 'UNDO_WINDOW_OVER')
    expectProblem(await undo(moderator, newId()), 404, 'UNKNOWN_DECISION')
    await granted(restore(author, post._id))
    expect(await statusOf(author, post._id)).toBe('active')
    expect((await noticesOf(author, 'content_violation'))[0]).toMatchObject({
      title: 'A decision was taken back',
    })
    expectProblem(await appeal(author, _id), 409, 'APPEAL_NOT_OPEN')
    expect((await granted(decide(moderator, caseId, 'warn'))).body.data.action).toBe('warn')
  })

  test('leaves hidden what another decision hides', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author)
    const first = (await granted(decide(moderator, caseId, 'hide'))).body.data._id
    const violation = {
      recipient: author.id,
      reference: { model: 'post', id: post._id },
      rule: 'no fraud',
      message: 'Once more',
      action: 'hide',
    }
    await granted(
      call('POST', '/api/v1/notification-mgt/content-violation/manual', { as: moderator, body: violation }),
    )
    await granted(undo(moderator, first))
    expect(await statusOf(author, post._id)).toBe('hidden')
    const [{ _id: second }] = (await log(moderator, { subject_id: author.id })).body.data
    await granted(undo(moderator, second))
    expect(await statusOf(author, post._id)).toBe('active')
  })

  test('gives a comment its words again', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const post = await newPost(author)
    const { _id } = await newComment(author, post._id, { text: 'Go away' })
    await granted(reportComment(await newMember(), _id))
    const made = (await granted(decide(moderator, await openCaseOf(_id), 'remove'))).body.data._id
    expect((await comments(post._id)).body).toMatchObject({ data: [], meta: { comment_count: 0 } })
    await granted(undo(moderator, made))
    expect((await comments(post._id)).body).toMatchObject({
      data: [{ _id, text: 'Go away' }],
      meta: { comment_count: 1 },
    })
  })

  test('is over after thirty days, and when nothing is left to bring back', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { post, caseId } = await reported(author)
    const removed = (await granted(decide(moderator, caseId, 'remove', { appeal_days: 5 }))).body.data._id
    const warned = await newDecision(author, 'warn', moderator)
    await later(days(4), () => sweepNow(followDecisions))
    expect(await statusOf(author, post._id)).toBe('hidden')
    await later(days(6), () => sweepNow(followDecisions))
    expect((await detail(post._id, author)).status).toBe(410)
    expectProblem(await undo(moderator, removed), 409, 'UNDO_WINDOW_OVER')
    const { data } = (await log(moderator, { subject_id: author.id })).body
    expect(data.map(({ can_undo }: { can_undo: boolean }) => can_undo)).toEqual([true, false])
    await sql`update marketplace.moderation_decision set decided_at = decided_at - interval '31 days' where id = ${warned}`.execute(
      await database(),
    )
    expectProblem(await undo(moderator, warned), 409, 'UNDO_WINDOW_OVER')
  })
})

describe('an appeal', () => {
  test('is one, waits in the queue, and overturns what somebody else decided', async () => {
    const [author, moderator, second] = [
      await newMember(),
      await newStaff('moderator'),
      await newStaff('moderator'),
    ]
    const { post, caseId } = await reported(author)
    const { _id } = (await granted(decide(moderator, caseId, 'hide'))).body.data
    expectProblem(await appeal(second, _id), 404, 'UNKNOWN_DECISION')
    expectProblem(await decideAppeal(second, newId(), 'upheld'), 404, 'UNKNOWN_DECISION')
    expectProblem(await decideAppeal(second, _id, 'upheld'), 409, 'ALREADY_DECIDED')
    await granted(appeal(author, _id))
    expectProblem(await appeal(author, _id), 409, 'APPEAL_NOT_OPEN')
    expect(await inQueue(second, (item) => item._id === _id, { kind: 'appeal' })).toMatchObject({
      case: { target_id: post._id },
      decision: { appeal: { text: 'It was my own.', outcome: null } },
    })
    expectProblem(await decideAppeal(moderator, _id, 'overturned'), 403, 'SECOND_PERSON_NEEDED')
    await granted(decideAppeal(second, _id, 'overturned'))
    expectProblem(await decideAppeal(second, _id, 'overturned'), 409, 'ALREADY_DECIDED')
    expect(await statusOf(author, post._id)).toBe('active')
    expect((await granted(decisionFor(author, _id))).body.data).toMatchObject({
      status: 'overturned',
      appeal: { outcome: 'overturned', answer: 'We looked again.' },
    })
    const [notice] = await noticesOf(author, 'content_violation')
    expect(notice).toMatchObject({ title: 'Your appeal was right: the decision was taken back' })
  })

  test('is open for as long as was said, and of what staff told by hand', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const { _id: id } = await newPost(author)
    const send = (message: string) =>
      call('POST', '/api/v1/notification-mgt/content-violation/manual', {
        as: moderator,
        body: {
          recipient: author.id,
          reference: { model: 'post', id },
          rule: 'spam',
          message,
          action: 'warn',
          appeal_days: 3,
        },
      })
    const first = (await granted(send('Please stop.'))).body.data
    await granted(appeal(author, first.action.payload.id))
    const next = (await granted(send('Please do stop.'))).body.data.action.payload.id
    await later(days(4), async () => {
      const answer = await login(author)
      expectProblem(await appeal({ token: answer.body.data.access_token }, next), 409, 'APPEAL_NOT_OPEN')
    })
  })
})

describe('a suspension', () => {
  test('ends by itself, and is appealed by the link of its mail', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const other = await newDecision(author)
    const id = await newCase(author, await newMember())
    const made = (await granted(decide(moderator, id, 'suspend', { days: 3 }))).body.data
    const refused = await login(author)
    expectProblem(refused, 403, 'ACCOUNT_SUSPENDED')
    const mail = await lastMail(author.email)
    const [link = ''] = /http\S+decisions\S+/.exec(mail.text) ?? []
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(link).toContain(made._id)
    expect(refused.text).toContain(token)
    expect((await granted(decisionFor(undefined, made._id, { token }))).body.data.can_appeal).toBe(true)
    const forged = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    expectProblem(await decisionFor(undefined, other, { token }), 404, 'UNKNOWN_DECISION')
    expectProblem(await appeal(undefined, made._id, { token: forged }), 404, 'UNKNOWN_DECISION')
    await granted(appeal(undefined, made._id, { token }))
    await later(days(2), () => sweepNow(followDecisions))
    expectProblem(await login(author), 403, 'ACCOUNT_SUSPENDED')
    await later(days(3) + 1000, () => sweepNow(followDecisions))
    expect((await login(author)).status).toBe(200)
  })

  test('is appealed by no link once its subject is erased', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const id = await newCase(author, await newMember())
    await granted(leave(author))
    const wanted = { days: 90, appeal_days: 30 }
    const made = await later(days(5), async () => {
      const { body } = await granted(decide(await signedIn(moderator), id, 'suspend', wanted))
      return body.data._id
    })
    const [, token = ''] = /token=([\w-]+)/.exec((await lastMail(author.email)).text) ?? []
    await jobsDone()
    await later(days(31), async () => {
      expect((await granted(decisionFor(undefined, made, { token }))).body.data.can_appeal).toBe(true)
      await runNow(eraseAccount, { personId: author.id })
      expectProblem(await decisionFor(undefined, made, { token }), 404, 'UNKNOWN_DECISION')
      expectProblem(await appeal(undefined, made, { token }), 404, 'UNKNOWN_DECISION')
    })
  })

  test('lasts while another one does', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const [one, two] = [await newCase(author, await newMember()), await newCase(author, await newMember())]
    const first = (await granted(decide(moderator, one, 'suspend', { days: 3 }))).body.data._id
    const second = (await granted(decide(moderator, two, 'suspend', { days: 9 }))).body.data._id
    await granted(undo(moderator, second))
    expectProblem(await login(author), 403, 'ACCOUNT_SUSPENDED')
    await granted(undo(moderator, first))
    expect((await login(author)).status).toBe(200)
  })

  test.each(['password', 'provider'])('waits for whoever left before, and comes back by %s', async (way) => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const [one, two, three] = [
      await newCase(author, await newMember()),
      await newCase(author, await newMember()),
      await newCase(author, await newMember()),
    ]
    const claims = { sub: newId() }
    const byProvider = async (as?: TestPerson) => {
      const id_token = await (await world()).identities.idToken('google', claims)
      return call('POST', '/api/v1/usr-mgt/social-login', { as, body: { provider: 'google', id_token } })
    }
    const comeBack = () => (way === 'password' ? login(author) : byProvider())
    const account = async () => {
      const { rows } = await sql<{ status: string; suspended_by_decision: string | null }>`
        select status, suspended_by_decision from marketplace.users where id = ${author.id}`.execute(
        await database(),
      )
      return rows[0]
    }
    const goAway = async () => granted(leave(await signedIn(author)))
    const suspend = async (id: string): Promise<string> =>
      (await granted(decide(moderator, id, 'suspend', { days: 3 }))).body.data._id
    await granted(byProvider(author))
    await goAway()
    const first = await suspend(one)
    expect(await account()).toEqual({ status: 'pending_deletion', suspended_by_decision: first })
    expect((await lastMail(author.email)).text).toContain(first)
    expectProblem(await comeBack(), 403, 'ACCOUNT_SUSPENDED')
    expect(await account()).toEqual({ status: 'pending_deletion', suspended_by_decision: first })

    // What is taken back while they are away is not found when they come back.
    await granted(undo(moderator, first))
    await granted(comeBack())
    expect(await account()).toEqual({ status: 'active', suspended_by_decision: null })
    await goAway()
    await granted(undo(moderator, await suspend(two)))
    await granted(comeBack())

    // To be refused keeps nobody who wanted to go.
    await goAway()
    const banned = (await granted(decide(moderator, three, 'ban'))).body.data._id
    await granted(confirmBan(await newStaff('moderator'), banned, true))
    expectProblem(await comeBack(), 403, 'ACCOUNT_SUSPENDED')
    await jobsDone()
    await later(days(31), () => runNow(eraseAccount, { personId: author.id }))
    expect(await account()).toEqual({ status: 'deleted', suspended_by_decision: null })
  })

  test('for good needs two people', async () => {
    const [author, moderator, second] = [
      await newMember(),
      await newStaff('moderator'),
      await newStaff('moderator'),
    ]
    const id = await newCase(author, await newMember())
    const waiting = async () =>
      (await granted(call('GET', '/api/v1/moderation/queue-counts', { as: second }))).body.data
    const { reports, confirmations } = await waiting()
    const proposed = (await granted(decide(moderator, id, 'ban'))).body.data
    expect(proposed.status).toBe('proposed')
    expect(await waiting()).toMatchObject({ reports: reports - 1, confirmations: confirmations + 1 })
    expect((await login(author)).status).toBe(200)
    expectProblem(await decide(second, id, 'dismiss'), 409, 'ALREADY_DECIDED')
    expectProblem(await confirmBan(moderator, proposed._id, true), 403, 'SECOND_PERSON_NEEDED')
    expectProblem(await confirmBan(second, newId(), true), 404, 'UNKNOWN_DECISION')
    expectProblem(await decisionFor(author, proposed._id), 404, 'UNKNOWN_DECISION')
    expect(await inQueue(second, (item) => item._id === proposed._id, { urgent: true })).toMatchObject({
      kind: 'confirmation',
    })
    const answers = await Promise.all([1, 2, 3].map(() => confirmBan(second, proposed._id, true)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expectProblem(await login(author), 403, 'ACCOUNT_SUSPENDED')
    await later(days(400), () => sweepNow(followDecisions))
    expectProblem(await login(author), 403, 'ACCOUNT_SUSPENDED')
  })

  describe('for good', () => {
    const ban = async (author: TestPerson, first: TestPerson, second: TestPerson): Promise<string> => {
      const { body } = await granted(
        decide(first, await newCase(await signedIn(author), await newMember()), 'ban'),
      )
      await granted(confirmBan(second, body.data._id, true))
      return body.data._id
    }
    const appealByLink = async (author: TestPerson, id: string) => {
      const [, token = ''] = /token=([\w-]+)/.exec((await lastMail(author.email)).text) ?? []
      await granted(appeal(undefined, id, { token }))
    }

    test('is taken back by one of those who decided it or an administrator, and by no third alone', async () => {
      const [author, first, second, third, administrator] = [
        await newMember(),
        await newStaff('moderator'),
        await newStaff('moderator'),
        await newStaff('moderator'),
        await newStaff('administrator'),
      ]
      for (const one of [first, second, administrator]) {
        const made = await ban(author, first, second)
        expectProblem(await undo(third, made), 403, 'ADMINISTRATOR_NEEDED')
        await granted(undo(one, made))
        expect((await login(author)).status).toBe(200)
      }
      const made = await ban(author, first, administrator)
      await appealByLink(author, made)
      expectProblem(await decideAppeal(third, made, 'overturned'), 403, 'ADMINISTRATOR_NEEDED')
      expectProblem(await decideAppeal(administrator, made, 'overturned'), 403, 'SECOND_PERSON_NEEDED')
      expectProblem(await decideAppeal(first, made, 'upheld'), 403, 'SECOND_PERSON_NEEDED')
      await granted(decideAppeal(await newStaff('administrator'), made, 'overturned'))
      expect((await login(author)).status).toBe(200)
    })

    test('is looked at again by one of the two where there is nobody else', async () => {
      await sql`update marketplace.users set role = 'user' where role <> 'user'`.execute(await database())
      const [author, moderator, administrator] = [
        await newMember(),
        await newStaff('moderator'),
        await newStaff('administrator'),
      ]
      const made = await ban(author, moderator, administrator)
      await appealByLink(author, made)
      await granted(decideAppeal(administrator, made, 'overturned'))
      expect((await login(author)).status).toBe(200)
    })
  })
})

describe('trust', () => {
  test('is earned by age, a proved address and deals with different people, and lost by a broken rule', async () => {
    const person = await newMember()
    expect(await trustOf(person)).toMatchObject({ level: 1, earned: 1, highest: 3, next: { level: 2 } })
    const db = await database()
    await sql`update marketplace.users set is_verified = true, created_at = created_at - interval '40 days' where id = ${person.id}`.execute(
      db,
    )
    for (let index = 0; index < 3; index += 1) {
      const [post, buyer] = [await newPost(person), await newMember()]
      await granted(chatAbout(post._id, person, buyer))
      await granted(sell(person, post._id, 'sold_here', { buyer_id: buyer.id }))
    }
    expect(await trustOf(person)).toMatchObject({ level: 1, earned: 2, next: { level: 3 } })
    await runNow(recomputeTrust, {})
    await jobsDone()
    expect((await trustOf(person)).level).toBe(2)
    expect((await trustOf(person)).next.requirements).toContainEqual({
      what: 'deals',
      have: 3,
      need: 10,
      is_met: false,
    })
    const moderator = await newStaff('moderator')
    const made = await newDecision(person, 'warn', moderator)
    expect(await trustOf(person)).toMatchObject({ level: 0, earned: 0, next: { level: 1 } })
    await granted(undo(moderator, made))
    expect((await trustOf(person)).level).toBe(2)
  })
})

test('everybody may know how much was reported, decided and appealed', async () => {
  const read = async () => {
    const { body } = await granted(call('GET', '/api/v1/moderation/transparency', { query: { months: 1 } }))
    const [month] = body.data
    const of = (list: { count: number }[] = [], key: string, name: string) =>
      (list as ({ count: number } & Record<string, unknown>)[]).find((one) => one[key] === name)?.count ?? 0
    return [
      of(month?.reports, 'reason', 'spam'),
      of(month?.decisions, 'action', 'warn'),
      month?.appeals.made ?? 0,
      month?.undone ?? 0,
    ] as const
  }
  const before = await read()
  const [author, moderator] = [await newMember(), await newStaff('moderator')]
  const id = await newDecision(author, 'warn', moderator)
  await granted(appeal(author, id))
  await granted(undo(moderator, id))
  const after = await read()
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 1])
  expect(
    (await granted(call('GET', '/api/v1/moderation/queue-counts', { as: moderator }))).body.data,
  ).toMatchObject({
    reports: expect.any(Number),
  })
})
