import { describe, expect, test } from 'vitest'
import { block, eventsOf, roomOf, send } from '../../testing/chat.ts'
import { call, expectProblem, granted, newMember, newStaff, type TestPerson } from '../../testing/kit.ts'
import { newRequest } from '../../testing/marketplace-rows.ts'
import { buy } from '../../testing/orders.ts'
import { chatAbout, newPost, noticesOf } from '../../testing/posts.ts'

const notifications = '/api/v1/notification-mgt'
const want = (as: TestPerson, strangers: string) =>
  granted(call('PUT', `${notifications}/preferences`, { as, body: { strangers } }))
const begin = async (as: TestPerson, { id }: TestPerson): Promise<string> =>
  (await granted(call('POST', '/api/v1/chat-mgt/create-chatroom', { as, body: { user_id: id } }))).body.data
    ._id
const requests = async (as: TestPerson) =>
  (await granted(call('GET', `${notifications}/policy-requests`, { as }))).body.data
const answer = (as: TestPerson, roomId: string, decision: string) =>
  call('PATCH', `${notifications}/policy-requests/${roomId}`, { as, body: { decision } })
const read = (as: TestPerson, roomId: string) =>
  granted(call('POST', '/api/v1/chat-mgt/get-messages', { as, body: { chatroom_id: roomId } }))
const remind = async (as: TestPerson, message_id: string) =>
  (await granted(call('POST', '/api/v1/message-notification/send', { as, body: { message_id } }))).body.data

describe('a chat that a stranger begins', () => {
  test('waits apart, tells nothing, and shows its beginner nothing of that', async () => {
    const member = await newMember()
    const { roomId, stranger } = await newRequest({ member })
    expect(await roomOf(member, roomId)).toBeUndefined()
    expect(await requests(member)).toMatchObject([{ _id: roomId, unread_count: 1 }])
    expect(await noticesOf(member, 'message')).toEqual([])
    expect(await eventsOf(member.id)).not.toContain('message.new')
    expect(await roomOf(stranger, roomId)).toMatchObject({ is_blocked: false, is_active: true })
    await read(member, roomId)
    expect((await roomOf(stranger, roomId)).lastMessage.message_status).toEqual({ isSeen: false })
    expect(await eventsOf(stranger.id)).not.toContain('message.seen')
  })

  test('is as any other once it is accepted', async () => {
    const member = await newMember()
    const { roomId, stranger } = await newRequest({ member })
    expect((await answer(member, roomId, 'accept')).status).toBe(200)
    expect((await answer(member, roomId, 'accept')).status).toBe(200)
    expect(await requests(member)).toEqual([])
    expect(await roomOf(member, roomId)).toMatchObject({ unread_count: 1 })
    await read(member, roomId)
    expect((await roomOf(stranger, roomId)).lastMessage.message_status).toEqual({ isSeen: true })
    await send(stranger, roomId, 'Still there?')
    expect(await noticesOf(member, 'message')).toHaveLength(1)
  })

  test('is accepted by an answer, and by beginning it oneself', async () => {
    const member = await newMember()
    const first = await newRequest({ member })
    await send(member, first.roomId, 'Yes?')
    const second = await newRequest({ member })
    expect(await begin(member, second.stranger)).toBe(second.roomId)
    expect(await requests(member)).toEqual([])
    for (const { roomId } of [first, second]) expect(await roomOf(member, roomId)).toBeDefined()
  })

  test('is nowhere once it is dropped, and its beginner writes on', async () => {
    const member = await newMember()
    const { roomId, stranger } = await newRequest({ member })
    expect((await answer(member, roomId, 'drop')).status).toBe(200)
    expect((await answer(member, roomId, 'drop')).status).toBe(200)
    expect(await requests(member)).toEqual([])
    expect(await roomOf(member, roomId)).toBeUndefined()
    expect((await send(stranger, roomId, 'Hello?')).status).toBe(200)
    expect(await noticesOf(member, 'message')).toEqual([])
  })

  test('is dropped by itself where its other one wants that', async () => {
    const [ada, ben] = [await newMember(), await newMember()]
    await want(ada, 'drop')
    const roomId = await begin(ben, ada)
    await send(ben, roomId, 'Hello?')
    expect(await requests(ada)).toEqual([])
    expect(await roomOf(ada, roomId)).toBeUndefined()
  })

  test('is no stranger’s once one of them has paid the other', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    await want(seller, 'filter')
    const roomId = await begin(buyer, seller)
    await send(buyer, roomId, 'I shall buy it.')
    expect(await requests(seller)).toMatchObject([{ _id: roomId }])
    await buy({ member: buyer, partner: seller })
    expect(await requests(seller)).toEqual([])
    expect(await roomOf(seller, roomId)).toMatchObject({ unread_count: 1 })
    const { _id } = await newPost(seller)
    const another = (await granted(chatAbout(_id, seller, buyer))).body.data._id
    expect(await roomOf(seller, another)).toBeDefined()
    expect(await requests(seller)).toEqual([])
  })

  test('leaves the requests with a block, and comes back with its end', async () => {
    const member = await newMember()
    const { roomId } = await newRequest({ member })
    await block(member, roomId, true)
    expect(await requests(member)).toEqual([])
    expectProblem(await answer(member, roomId, 'accept'), 404, 'NO_SUCH_REQUEST')
    await block(member, roomId, false)
    expect(await requests(member)).toHaveLength(1)
  })

  test('that no stranger began is in the list', async () => {
    const ada = await newMember()
    const [followed, known, unknown] = [await newMember(), await newMember(), await newMember()]
    const moderator = await newStaff('moderator')
    await begin(known, ada)
    await granted(
      call('POST', '/api/v1/usr-mgt/follow', { as: ada, body: { user_id: followed.id, follow: true } }),
    )
    await want(ada, 'filter')
    const { _id: post } = await newPost(known)
    await granted(chatAbout(post, known, ada))
    const { _id: own } = await newPost(ada)
    const rooms = [
      await begin(followed, ada),
      await begin(moderator, ada),
      (await granted(chatAbout(own, ada, known))).body.data._id,
    ]
    for (const roomId of rooms) expect(await roomOf(ada, roomId)).toBeDefined()
    // Whom one begins with is none either, whatever they want.
    await want(unknown, 'filter')
    const roomId = await begin(ada, unknown)
    expect(await roomOf(ada, roomId)).toBeDefined()
    expect(await roomOf(unknown, roomId)).toBeUndefined()
  })

  test('is answered by those alone whose it is', async () => {
    const member = await newMember()
    const { roomId, stranger } = await newRequest({ member })
    for (const as of [stranger, await newMember()])
      expectProblem(await answer(as, roomId, 'drop'), 404, 'NO_SUCH_REQUEST')
  })
})

