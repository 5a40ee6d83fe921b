import { newId } from '../platform/ids.ts'
import type { Cast } from './cast.ts'
import { newCategory } from './categories.ts'
import { send } from './chat.ts'
import { call, granted, newMember, type TestPerson } from './kit.ts'
import { newPost } from './posts.ts'
import { newPicture } from './users.ts'

/** Rows that several nouns of the marketplace are called with. */
export const password = 'a quiet harbour at dusk'
export const location = { type: 'Point', coordinates: [13.4, 52.5] }
export const news = { title: 'Town news', message: 'The market opens early.' }

export const uploadIn = (url: string) => url.split('/media/')[1]?.split('/')[0] ?? ''
export const pictureOf = async (person: TestPerson) => uploadIn(await newPicture(person.id))
export const privatePictureOf = async (
  person: TestPerson,
  purpose: 'evidence' | 'feedback' | 'tool',
): Promise<string> => uploadIn(await newPicture(person.id, purpose))

export async function newTree(): Promise<{ category_id: string; sub_category_id: string }> {
  const parent = await newCategory()
  const child = await newCategory({ parent_id: parent._id })
  return { category_id: parent._id, sub_category_id: child._id }
}

export async function newRoom({ member, partner }: Cast): Promise<string> {
  const { _id } = await newPost(partner)
  const { body } = await granted(
    call('POST', '/api/v1/chat-mgt/create-chatroom', {
      as: member,
      body: { user_id: partner.id, product_id: _id },
    }),
  )
  return body.data._id
}

/** A chat that a stranger began with somebody, and that waits for them to accept it. */
export async function newRequest({
  member,
}: Pick<Cast, 'member'>): Promise<{ roomId: string; stranger: TestPerson }> {
  const preferences = '/api/v1/notification-mgt/preferences'
  await granted(call('PUT', preferences, { as: member, body: { strangers: 'filter' } }))
  const stranger = await newMember()
  const { body } = await granted(
    call('POST', '/api/v1/chat-mgt/create-chatroom', { as: stranger, body: { user_id: member.id } }),
  )
  await newMessage(stranger, body.data._id)
  await granted(call('PUT', preferences, { as: member, body: { strangers: 'accept' } }))
  return { roomId: body.data._id, stranger }
}

export const newMessage = async (as: TestPerson, roomId: string): Promise<string> =>
  (await granted(send(as, roomId, 'Is it still there?'))).body.data._id

export async function newPurchase({ member }: Cast): Promise<string> {
  const { headers } = await granted(
    call('POST', '/api/v1/purchase-tool/creation', {
      as: member,
      body: {
        user_id: member.id,
        title: 'Lamp',
        price: 4,
        product_image: [],
        condition: 'good',
        search_id: `search ${newId()}`,
      },
    }),
  )
  return String(headers['x-listing-id'])
}
