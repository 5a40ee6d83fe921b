import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { block, eventsOf, inboxEventsOf, newListing, newRoom, roomOf, send } from '../../testing/chat.ts'
import { call, expectProblem, later, newMember, newStaff, type TestPerson, world } from '../../testing/kit.ts'
import { load, sweepIn, uploadPicture } from '../../testing/pictures.ts'
import { chatAbout, newPost, sell, update } from '../../testing/posts.ts'
import { newPicture } from '../../testing/users.ts'
import { hintsIn } from '../trust/public.ts'
import { setBlock } from '../users/public.ts'
import { roomCards } from './public.ts'

const base = '/api/v1/chat-mgt'
const create = (as: TestPerson, body: object) => call('POST', `${base}/create-chatroom`, { as, body })
const read = (as: TestPerson, id: string, body: object = {}, query = {}) =>
  call('POST', `${base}/get-messages`, { as, body: { chatroom_id: id, ...body }, query })
const remove = (as: TestPerson, id: string, query = {}) =>
  call('DELETE', `${base}/delete-message/${id}`, { as, query })
const blockStatus = (as: TestPerson, id: string) =>
  call('GET', `${base}/get-chatroom-block-status/${id}`, { as })
const notices = async (as: TestPerson) =>
  (
    await call('GET', '/api/v1/notification-mgt/get-notifications', {
      as,
      query: { category: 'message' },
    })
  ).body.data
const db = async () => (await world()).host.services.db
const setStatus = async (id: string, status: string) =>
  sql`update marketplace.users set status = ${status} where id = ${id}`.execute(await db())

// Whatever a test did: what is kept of the chats is what counting and making it anew gives.
afterEach(async () => expect(await roomCards.findDifferent(await db())).toEqual([]))
afterAll(async () => {
  await roomCards.outdateAll(await db())
  expect(await roomCards.refresh(await db(), 10_000)).toBeGreaterThan(0)
  expect(await roomCards.findDifferent(await db())).toEqual([])
})

