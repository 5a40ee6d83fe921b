import { newId } from '../../platform/ids.ts'
import { languageOf } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import { countryToHelpIn } from '../helplines/public.ts'
import { keyOf, type PersonalKey } from '../personal-keys/public.ts'
import { type Asker, builtInReply } from './builtin/reply.ts'
import { detectCrisis } from './crisis/detect.ts'
import { conversationChanged } from './events.ts'
import { type Prompt, promptFor } from './model.ts'
import { noSuchConversation } from './problems.ts'
import {
  countReply,
  expiryOf,
  insertConversation,
  insertMessage,
  isOwnConversation,
  lockPerson,
  type ReplyKind,
  selectNewestConversation,
} from './queries.ts'
import { type Content, sealContent, sealTitle } from './shapes.ts'
import { coachTextsIn } from './texts.ts'

/** A message as it stands, with what is in it. */
export type Written = NonNullable<Awaited<ReturnType<typeof insertMessage>>> & { content: Content }

export interface Asked {
  conversationId: string
  message: Written
  /** What it was answered with at once; undefined where the model is asked first. */
  reply?: Written
  prompt?: Prompt
}

interface Wanted {
  text: string
  /** The newest one when absent; a new one with `isNew`. */
  conversationId?: string | undefined
  isNew: boolean
}

const longestTitle = 60

/**
 * Keeps what somebody writes, and answers it at once where no model is to be asked. Somebody who may be in
 * danger is never answered by a model, nor by the built-in coach.
 */
export async function keepAsked(work: Work, asker: Asker, wanted: Wanted): Promise<Asked> {
  const { db, clock, services } = work
  const now = clock.now()
  const { retentionDays } = await lockPerson(db, asker.id, now)
  const key = await keyOf(work, asker.id)
  const spokenOfDanger = detectCrisis(wanted.text)
  const conversationId = await conversationFor(work, asker, wanted, {
    key,
    retentionDays,
    isShown: spokenOfDanger === undefined,
  })
  const safety = spokenOfDanger && { country: countryToHelpIn(services.settings, asker) }
  const asking: Content = { text: wanted.text, writtenBy: 'PERSON' }
  const place = { userId: asker.id, conversationId, retentionDays, now, key }
  const message = await write(work, { ...place, role: 'USER', replyTo: null, content: asking })
  const answer = (content: Content, kind: ReplyKind) =>
    answered(work, asker, { ...place, replyTo: message.id }, content, kind)
  if (safety) {
    // In the words of the message, whatever the app speaks otherwise.
    const content: Content = { text: coachTextsIn(spokenOfDanger).safety, writtenBy: 'SAFETY', safety }
    return { conversationId, message, reply: await answer(content, 'SAFETY') }
  }
  const prompt = await promptFor(work, asker, { conversationId, key })
  if (prompt) {
    work.publish(conversationChanged, { recipientId: asker.id, data: { conversationId } })
    return { conversationId, message, prompt }
  }
  const content = await builtInReply(work, asker, { text: wanted.text, turn: message.seq })
  return { conversationId, message, reply: await answer(content, 'BUILT_IN') }
}

/** Keeps what the model said, or what is said in its place. */
export async function keepReply(
  work: Work,
  asker: Asker,
  { message, prompt }: Asked,
  said: string | undefined,
): Promise<Written> {
  const { db, clock, services } = work
  const now = clock.now()
  const { retentionDays } = await lockPerson(db, asker.id, now)
  const place = {
    userId: asker.id,
    conversationId: message.conversation_id,
    retentionDays,
    now,
    key: await keyOf(work, asker.id),
    replyTo: message.id,
  }
  const danger = said === undefined ? undefined : detectCrisis(said)
  if (danger) {
    // It heard what the rules did not: then it is not the one to answer.
    const safety = { country: countryToHelpIn(services.settings, asker) }
    const content: Content = { text: coachTextsIn(danger).safety, writtenBy: 'SAFETY', safety }
    return answered(work, asker, place, content, 'SAFETY')
  }
  if (said === undefined) {
    const content = await builtInReply(work, asker, { text: message.content.text, turn: message.seq })
    return answered(work, asker, place, content, 'INSTEAD_OF_MODEL')
  }
  const suggested = prompt?.card && said.includes(prompt.card.title) ? [prompt.card] : []
  return answered(work, asker, place, { text: said, writtenBy: 'MODEL', cards: suggested }, 'MODEL')
}

interface Place {
  userId: string
  conversationId: string
  retentionDays: number | null
  now: Date
  key: PersonalKey
}

async function answered(
  work: Work,
  { language }: Asker,
  place: Place & { replyTo: string },
  content: Content,
  kind: ReplyKind,
): Promise<Written> {
  const role = content.writtenBy === 'SAFETY' ? 'SYSTEM' : 'COACH'
  const reply = await write(work, { ...place, role, content })
  work.pipeline(countReply(work.db, kind, languageOf(language), place.now))
  const { userId: recipientId, conversationId } = place
  work.publish(conversationChanged, { recipientId, data: { conversationId } })
  return reply
}

/** @throws NO_SUCH_CONVERSATION when it was erased meanwhile. */
async function write(
  { db }: Work,
  {
    key,
    content,
    ...message
  }: Place & { role: 'USER' | 'COACH' | 'SYSTEM'; replyTo: string | null; content: Content },
): Promise<Written> {
  const id = newId()
  const row = await insertMessage(db, { id, ...message, sealed: sealContent(key, id, content) })
  if (!row) throw noSuchConversation()
  return { ...row, content }
}

/** The conversation that a message belongs to, made where there is none. */
async function conversationFor(
  { db, clock }: Work,
  { id: userId }: Asker,
  { conversationId, isNew, text }: Wanted,
  { key, retentionDays, isShown }: { key: PersonalKey; retentionDays: number | null; isShown: boolean },
): Promise<string> {
  const now = clock.now()
  if (conversationId !== undefined) {
    if (!(await isOwnConversation(db, { userId, id: conversationId, now }))) throw noSuchConversation()
    return conversationId
  }
  const newest = isNew ? undefined : await selectNewestConversation(db, userId, now)
  if (newest !== undefined) return newest
  const id = newId()
  // What somebody in danger wrote does not stand as a title in a list.
  const sealedTitle = isShown ? sealTitle(key, id, titleOf(text)) : null
  await insertConversation(db, { id, userId, sealedTitle, now, expiresAt: expiryOf(now, retentionDays) })
  return id
}

function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length <= longestTitle
    ? line
    : `${letters
        .slice(0, longestTitle - 1)
        .join('')
        .trimEnd()}…`
}