describe('a reminder of a message', () => {
  const messageIn = async (as: TestPerson, roomId: string, text = 'Hello') =>
    (await granted(send(as, roomId, text))).body.data._id

  test('takes the place of the notice of its chat, once', async () => {
    const [ada, ben] = [await newMember(), await newMember()]
    const roomId = await begin(ada, ben)
    const [first, second] = [await messageIn(ada, roomId), await messageIn(ada, roomId, 'And?')]
    const [before] = await noticesOf(ben, 'message')
    expect(await remind(ada, second)).toEqual({ delivered: true })
    const notices = await noticesOf(ben, 'message')
    expect(notices).toMatchObject([{ message: 'And?', isRead: false }])
    expect(notices[0]._id).not.toBe(before._id)
    expect(await remind(ada, second)).toEqual({ delivered: false, reason: 'repeated' })
    expect(await remind(ada, first)).toEqual({ delivered: true })
    expect(await noticesOf(ben, 'message')).toMatchObject([{ message: 'Hello' }])
    await read(ben, roomId)
    expect(await noticesOf(ben, 'message')).toEqual([])
  })

  test('says why there is none', async () => {
    const [ada, ben] = [await newMember(), await newMember()]
    const roomId = await begin(ada, ben)
    const seen = await messageIn(ada, roomId)
    await read(ben, roomId)
    expect(await remind(ada, seen)).toEqual({ delivered: false, reason: 'seen' })
    const message = await messageIn(ada, roomId)
    const mute = (is_muted: boolean) =>
      granted(call('POST', '/api/v1/usr-mgt/mute', { as: ben, body: { user_id: ada.id, is_muted } }))
    await mute(true)
    expect(await remind(ada, message)).toEqual({ delivered: false, reason: 'silent' })
    await mute(false)
    await block(ben, roomId, true)
    expect(await remind(ada, message)).toEqual({ delivered: false, reason: 'blocked' })
    await block(ben, roomId, false)
    expect(await remind(ada, message)).toEqual({ delivered: true })
  })

  test('in a chat that was not accepted looks as any other, and tells nobody', async () => {
    const member = await newMember()
    const { roomId, stranger } = await newRequest({ member })
    const message = await messageIn(stranger, roomId)
    expect(await remind(stranger, message)).toEqual({ delivered: true })
    expect(await remind(stranger, message)).toEqual({ delivered: false, reason: 'repeated' })
    expect(await noticesOf(member, 'message')).toEqual([])
  })

  test('is for one’s own messages that are there', async () => {
    const [ada, ben] = [await newMember(), await newMember()]
    const roomId = await begin(ada, ben)
    const message = await messageIn(ada, roomId)
    const ask = (as: TestPerson) =>
      call('POST', '/api/v1/message-notification/send', { as, body: { message_id: message } })
    for (const as of [ben, await newMember()]) expectProblem(await ask(as), 404, 'NO_SUCH_MESSAGE')
    await granted(call('DELETE', `/api/v1/chat-mgt/delete-message/${message}`, { as: ada }))
    expectProblem(await ask(ada), 404, 'NO_SUCH_MESSAGE')
  })
})