describe('starting a chat', () => {
  test('both list it at once, empty as the interface shows it', async () => {
    const { a, b, id } = await newRoom()
    for (const person of [a, b]) {
      const room = await roomOf(person, id)
      expect(Object.keys(room).sort()).toEqual([
        '_id',
        'createdAt',
        'is_active',
        'is_blocked',
        'lastMessage',
        'muted',
        'participants',
        'productDetails',
        'unread_count',
        'updatedAt',
      ])
      expect(room).toMatchObject({
        is_active: true,
        is_blocked: false,
        productDetails: null,
        unread_count: 0,
      })
      expect(room.lastMessage).toEqual({ message_status: { isSeen: true }, createdAt: room.createdAt })
      expect(room.participants.map((p: { _id: string }) => p._id).sort()).toEqual([a.id, b.id].sort())
    }
    expect(await notices(b)).toEqual([])
  })

  test('a room about a listing shows it as it is now, and as it was once it is gone', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    const product = await newListing(seller.id)
    const { body } = await create(buyer, { user_id: seller.id, product_id: product })
    expect(body.data.productDetails).toEqual({
      product_id: product,
      post_owner_id: seller.id,
      title: 'Oak chair',
      price: 12.5,
      currency: 'EUR',
      address: { place: 'Berlin', zip_code: '10115' },
      media: { videoUrl: '', videoThumbnail: '', photoUrl: [] },
      isSold: false,
    })
    await sql`update marketplace.post set status = 'sold' where id = ${product}`.execute(await db())
    expect((await roomOf(buyer, body.data._id)).productDetails).toMatchObject({ isSold: true })
    const again = await create(seller, { user_id: buyer.id, product_id: product })
    expect(again.body).toMatchObject({ data: { _id: body.data._id }, meta: { created: false } })
    const details = async () => (await roomOf(buyer, body.data._id)).productDetails
    await sql`delete from marketplace.post where id = ${product}`.execute(await db())
    expect(await details()).toMatchObject({ title: 'Oak chair', isSold: false, is_available: false })
  })

  test('a room shows nothing of a listing that was taken down, and at once', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    const moderator = await newStaff('moderator')
    const post = await newPost(seller, { title: 'Rude words', address: { place: 'Harbour' } })
    const { _id: id } = (await chatAbout(post._id, seller, buyer)).body.data
    const titles = async () => {
      const rooms = await Promise.all([seller, buyer].map((person) => roomOf(person, id)))
      return rooms.map(({ productDetails: { title, is_available } }) => [title, is_available])
    }
    const took = {
      recipient: seller.id,
      reference: { model: 'post', id: post._id },
      rule: 'spam',
      message: 'No.',
    }
    const takeDown = (action: string) =>
      call('POST', '/api/v1/notification-mgt/content-violation/manual', {
        as: moderator,
        body: { ...took, action },
      })
    await takeDown('hide')
    expect(await titles()).toEqual([
      ['Rude words', false],
      ['', false],
    ])
    expect((await roomOf(buyer, id)).productDetails).toEqual({
      product_id: post._id,
      post_owner_id: seller.id,
      title: '',
      price: 20,
      currency: 'EUR',
      address: { place: '', zip_code: '' },
      media: { videoUrl: '', videoThumbnail: '', photoUrl: [] },
      isSold: false,
      is_available: false,
    })
    await takeDown('remove')
    expect(await titles()).toEqual([
      ['', false],
      ['', false],
    ])
    const events = (await eventsOf(buyer.id)).filter((type) => type === 'room.updated')
    expect(events).toHaveLength(3)
  })

  test('a suspended person is not online and sells nothing, and the chat with them is found', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    const product_id = await newListing(seller.id)
    const about = { user_id: seller.id, product_id }
    const { _id: id } = (await create(buyer, about)).body.data
    await roomOf(seller, id)
    const { host } = await world()
    await host.services.writeBehind.flush()
    const seen = async () => {
      const { participants, productDetails } = await roomOf(buyer, id)
      const peer = participants.find((p: { _id: string }) => p._id === seller.id)
      return [peer.is_online, productDetails.is_available]
    }
    expect(await seen()).toEqual(['true', undefined])
    await setStatus(seller.id, 'suspended')
    expect(await seen()).toEqual([undefined, false])
    expect((await create(buyer, about)).body).toMatchObject({ data: { _id: id }, meta: { created: false } })
    expectProblem(await create(buyer, { user_id: seller.id }), 404, 'NO_SUCH_USER')
  })

  test('shows the listing as a change leaves it that is under way', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    const product = await newListing(seller.id)
    const beginning = await (await db()).transaction().execute(async (inner) => {
      await sql`update marketplace.post set title = 'Ash chair' where id = ${product}`.execute(inner)
      return { answer: create(buyer, { user_id: seller.id, product_id: product }) }
    })
    const { body } = await beginning.answer
    expect(body.data.productDetails.title).toBe('Ash chair')
    expect((await roomOf(seller, body.data._id)).productDetails.title).toBe('Ash chair')
  })

  test('is refused where it cannot be', async () => {
    const { a, b, id } = await newRoom()
    const third = await newMember()
    expectProblem(await create(a, { user_id: a.id }), 400, 'CANNOT_CHAT_SELF')
    expectProblem(await create(a, { user_id: newId() }), 404, 'NO_SUCH_USER')
    expectProblem(await create(a, { user_id: b.id, product_id: newId() }), 404, 'NO_SUCH_POST')
    const product = await newListing(third.id)
    expectProblem(await create(a, { user_id: b.id, product_id: product }), 400, 'NOT_PRODUCT_PARTY')
    const sold = await newListing(b.id, 'sold')
    expectProblem(await create(a, { user_id: b.id, product_id: sold }), 409, 'POST_NOT_AVAILABLE')
    const over = await newListing(b.id)
    await sql`update marketplace.post set expires_at = ${new Date(0)} where id = ${over}`.execute(await db())
    expectProblem(await create(a, { user_id: b.id, product_id: over }), 409, 'POST_NOT_AVAILABLE')
    const closed = await newListing(b.id, 'closed')
    expectProblem(await create(a, { user_id: b.id, product_id: closed }), 409, 'POST_NOT_AVAILABLE')
    await block(b, id, true)
    expectProblem(await create(a, { user_id: b.id }), 403, 'CHAT_BLOCKED')
    expectProblem(await create(b, { user_id: a.id }), 403, 'CHAT_BLOCKED')
  })
})

