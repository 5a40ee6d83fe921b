import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Language } from '../../platform/language.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { AppContextValue } from '../apps.ts'
import type { FeedbackCategory } from './categories.ts'

export interface ContactMessageRow {
  id: string
  user_id: string | null
  name: string
  email: string
  subject: string
  message: string
  language: string
  created_at: Date
}

export interface NewContactMessage {
  id: string
  userId: string | null
  name: string
  email: string
  subject: string
  message: string
  language: Language
}

export async function insertContactMessage(db: Db, message: NewContactMessage, at: Date): Promise<void> {
  await sql`
    insert into marketplace.contact_message (id, user_id, name, email, subject, message, language, created_at)
    values (${message.id}, ${message.userId}, ${message.name}, ${message.email}, ${message.subject}, ${message.message},
      ${message.language}, ${at})`.execute(db)
}

interface Part {
  after: Key | undefined
  limit: number
}

export const newestMessages = orderedBy<ContactMessageRow>(
  'desc',
  ['created_at', 'timestamptz', 'created_at'],
  ['id', 'uuid', 'id'],
)

export async function selectContactMessages(db: Db, { after, limit }: Part): Promise<ContactMessageRow[]> {
  const { rows } = await sql<ContactMessageRow>`
    select id, user_id, name, email, subject, message, language, created_at from marketplace.contact_message
    where ${newestMessages.isPast(after)} order by ${newestMessages.by} limit ${limit}`.execute(db)
  return rows
}

export interface FeedbackRow {
  id: string
  user_id: string | null
  category: FeedbackCategory
  rating: number | null
  message: string
  context: AppContextValue
  upload_ids: string[]
  language: string
  created_at: Date
}

export interface NewFeedback {
  id: string
  userId: string | null
  category: FeedbackCategory
  rating: number | null
  message: string
  context: AppContextValue
  uploadIds?: readonly string[]
  language: Language
}

export async function insertFeedback(db: Db, feedback: NewFeedback, at: Date): Promise<void> {
  await sql`
    insert into marketplace.feedback (id, user_id, category, rating, message, context, upload_ids, language, created_at)
    values (${feedback.id}, ${feedback.userId}, ${feedback.category}, ${feedback.rating}, ${feedback.message},
      ${JSON.stringify(feedback.context)}::jsonb, ${[...(feedback.uploadIds ?? [])]}::uuid[], ${feedback.language}, ${at})`.execute(
    db,
  )
}

export const newestFeedback = orderedBy<FeedbackRow>(
  'desc',
  ['created_at', 'timestamptz', 'created_at'],
  ['id', 'uuid', 'id'],
)

export async function selectFeedback(
  db: Db,
  { category, after, limit }: Part & { category: FeedbackCategory | null },
): Promise<FeedbackRow[]> {
  const isWanted = category === null ? sql`true` : sql`category = ${category}`
  const { rows } = await sql<FeedbackRow>`
    select id, user_id, category, rating, message, context, upload_ids, language, created_at from marketplace.feedback
    where ${isWanted} and ${newestFeedback.isPast(after)} order by ${newestFeedback.by} limit ${limit}`.execute(
    db,
  )
  return rows
}
