import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newRoom, send } from '../../testing/chat.ts'
import { sweepNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { load, publicAddress, uploadPicture } from '../../testing/pictures.ts'
import { comment, detail, feed, newComment, newPost, noticesOf, softDelete } from '../../testing/posts.ts'
import {
  caseAbout,
  decide,
  decisionFor,
  newEvidence,
  openCaseOf,
  reportChat,
  reportComment,
  reportPost,
  reportUser,
} from '../../testing/reports.ts'
import { sweepReports } from './jobs.ts'

const database = async () => (await world()).host.services.db
const trust = async ({ id }: TestPerson, level: number) =>
  sql`update marketplace.users set trust_level = ${level} where id = ${id}`.execute(await database())
const statusOf = async (as: TestPerson, id: string) => (await detail(id, as)).body.data?.status

describe('a report', () => {
  test('is one, however often it is made, and staff alone reads it with what was there', async () => {
    const [author, reporter, moderator] = [
      await newMember({ name: 'Ada' }),
      await newMember({ name: 'Rita' }),
      await newStaff('moderator'),
    ]
    const photo = await uploadPicture(author)
    const post = await newPost(author, {
      description: 'As good as new.',
      media: { photoUrl: [photo.publicUrl] },
    })
    const evidence = await newEvidence(reporter)
    const body = { reason: 'other', details: 'Look at the text', evidence: [evidence.id] }
    const answers = await Promise.all(Array.from({ length: 6 }, () => reportPost(reporter, post._id, body)))
    expect(answers.map(({ body: { error } }) => error?.code)).toEqual(Array(6).fill(undefined))
    expect(new Set(answers.map((answer) => answer.body.data.report_id)).size).toBe(1)
    expect(answers[0]?.body.data).toEqual({ report_id: expect.any(String), status: 'open' })
    const found = await caseAbout(moderator, post._id)
    expect(found).toMatchObject({
      model: 'post',
      report_count: 1,
      has_hidden: false,
      subject: { _id: author.id, name: 'Ada' },
      reports: [
        {
          reporter: { _id: reporter.id, trust_level: 1 },
          reason: 'other',
          details: 'Look at the text',
          evidence: [{ upload_id: evidence.id, url: expect.stringContaining('http') }],
          frozen: {
            title: post.title,
            text: 'As good as new.',
            price: 20,
            pictures: [{ upload_id: photo.id }],
          },
        },
      ],
    })
    expect((await load(found.reports[0].evidence[0].url)).statusCode).toBe(200)
    expect((await load(await publicAddress(evidence.id))).statusCode).toBe(404)
    for (const as of [author, reporter])
      expectProblem(await call('GET', '/api/v1/moderation/queue', { as }), 403, 'FORBIDDEN')
    expect(JSON.stringify((await detail(post._id, author)).body)).not.toContain(reporter.id)
    expect(await noticesOf(author, 'moderation')).toEqual([])
    // A description that changes afterwards changes nothing of what was reported.
    await granted(softDelete(author, post._id))
    expect((await caseAbout(moderator, post._id)).reports[0].frozen.text).toBe('As good as new.')
  })

  test('is refused of what is one’s own, of what one does not see, and with what is no evidence', async () => {
    const [author, reporter] = [await newMember(), await newMember()]
    const post = await newPost(author)
    const draft = await newPost(author, { draft: true })
    const room = await newRoom()
    expectProblem(await reportPost(author, post._id), 400, 'CANNOT_REPORT_OWN')
    expectProblem(await reportUser(author, author.id), 400, 'CANNOT_REPORT_OWN')
    const { _id: own } = await newComment(reporter, post._id)
    expectProblem(await reportComment(reporter, own), 400, 'CANNOT_REPORT_OWN')
    expectProblem(await reportPost(reporter, draft._id), 404, 'NO_SUCH_POST')
    expectProblem(await reportPost(reporter, newId()), 404, 'NO_SUCH_POST')
    expectProblem(await reportUser(reporter, newId()), 404, 'NO_SUCH_USER')
    expectProblem(await reportComment(reporter, newId()), 404, 'NO_SUCH_COMMENT')
    expectProblem(await reportChat(reporter, room.id), 404, 'NO_SUCH_CHATROOM')
    expectProblem(await reportChat(room.a, room.id, { message_ids: [newId()] }), 404, 'NO_SUCH_MESSAGE')
    const { id: picture } = await uploadPicture(reporter)
    const { id: foreign } = await newEvidence(author)
    const room2 = await newRoom()
    for (const evidence of [[picture], [foreign], [newId()]]) {
      const body = { evidence }
      expectProblem(await reportPost(reporter, post._id, body), 400, 'UPLOAD_NOT_USABLE')
      expectProblem(await reportUser(reporter, author.id, body), 400, 'UPLOAD_NOT_USABLE')
      expectProblem(await reportChat(room2.a, room2.id, body), 400, 'UPLOAD_NOT_USABLE')
    }
    const { _id: theirs } = await newComment(author, post._id)
    expectProblem(await reportComment(reporter, theirs, { evidence: [picture] }), 400, 'UPLOAD_NOT_USABLE')
  })
})

describe('a listing', () => {
  test('is hidden by three people, and its author hears it and not of whom', async () => {
    const author = await newMember()
    const post = await newPost(author)
    const reporters = [await newMember(), await newMember(), await newMember()]
    for (const reporter of reporters) {
      expect(await statusOf(author, post._id)).toBe('active')
      await granted(reportPost(reporter, post._id))
    }
    expect(await statusOf(author, post._id)).toBe('hidden')
    expect((await detail(post._id)).status).not.toBe(200)
    expect((await feed({ limit: 5 })).body.data.map(({ _id }) => _id)).not.toContain(post._id)
    const notices = await noticesOf(author, 'moderation')
    expect(notices).toMatchObject([{ title: 'Your listing is hidden for now', actor: '' }])
    for (const { id } of reporters) expect(JSON.stringify(notices)).not.toContain(id)
    // Whoever reported it asks again, and finds their report.
    expect((await granted(reportPost(reporters[0], post._id))).body.data.status).toBe('open')
  })

  test('is hidden by what weighs enough: by trust, by how bad it is, and not by whoever is never right', async () => {
    const [author, moderator, trusted, light] = [
      await newMember(),
      await newStaff('moderator'),
      await newMember(),
      await newMember(),
    ]
    for (const person of [trusted, light]) await trust(person, 3)
    const [severe, dull, spared] = [await newPost(author), await newPost(author), await newPost(author)]
    await granted(reportPost(trusted, severe._id, { reason: 'scam' }))
    expect(await statusOf(author, severe._id)).toBe('hidden')
    await granted(reportPost(light, dull._id, { reason: 'duplicate' }))
    expect(await statusOf(author, dull._id)).toBe('active')
    for (let index = 0; index < 3; index += 1) {
      const other = await newPost(author)
      await granted(reportPost(light, other._id, { reason: 'other' }))
      await granted(decide(moderator, await openCaseOf(other._id), 'dismiss'))
    }
    await granted(reportPost(light, spared._id, { reason: 'scam' }))
    expect(await statusOf(author, spared._id)).toBe('active')
  })
})

describe('a chat', () => {
  test('keeps what was said when it is deleted, and is blocked with it', async () => {
    const { a, b, id } = await newRoom()
    const moderator = await newStaff('moderator')
    const said = (await granted(send(b, id, 'Send me the code'))).body.data._id
    await granted(send(a, id, 'No'))
    await granted(reportChat(a, id, { message_ids: [said], block: true }))
    await granted(reportChat(a, id))
    await granted(call('DELETE', `/api/v1/chat-mgt/delete-message/${said}`, { as: b }))
    expect(await caseAbout(moderator, id)).toMatchObject({
      model: 'chat',
      subject: { _id: b.id },
      report_count: 1,
      is_urgent: true,
      reports: [{ frozen: { messages: [{ _id: said, sender_id: b.id, text: 'Send me the code' }] } }],
    })
    expectProblem(await send(b, id, 'Why?'), 403, 'CHAT_BLOCKED')
    expect(
      JSON.stringify((await call('GET', '/api/v1/notification-mgt/get-notifications', { as: b })).body),
    ).not.toContain('report')
    // Whom it is about does not learn of which chat, which would tell of whom.
    const made = (await granted(decide(moderator, await openCaseOf(id), 'warn'))).body.data
    const told = await granted(decisionFor(b, made._id))
    expect(told.body.data).toMatchObject({ model: 'chat', about: '', can_appeal: true })
    const notices = await noticesOf(b, 'content_violation')
    expect(notices).toMatchObject([{ message: 'Please do not.' }])
    for (const hidden of [id, a.id, said]) expect(told.text + JSON.stringify(notices)).not.toContain(hidden)
    // The other one reports it as well: that is about the first.
    await granted(reportChat(b, id, { reason: 'other' }))
    const { rows } = await sql<{ subject_id: string }>`
      select subject_id from marketplace.moderation_case where target_id = ${id} order by opened_at`.execute(
      await database(),
    )
    expect(rows.map(({ subject_id }) => subject_id)).toEqual([b.id, a.id])
  })
})

test('people and comments are reported as listings are', async () => {
  const [author, reporter, moderator] = [await newMember(), await newMember(), await newStaff('moderator')]
  const post = await newPost(author)
  const { _id } = (await granted(comment(author, post._id, { text: 'Go away' }))).body.data
  await granted(reportComment(reporter, _id))
  await granted(reportUser(reporter, author.id))
  expect((await caseAbout(moderator, _id)).reports[0].frozen.text).toBe('Go away')
  expect(await caseAbout(moderator, author.id)).toMatchObject({ model: 'user', subject: { _id: author.id } })
  expect(await noticesOf(moderator, 'moderation')).not.toEqual([])
})

test('reports are forgotten a year after they were decided, with their pictures', async () => {
  const [author, reporter, moderator] = [await newMember(), await newMember(), await newStaff('moderator')]
  const post = await newPost(author)
  const evidence = await newEvidence(reporter)
  const { body } = await granted(reportPost(reporter, post._id, { evidence: [evidence.id] }))
  await granted(decide(moderator, await openCaseOf(post._id), 'dismiss'))
  const count = async () => {
    const { rows } = await sql<{ uses: number }>`
      select u.uses from marketplace.report r join platform.upload u on u.id = any(r.evidence_ids)
      where r.id = ${body.data.report_id}`.execute(await database())
    return rows.map(({ uses }) => uses)
  }
  await later(days(300), () => sweepNow(sweepReports))
  expect(await count()).toEqual([1])
  await later(days(366), () => sweepNow(sweepReports))
  expect(await count()).toEqual([])
})