describe('messages', () => {
  test('come in order, count as unread, notify once per room, and are seen by reading', async () => {
    const { a, b, id } = await newRoom()
    const sent = await send(a, id, ' Hello, is it there? ')
    expect(sent.body.data).toMatchObject({
      seq: 1,
      messageText: 'Hello, is it there?',
      userId: a.id,
      name: 'Ada',
      message_status: { isSeen: false },
      media: [],
      hints: [],
    })
    await send(a, id, 'And the price?')
    expect(await roomOf(b, id)).toMatchObject({
      unread_count: 2,
      lastMessage: { messageText: 'And the price?', userId: a.id, message_status: { isSeen: false } },
    })
    expect((await roomOf(a, id)).unread_count).toBe(0)
    expect(await notices(b)).toMatchObject([{ title: 'Ada', reference: { model: 'chat_room', id } }])
    expect(await eventsOf(b.id)).toContain('message.new')
    // A sender's other devices show what was sent as well.
    expect(await eventsOf(a.id)).toContain('message.new')

    await read(b, id, { mark_seen: false })
    expect((await roomOf(b, id)).unread_count).toBe(2)
    const page = await read(b, id)
    expect(page.body.data.map((m: { seq: number }) => m.seq)).toEqual([2, 1])
    expect(page.body.data[0].message_status).toEqual({ isSeen: true })
    expect(page.body.meta).toMatchObject({ hasMore: false, room: { _id: id, unread_count: 0 } })
    expect((await roomOf(a, id)).lastMessage.message_status).toEqual({ isSeen: true })
    expect(await notices(b)).toEqual([])
    expect((await eventsOf(a.id)).filter((type) => type === 'message.seen')).toHaveLength(1)
    expect(await inboxEventsOf(b.id)).toEqual(['created', 'changed'])

    await send(a, id, 'One more')
    expect(await notices(b)).toMatchObject([{ message: 'One more' }])
  })

  test('alert again once the notice before was put away, and only one stands', async () => {
    const { a, b, id } = await newRoom()
    await send(a, id, 'first')
    await call('PATCH', '/api/v1/notification-mgt/read-all', { as: b, body: {} })
    await send(a, id, 'second')
    expect(await notices(b)).toMatchObject([{ message: 'second', isRead: false }])
    const [standing] = await notices(b)
    await call('PATCH', `/api/v1/notification-mgt/dismiss/${standing._id}`, { as: b })
    const third = (await send(a, id, 'third')).body.data
    await send(a, id, 'fourth')
    expect(await notices(b)).toMatchObject([{ message: 'third' }])
    const before = await inboxEventsOf(b.id)
    await remove(a, third._id)
    expect(await notices(b)).toMatchObject([{ message: 'fourth' }])
    expect(await inboxEventsOf(b.id)).toEqual([...before, 'created'])
  })

  test('thirty at once make a gapless row, and a repeat of a client’s id makes none', async () => {
    const { a, b, id } = await newRoom()
    const more = { client_message_id: 'client-0001' }
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, (_, n) => send(n % 2 ? a : b, id, `n${n}`)),
      ...Array.from({ length: 10 }, () => send(a, id, 'same', more)),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.slice(30).map(({ body }) => body.data._id)).size).toBe(1)
    const { body } = await read(a, id, {}, { limit: 100 })
    expect(body.data.map((m: { seq: number }) => m.seq)).toEqual(Array.from({ length: 31 }, (_, n) => 31 - n))
  })

  test('the id that an app gave a message is shown to its sender alone', async () => {
    const { a, b, id } = await newRoom()
    const sent = await send(a, id, 'first', { client_message_id: 'client-0001' })
    const idsFor = async (as: typeof a) =>
      (await read(as, id)).body.data.map((m: { client_message_id: string | null }) => m.client_message_id)
    expect([sent.body.data.client_message_id, await idsFor(a), await idsFor(b)]).toEqual([
      'client-0001',
      ['client-0001'],
      [null],
    ])
  })

  test('pages go back by cursor, and forward from a message that the reader has', async () => {
    const { a, b, id } = await newRoom()
    for (let n = 1; n <= 5; n += 1) await send(a, id, `n${n}`)
    const first = await read(b, id, {}, { limit: 2 })
    const cursor = String(first.body.meta.nextCursor)
    const second = await read(b, id, {}, { limit: 2, cursor })
    const seqs = (answer: typeof first) => answer.body.data.map((m: { seq: number }) => m.seq)
    expect([seqs(first), seqs(second)]).toEqual([
      [5, 4],
      [3, 2],
    ])
    expect(seqs(await read(b, id, { after_seq: 2 }, { limit: 2 }))).toEqual([3, 4])
    expect(seqs(await read(b, id, { before_seq: 3 }))).toEqual([2, 1])
    const other = await create(b, { user_id: (await newMember()).id })
    expectProblem(await read(b, other.body.data._id, {}, { limit: 2, cursor }), 400, 'CURSOR_INVALID')
    expectProblem(
      await read(b, id, { after_seq: 1, before_seq: 3 }),
      400,
      'VALIDATION_FAILED',
      'body.after_seq',
    )
  })

  test('are read page by page from the first, and what is left stays unread', async () => {
    const { a, b, id } = await newRoom()
    const sent = []
    for (let n = 1; n <= 6; n += 1) sent.push((await send(n === 3 ? b : a, id, `n${n}`)).body.data._id)
    await remove(a, sent[1])
    await remove(b, sent[5], { scope: 'me' })
    const unread = async () => (await roomOf(b, id)).unread_count
    expect(await unread()).toBe(3)
    const { body } = await read(b, id, { after_seq: 0 }, { limit: 3 })
    expect(body.data.map((m: { seq: number }) => m.seq)).toEqual([1, 2, 3])
    expect(body.meta).toMatchObject({ room: { unread_count: 2 } })
    expect(await unread()).toBe(2)
    await read(b, id, { before_seq: 3 })
    expect(await unread()).toBe(2)
    await read(b, id)
    expect(await unread()).toBe(0)
    expect(await roomOf(b, id)).toMatchObject({ lastMessage: { messageText: 'n5' } })
    expect(await roomOf(a, id)).toMatchObject({
      lastMessage: { messageText: 'n6', message_status: { isSeen: false } },
    })
  })

  test('sent, read, hidden and deleted all at once leave list and count right', async () => {
    const { a, b, id } = await newRoom()
    const sent: string[] = []
    for (let n = 0; n < 8; n += 1) sent.push((await send(n % 2 ? a : b, id, `n${n}`)).body.data._id)
    const answers = await Promise.all(
      sent.flatMap((message, n) => [
        send(n % 2 ? b : a, id, `more ${n}`),
        remove(n % 2 ? a : b, message),
        remove(n % 3 ? a : b, message, { scope: 'me' }),
        read(n % 2 ? a : b, id, { before_seq: n }),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (const person of [a, b]) {
      const { body } = await read(person, id, { mark_seen: false })
      const [last] = body.data.filter((message: { is_deleted: boolean }) => !message.is_deleted)
      expect((await roomOf(person, id)).lastMessage._id).toBe(last._id)
    }
  })

  test('are refused when empty, to strangers, with pictures of others, and to nobody', async () => {
    const { a, b, id } = await newRoom()
    const stranger = await newMember()
    expectProblem(await send(a, id, '  '), 400, 'EMPTY_MESSAGE')
    expectProblem(await send(stranger, id, 'hi'), 404, 'NO_SUCH_CHATROOM')
    expectProblem(await read(stranger, id), 404, 'NO_SUCH_CHATROOM')
    expectProblem(await send(a, id, '', { media: [newId()] }), 400, 'MEDIA_NOT_READY')
    expectProblem(await send(a, id, 'hi', { reply_to: newId() }), 404, 'NO_SUCH_MESSAGE')
    await setStatus(b.id, 'deleted')
    expectProblem(await send(a, id, 'hi'), 409, 'ROOM_CLOSED')
    const room = await roomOf(a, id)
    expect(room.is_active).toBe(false)
    expect(room.participants[1]).toEqual({ _id: b.id, name: 'Deleted user', profile_photo_url: null })
  })

  test('carry own pictures, answer others, and warn of signs of fraud', async () => {
    const { a, b, id } = await newRoom()
    const { id: media, publicUrl } = await uploadPicture(a)
    const sent = await send(a, id, '', { media: [media] })
    expect(sent.body.data.media).toEqual([{ upload_id: media, url: expect.stringContaining(media) }])
    expectProblem(await send(b, id, '', { media: [media] }), 400, 'MEDIA_NOT_READY')
    const reply = await send(b, id, 'Pay me with PayPal', { reply_to: sent.body.data._id })
    expect(reply.body.data).toMatchObject({ reply_to: sent.body.data._id, hints: ['payment_outside'] })
    await sweepIn(25)
    expect((await load(publicUrl)).statusCode).toBe(200)
    await remove(a, sent.body.data._id)
    await sweepIn(25)
    expect((await load(publicUrl)).statusCode).toBe(404)
    expect(hintsIn('See https://x.example, call +49 30 1234567, send the verification code')).toEqual([
      'link',
      'phone_number',
      'secret_code',
    ])
    expect(hintsIn('Look at bit.ly/abc')).toEqual(['link'])
    expect(hintsIn('Schick mir den Bestätigungscode oder eine Geschenkkarte')).toEqual([
      'payment_outside',
      'secret_code',
    ])
    for (const harmless of [
      '12.50 for both, 2 chairs from 1998?',
      'Tomorrow, 2026-11-22 18:30, or 23.11.2026 at 19:00',
      'It is tan leather and/or brown.',
    ])
      expect(hintsIn(harmless)).toEqual([])
  })

  test('can propose to meet, at a time that is to come', async () => {
    const { a, b, id } = await newRoom()
    const { clock } = await world()
    const at = new Date(clock.now().getTime() + minutes(90)).toISOString()
    const location = { type: 'Point', coordinates: [13.4, 52.5] }
    const meetup = { place: 'Town hall', at, location }
    const sent = await send(a, id, '', { meetup })
    expect(sent.body.data).toMatchObject({ messageText: '', meetup })
    expect(await notices(b)).toMatchObject([{ message: 'Suggests to meet: Town hall' }])
    for (const [wrong, path] of [
      [{ at: '2020-01-01T10:00:00Z' }, 'body.meetup.at'],
      [{ location: { type: 'Point', coordinates: [52.5, 113] } }, 'body.meetup.location.coordinates.1'],
    ] as const)
      expectProblem(
        await send(a, id, '', { meetup: { ...meetup, ...wrong } }),
        400,
        'VALIDATION_FAILED',
        path,
      )
    expect((await remove(a, sent.body.data._id)).body.data.meetup).toBeNull()
    // A repeat of what was taken is taken, even if that time has come meanwhile.
    const soon = { ...meetup, at: new Date(clock.now().getTime() + minutes(5)).toISOString() }
    const propose = (clientId: string) => send(a, id, '', { meetup: soon, client_message_id: clientId })
    const taken = await propose('meeting-0001')
    await later(minutes(6), async () => {
      expect((await propose('meeting-0001')).body.data).toMatchObject({ _id: taken.body.data._id })
      expectProblem(await propose('meeting-0002'), 400, 'VALIDATION_FAILED', 'body.meetup.at')
    })
  })
})

describe('deleting', () => {
  test('takes the pictures away at once, but for one that is shown elsewhere', async () => {
    const { a, id } = await newRoom()
    const [first, second] = [await uploadPicture(a), await uploadPicture(a)]
    const sent = await send(a, id, '', { media: [first.id, second.id] })
    await send(a, id, 'once more', { media: [second.id] })
    await remove(a, sent.body.data._id)
    expect((await load(first.publicUrl)).statusCode).toBe(404)
    expect((await load(second.publicUrl)).statusCode).toBe(200)
  })

  test('leaves a tombstone for both, and list, count and notice follow at once', async () => {
    const { a, b, id } = await newRoom()
    const first = (await send(a, id, 'first')).body.data
    const second = (await send(a, id, 'second')).body.data
    expectProblem(await remove(b, second._id), 403, 'NOT_SENDER')
    expectProblem(await remove(await newMember(), second._id), 404, 'NO_SUCH_MESSAGE')
    const gone = await remove(a, second._id)
    expect(gone.body.data).toMatchObject({ is_deleted: true, seq: 2, media: [] })
    expect(gone.body.data).not.toHaveProperty('messageText')
    expect((await remove(a, second._id)).body.data).toEqual(gone.body.data)
    expect((await eventsOf(b.id)).filter((type) => type === 'message.deleted')).toHaveLength(1)
    expect(await roomOf(b, id)).toMatchObject({ unread_count: 1, lastMessage: { _id: first._id } })
    expect(await notices(b)).toMatchObject([{ message: 'first' }])
    await remove(a, first._id)
    const room = await roomOf(b, id)
    expect(room.unread_count).toBe(0)
    expect(room.lastMessage).not.toHaveProperty('_id')
    expect(await notices(b)).toEqual([])
    expect((await read(b, id)).body.data).toHaveLength(2)
    await send(a, id, 'third')
    expect(await notices(b)).toMatchObject([{ message: 'third' }])
  })

  test('for oneself hides it from nobody else', async () => {
    const { a, b, id } = await newRoom()
    const message = (await send(a, id, 'hello')).body.data
    expect((await remove(b, message._id, { scope: 'me' })).status).toBe(200)
    expect((await remove(b, message._id, { scope: 'me' })).status).toBe(200)
    expect((await read(b, id)).body.data).toEqual([])
    expect((await roomOf(b, id)).unread_count).toBe(0)
    expect((await read(a, id)).body.data).toMatchObject([{ messageText: 'hello' }])
  })
})

describe('blocking', () => {
  test('covers every room of the pair, and mutual blocks lift one by one', async () => {
    const { a, b, id } = await newRoom()
    const product = await newListing(b.id)
    const other = (await create(a, { user_id: b.id, product_id: product })).body.data._id
    await send(b, id, 'hi')
    expect(await notices(a)).toHaveLength(1)
    expect((await block(a, id, true)).body.data).toMatchObject({ is_blocked: true, blocked_by: a.id })
    expect((await block(a, id, true)).body.data).toMatchObject({ is_blocked: true, blocked_by: a.id })
    expect(await notices(a)).toEqual([])
    expect(await inboxEventsOf(a.id)).toEqual(['created', 'changed'])
    for (const person of [a, b])
      expect(await roomOf(person, other)).toMatchObject({ is_blocked: true, blocked_by: a.id })
    for (const person of [a, b]) expectProblem(await send(person, other, 'hi'), 403, 'CHAT_BLOCKED')
    expect((await read(b, id)).body.data).toHaveLength(1)
    expectProblem(await block(b, id, false), 403, 'NOT_BLOCKER')
    expect((await blockStatus(b, id)).body.data).toEqual({
      chatroom_id: id,
      is_blocked: true,
      blocked_by: a.id,
      blocked_by_me: false,
      can_unblock: false,
    })
    await block(b, other, true)
    expect((await block(a, id, false)).body.data).toMatchObject({ is_blocked: true, blocked_by: b.id })
    const open = await block(b, id, false)
    expect(open.body.data.is_blocked).toBe(false)
    expect(open.body.data).not.toHaveProperty('blocked_by')
    expect((await block(b, id, false)).status).toBe(200)
    expect((await send(b, id, 'again')).status).toBe(200)
    expect(await eventsOf(b.id)).toContain('room.updated')
  })

  test('hides whether messages are read while it stands', async () => {
    const { a, b, id } = await newRoom()
    await send(a, id, 'hello')
    await block(b, id, true)
    expect(await roomOf(b, id)).toMatchObject({ unread_count: 1 })
    const { body } = await read(b, id)
    expect(body.data[0].message_status).toEqual({ isSeen: false })
    expect(body.meta.room).toMatchObject({ unread_count: 0 })
    expect((await roomOf(a, id)).lastMessage.message_status).toEqual({ isSeen: false })
    expect(await eventsOf(a.id)).not.toContain('message.seen')
    await block(b, id, false)
    await read(b, id)
    expect((await roomOf(a, id)).lastMessage.message_status).toEqual({ isSeen: true })
  })

  test('shows nothing of what becomes of the listing while it stands', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    const post = await newPost(seller, { title: 'Oak chair', price: 20 })
    const { _id: id } = (await chatAbout(post._id, seller, buyer)).body.data
    const change = async (title: string, price: number) => update(seller, post._id, { title, price })
    const seen = async (as: TestPerson) => {
      const { title, price, is_available } = (await roomOf(as, id)).productDetails
      return [title, price, is_available]
    }
    await block(seller, id, true)
    const heard = await eventsOf(buyer.id)
    await change('Oak table', 30)
    await sell(seller, post._id, 'sold_elsewhere')
    expect(await seen(buyer)).toEqual(['Oak chair', 20, false])
    expect(await eventsOf(buyer.id)).toEqual(heard)
    expect((await roomOf(buyer, id)).productDetails.isSold).toBe(false)
    expect(await seen(seller)).toEqual(['Oak table', 30, undefined])
    await block(seller, id, false)
    expect(await seen(buyer)).toEqual(['Oak table', 30, undefined])
  })

  test('leaves no room silent once it is lifted', async () => {
    const { a, b, id } = await newRoom()
    await send(b, id, 'before')
    await block(a, id, true)
    await block(a, id, false)
    expect(await notices(a)).toEqual([])
    await send(b, id, 'after')
    expect(await notices(a)).toMatchObject([{ message: 'after' }])
    await read(a, id)
    expect(await notices(a)).toEqual([])
  })

  test('stops a message on its way, whoever sets it', async () => {
    const { a, b, id } = await newRoom()
    const { clock } = await world()
    const wish = { blockerId: b.id, blockedId: a.id, isBlocked: true, at: clock.now() }
    const sending = await (await db()).transaction().execute(async (inner) => {
      await setBlock(inner, wish)
      return { answer: send(a, id, 'too late') }
    })
    expectProblem(await sending.answer, 403, 'CHAT_BLOCKED')
    expect((await read(b, id)).body.data).toEqual([])
  })

  test('is not for strangers', async () => {
    const { id } = await newRoom()
    const stranger = await newMember()
    expectProblem(await block(stranger, id, true), 404, 'NO_SUCH_CHATROOM')
    expectProblem(await blockStatus(stranger, id), 404, 'NO_SUCH_CHATROOM')
  })
})

