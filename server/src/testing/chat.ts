import { sql } from 'kysely'
import { insertCategory } from '../marketplace/categories/public.ts'
import { newId } from '../platform/ids.ts'
import { platformItself, transact } from '../platform/operation/transact.ts'
import { call, granted, newMember, type TestPerson, world } from './kit.ts'

const base = '/api/v1/chat-mgt'

/** Two members with a chat about nothing. */
export async function newRoom(): Promise<{ a: TestPerson; b: TestPerson; id: string }> {
  const a = await newMember({ name: 'Ada' })
  const b = await newMember({ name: 'Ben' })
  const { body } = await granted(call('POST', `${base}/create-chatroom`, { as: a, body: { user_id: b.id } }))
  return { a, b, id: body.data._id }
}

export const send = (as: { token: string }, roomId: string, messageText: string, more: object = {}) =>
  call('POST', `${base}/send-message`, { as, body: { chatroom_id: roomId, messageText, ...more } })

export const block = (as: { token: string }, roomId: string, isBlocked: boolean) =>
  call('PUT', `${base}/update-block-status`, {
    as,
    body: { chatroom_id: roomId, is_blocked: isBlocked },
  })

/** A chat as it stands in somebody's list. */
export async function roomOf(as: { token: string }, id: string) {
  const { body } = await call('GET', `${base}/get-chat-rooms`, { as })
  return body.data.find((room: { _id: string }) => room._id === id)
}

/** A listing of somebody, in a category of its own. */
export async function newListing(authorId: string, status = 'active'): Promise<string> {
  const { host, clock } = await world()
  const { db } = host.services
  const [id, categoryId, now] = [newId(), newId(), clock.now()]
  const category = { id: categoryId, parentId: null, name: 'Chairs', slug: `chairs-${categoryId}`, names: {} }
  const plain = { icon: '', position: 0, isEnabled: true, attributeSchema: [], expirationDays: 30 }
  await transact(host.services, platformItself, (work) =>
    insertCategory(work, { ...category, ...plain }, now),
  )
  await sql`
    insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, status, place, zip_code, longitude, latitude,
      public_longitude, public_latitude, created_at, updated_at)
    values (${id}, ${authorId}, 'Oak chair', 1250, 'EUR', ${categoryId}, ${status}, 'Berlin', '10115', 13.4, 52.5, 13.4, 52.5, ${now}, ${now})`.execute(
    db,
  )
  return id
}

/** What somebody's open apps were told of their inbox, after the welcome. */
export const inboxEventsOf = async (personId: string): Promise<string[]> =>
  (await eventsOf(personId))
    .filter((type) => type.startsWith('notification.'))
    .map((type) => type.replace('notification.', ''))
    .slice(1)

/** The kinds of events that somebody's open apps were sent. */
export async function eventsOf(personId: string): Promise<string[]> {
  const { host } = await world()
  const { rows } = await sql<{ type: string }>`
    select type from platform.live_event where recipient_id = ${personId} order by id`.execute(
    host.services.db,
  )
  return rows.map((row) => row.type)
}
