import { sql } from 'kysely'
import { call, granted, newMember, newStaff, type TestPerson, world } from './kit.ts'
import { confirm, makePicture, put } from './pictures.ts'
import { newPost, update } from './posts.ts'

type As = { token: string } | undefined

export const reportPost = (as: As, post_id: string, body: object = {}) =>
  call('POST', '/api/v1/post-mgt/report', { as, body: { post_id, reason: 'spam', ...body } })
export const reportUser = (as: As, user_id: string, body: object = {}) =>
  call('POST', '/api/v1/usr-mgt/report-user', { as, body: { user_id, reason: 'spam', ...body } })
export const reportChat = (as: As, chatroom_id: string, body: object = {}) =>
  call('POST', '/api/v1/chat-mgt/report-chat', { as, body: { chatroom_id, reason: 'scam', ...body } })
export const reportComment = (as: As, comment_id: string, body: object = {}) =>
  call('POST', '/api/v1/post-mgt/report-comment', { as, body: { comment_id, reason: 'offensive', ...body } })

const moderation = '/api/v1/moderation'
export const log = (as: As, query: Record<string, string> = {}) =>
  call('GET', `${moderation}/log`, { as, query })
export const decide = (as: As, case_id: string, decision: string, body: object = {}) =>
  call('POST', `${moderation}/decide`, {
    as,
    body: {
      case_id,
      decision,
      ...(decision === 'dismiss'
        ? {}
        : { rule: 'no fraud', facts: 'It asks for a gift card.', statement: 'Please do not.' }),
      ...body,
    },
  })
export const undo = (as: As, decision_id: string) =>
  call('POST', `${moderation}/undo`, { as, body: { decision_id } })
export const confirmBan = (as: As, decision_id: string, is_confirmed: boolean) =>
  call('POST', `${moderation}/confirm`, { as, body: { decision_id, is_confirmed } })
export const appeal = (as: As, decision_id: string, body: object = {}) =>
  call('POST', `${moderation}/appeal`, { as, body: { decision_id, text: 'It was my own.', ...body } })
export const decideAppeal = (as: As, decision_id: string, outcome: string) =>
  call('POST', `${moderation}/decide-appeal`, {
    as,
    body: { decision_id, outcome, answer: 'We looked again.' },
  })
export const resubmit = (as: As, decision_id: string) =>
  call('POST', `${moderation}/resubmit`, { as, body: { decision_id } })
export const decideResubmission = (
  as: As,
  decision_id: string,
  outcome: string,
  body: object = {},
  headers = {},
) =>
  call('POST', `${moderation}/decide-resubmission`, { as, body: { decision_id, outcome, ...body }, headers })
export const decisionFor = (as: As, id: string, query: Record<string, string> = {}) =>
  call('GET', `${moderation}/decisions/${id}`, { as, query })

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the data
type Item = any

/** What of the queue is about something, wherever it stands. */
export async function inQueue(
  as: As,
  matches: (item: Item) => boolean,
  query: Record<string, string | boolean> = {},
): Promise<Item | undefined> {
  let cursor: string | null = null
  do {
    const { body }: { body: Item } = await granted(
      call('GET', `${moderation}/queue`, {
        as,
        query: cursor ? { limit: 100, ...query, cursor } : { limit: 100, ...query },
      }),
    )
    const found = body.data.find(matches)
    if (found) return found
    cursor = body.meta.nextCursor
  } while (cursor)
  return undefined
}

/** The open case about something. */
export async function caseAbout(as: As, targetId: string): Promise<Item | undefined> {
  const item = await inQueue(as, (one) => one.case?.target_id === targetId, { kind: 'report' })
  return item?.case
}

/** A listing of somebody that another person reported. @returns its case. */
export async function newCase(author: TestPerson, reporter: TestPerson): Promise<string> {
  const { _id } = await newPost(author)
  await granted(reportPost(reporter, _id))
  return openCaseOf(_id)
}

/** The id of the open case about something. */
export async function openCaseOf(targetId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.moderation_case where target_id = ${targetId} and is_open`.execute(
    (await world()).host.services.db,
  )
  const [row] = rows
  if (!row) throw new Error('nobody reported it')
  return row.id
}

/** A decision against somebody, of a moderator. @returns its id. */
export async function newDecision(
  author: TestPerson,
  decision = 'warn',
  moderator?: TestPerson,
): Promise<string> {
  const staff = moderator ?? (await newStaff('moderator'))
  const id = await newCase(author, await newMember())
  return (await granted(decide(staff, id, decision))).body.data._id
}

/** A listing that a decision hid and its author has put right. @returns the decision's id. */
export async function newResubmission(author: TestPerson, moderator?: TestPerson): Promise<string> {
  const staff = moderator ?? (await newStaff('moderator'))
  const { _id } = await newPost(author)
  await granted(reportPost(await newMember(), _id))
  const { body } = await granted(decide(staff, await openCaseOf(_id), 'hide'))
  await granted(update(author, _id, { description: 'Cash when you come for it.' }))
  return body.data._id
}

/** A picture that somebody uploads as evidence. */
export async function newEvidence(as: TestPerson): Promise<{ id: string }> {
  const bytes = await makePicture()
  const file = { name: 'proof.jpg', content_type: 'image/jpeg', size: bytes.length, purpose: 'evidence' }
  const { body } = await granted(
    call('POST', '/api/v1/application-alert/pre-assigned-urls', { as, body: { files: [file] } }),
  )
  const [upload] = body.data
  await put(upload.url, bytes, 'image/jpeg')
  const { status } = await confirm(as, upload.upload_id)
  if (status !== 'ready') throw new Error(`the evidence is ${status}`)
  return { id: upload.upload_id }
}