describe('the list', () => {
  test('stands by newest activity, pages on request, and belongs to its reader', async () => {
    const a = await newMember()
    const { clock } = await world()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      clock.advance(10)
      ids.push((await create(a, { user_id: (await newMember()).id })).body.data._id)
    }
    clock.advance(10)
    await send(a, String(ids[0]), 'hi')
    const expected = [ids[0], ids[2], ids[1]]
    const all = await call('GET', `${base}/get-chat-rooms`, { as: a })
    expect(all.body.data.map((room: { _id: string }) => room._id)).toEqual(expected)
    expect(all.body.meta).toEqual({ nextCursor: null, hasMore: false, limit: 500 })
    const first = await call('GET', `${base}/get-chat-rooms`, { as: a, query: { limit: 2 } })
    const cursor = String(first.body.meta.nextCursor)
    const rest = await call('GET', `${base}/get-chat-rooms`, { as: a, query: { limit: 2, cursor } })
    expect([...first.body.data, ...rest.body.data].map((room) => room._id)).toEqual(expected)
    expectProblem(
      await call('GET', `${base}/get-chat-rooms`, { as: await newMember(), query: { limit: 2, cursor } }),
      400,
      'CURSOR_INVALID',
    )
  })

  test('shows a change of the people and of the listing at once', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    const post = await newPost(seller, { title: 'Oak chair' })
    const { _id: id } = (await chatAbout(post._id, seller, buyer)).body.data
    await send(seller, id, 'It is "mine"\u2028\\')
    const photo = await newPicture(seller.id)
    await call('PUT', '/api/v1/usr-mgt/update', {
      as: seller,
      body: { name: 'Grace', profile_photo_url: photo },
    })
    await update(seller, post._id, { title: 'Oak table' })
    const shown = {
      lastMessage: { name: 'Grace', messageText: 'It is "mine"\u2028\\' },
      productDetails: { title: 'Oak table' },
    }
    for (const person of [buyer, seller]) expect(await roomOf(person, id)).toMatchObject(shown)
    expect((await roomOf(buyer, id)).participants[1]).toMatchObject({
      name: 'Grace',
      profile_photo_url: photo,
    })
    await (await world()).host.services.writeBehind.flush()
    const before = await roomOf(buyer, id)
    await roomCards.refresh(await db(), 1000)
    expect(await roomOf(buyer, id)).toEqual(before)
  })

  test('says who is online only where that is known and may be seen', async () => {
    const { a, b, id } = await newRoom()
    const { host } = await world()
    const peer = async () => {
      await host.services.writeBehind.flush()
      return (await roomOf(a, id)).participants.find((p: { _id: string }) => p._id === b.id).is_online
    }
    const showOnline = (show_online: boolean) =>
      call('PUT', '/api/v1/usr-mgt/update', { as: b, body: { privacy: { show_online } } })
    expect(await peer()).toBeUndefined()
    await roomOf(b, id)
    expect(await peer()).toBe('true')
    await later(minutes(6), async () => {
      expect(await peer()).toBe('false')
      await showOnline(false)
      expect(await peer()).toBeUndefined()
      await showOnline(true)
      expect(await peer()).toBe('true')
    })
    await block(b, id, true)
    expect(await peer()).toBeUndefined()
  })
})
