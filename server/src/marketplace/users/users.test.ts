import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { inboxEventsOf, roomOf, send } from '../../testing/chat.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newEmail,
  newMember,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { chatAbout, favourite, newPost, noticesOf } from '../../testing/posts.ts'

const base = '/api/v1/usr-mgt'
type As = { token: string }

const block = (as: As, { id }: { id: string }, is_blocked = true) =>
  call('POST', `${base}/block`, { as, body: { user_id: id, is_blocked } })
const mute = (as: As, { id }: { id: string }, body: object = {}) =>
  call('POST', `${base}/mute`, { as, body: { user_id: id, is_muted: true, ...body } })
const listed = async (as: As, list: 'blocks' | 'mutes') =>
  (await granted(call<{ _id: string; muted_until?: string }[]>('GET', `${base}/${list}`, { as }))).body.data
const idsIn = async (as: As, list: 'blocks' | 'mutes') => (await listed(as, list)).map(({ _id }) => _id)
const statusOf = async (as: As, { id }: { id: string }) =>
  (await call('GET', `${base}/get-profile-web/${id}`, { as })).status

async function setStatus({ id }: { id: string }, status: string): Promise<void> {
  const { host } = await world()
  await sql`update marketplace.users set status = ${status} where id = ${id}`.execute(host.services.db)
}

async function two(): Promise<[TestPerson, TestPerson]> {
  return [await newMember(), await newMember()]
}

describe('a block without a chat', () => {
  test('stands until its own side lifts it, however often that is asked for', async () => {
    const [ada, ben] = await two()
    for (const wanted of [true, true]) {
      const { body } = await granted(block(ada, ben, wanted))
      expect(body.data).toEqual({ is_blocked: true })
    }
    expect([await statusOf(ada, ben), await statusOf(ben, ada)]).toEqual([404, 404])
    // The other one is told nothing by lifting what they never set.
    expect((await granted(block(ben, ada, false))).body.data).toEqual({ is_blocked: false })
    expect(await statusOf(ben, ada)).toBe(404)
    // Both have one: whoever lifts theirs still finds the other's.
    await granted(block(ben, ada))
    await granted(block(ada, ben, false))
    expect([await statusOf(ada, ben), await statusOf(ben, ada)]).toEqual([404, 404])
    expect([await idsIn(ada, 'blocks'), await idsIn(ben, 'blocks')]).toEqual([[], [ada.id]])
    for (const wanted of [false, false]) await granted(block(ben, ada, wanted))
    expect([await statusOf(ada, ben), await statusOf(ben, ada)]).toEqual([200, 200])
  })

  test('is one with that of a chat: what either sets the other shows and lifts', async () => {
    const [ada, ben] = await two()
    const { _id } = await newPost(ben)
    const room = (await granted(chatAbout(_id, ben, ada))).body.data._id
    await granted(send(ben, room, 'Hello'))
    expect(await noticesOf(ada, 'message')).toHaveLength(1)
    await granted(block(ada, ben))
    expect(await roomOf(ben, room)).toMatchObject({ is_blocked: true, blocked_by: ada.id })
    expectProblem(await send(ben, room, 'Hello?'), 403, 'CHAT_BLOCKED')
    const body = { chatroom_id: room, is_blocked: false }
    await granted(call('PUT', '/api/v1/chat-mgt/update-block-status', { as: ada, body }))
    expect(await idsIn(ada, 'blocks')).toEqual([])
    expect(await roomOf(ben, room)).toMatchObject({ is_blocked: false })
    // What was told of the other one stays taken back.
    expect(await noticesOf(ada, 'message')).toEqual([])
  })

  test('is of anybody but oneself, and can be lifted from whoever is gone since', async () => {
    const [ada, ben] = await two()
    expectProblem(await block(ada, ada), 400, 'CANNOT_BLOCK_SELF')
    for (const wanted of [true, false])
      expectProblem(await block(ada, { id: newId() }, wanted), 404, 'NO_SUCH_USER')
    await granted(block(ada, ben))
    await setStatus(ben, 'pending_deletion')
    expect(await idsIn(ada, 'blocks')).toEqual([])
    await granted(block(ada, ben, false))
    expectProblem(await block(ada, ben, false), 404, 'NO_SUCH_USER')
  })

  test('of thirty at once is one', async () => {
    const [ada, ben] = await two()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => block(turn % 2 ? ada : ben, turn % 2 ? ben : ada)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect([await idsIn(ada, 'blocks'), await idsIn(ben, 'blocks')]).toEqual([[ben.id], [ada.id]])
  })
})

describe('a mute', () => {
  test('keeps what somebody does out of the inbox, and of what is on the phone, without a word to them', async () => {
    const [ada, ben] = await two()
    const post = await newPost(ada)
    const room = (await granted(chatAbout(post._id, ada, ben))).body.data._id
    const isMuted = async (as: As, { id }: { id: string }) =>
      (await call('GET', `${base}/get-profile-web/${id}`, { as })).body.data.is_muted
    expect(await isMuted(ada, ben)).toBe(false)
    expect((await granted(mute(ada, ben))).body.data).toEqual({ is_muted: true, muted_until: null })
    expect([await isMuted(ada, ben), await isMuted(ben, ada)]).toEqual([true, false])
    const told = await inboxEventsOf(ada.id)
    await granted(favourite(ben, post._id, { favourite: true }))
    await granted(call('POST', `${base}/follow`, { as: ben, body: { user_id: ada.id, follow: true } }))
    const sent = await granted(send(ben, room, 'Is it still there?'))
    expect(sent.body.data).toMatchObject({ messageText: 'Is it still there?' })
    for (const category of ['favourite', 'follow', 'message'])
      expect(await noticesOf(ada, category)).toEqual([])
    expect(await inboxEventsOf(ada.id)).toEqual(told)
    // The chat itself goes on, and the other one sees all as ever.
    expect(await roomOf(ada, room)).toMatchObject({ unread_count: 1, muted: false })
    expect(await statusOf(ben, ada)).toBe(200)
    await granted(mute(ada, ben, { is_muted: false }))
    await granted(send(ben, room, 'Hello?'))
    expect(await noticesOf(ada, 'message')).toMatchObject([{ message: 'Hello?' }])
  })

  test('leaves the others of a notice that gathers people', async () => {
    const [ada, ben, cyd] = [await newMember(), await newMember(), await newMember()]
    const post = await newPost(ada)
    await granted(mute(ada, ben))
    for (const as of [ben, cyd, ben]) await granted(favourite(as, post._id, { favourite: true }))
    expect(await noticesOf(ada, 'favourite')).toMatchObject([{ group_count: 1, actor: cyd.id }])
  })

  test('ends at its time, and is asked for anew', async () => {
    const [ada, ben] = await two()
    const { clock } = await world()
    const room = (await granted(chatAbout((await newPost(ada))._id, ada, ben))).body.data._id
    const until = new Date(clock.now().getTime() + hours(2)).toISOString()
    expect((await granted(mute(ada, ben, { until }))).body.data).toEqual({
      is_muted: true,
      muted_until: until,
    })
    expect(await listed(ada, 'mutes')).toMatchObject([{ _id: ben.id, muted_until: until }])
    await granted(send(ben, room, 'Early'))
    expect(await noticesOf(ada, 'message')).toEqual([])
    await later(hours(3), async () => {
      const [lateAda, lateBen] = [await signedIn(ada), await signedIn(ben)]
      await granted(send(lateBen, room, 'Late'))
      expect(await noticesOf(lateAda, 'message')).toMatchObject([{ message: 'Late' }])
      expect(await idsIn(lateAda, 'mutes')).toEqual([])
      await granted(mute(lateAda, ben))
      expect(await listed(lateAda, 'mutes')).toMatchObject([{ _id: ben.id, muted_until: null }])
    })
    expectProblem(
      await mute(ada, ben, { until: '2020-01-01T00:00:00Z' }),
      400,
      'VALIDATION_FAILED',
      'body.until',
    )
  })

  test('is of people whom one can see, and can always be lifted', async () => {
    const [ada, ben] = await two()
    expectProblem(await mute(ada, ada), 400, 'CANNOT_MUTE_SELF')
    expectProblem(await mute(ada, { id: newId() }), 404, 'NO_SUCH_USER')
    for (const wanted of [true, true]) await granted(mute(ada, ben, { is_muted: wanted }))
    await granted(block(ben, ada))
    expect(await idsIn(ada, 'mutes')).toEqual([])
    expectProblem(await mute(ada, ben), 404, 'NO_SUCH_USER')
    await granted(mute(ada, ben, { is_muted: false }))
    expectProblem(await mute(ada, ben, { is_muted: false }), 404, 'NO_SUCH_USER')
    await granted(block(ben, ada, false))
    expect(await idsIn(ada, 'mutes')).toEqual([])
    await granted(mute(ada, ben, { is_muted: false }))
  })
})

describe('an address', () => {
  test('is said to have an account or to be free, however it is written', async () => {
    const ada = await newMember()
    const check = async (email: string) =>
      (await granted(call('POST', `${base}/check-user`, { body: { email } }))).body.data
    for (const email of [ada.email, ` ${ada.email.toUpperCase()} `])
      expect(await check(email)).toEqual({ exists: true, available: false })
    expect(await check(newEmail())).toEqual({ exists: false, available: true })
    // Somebody may come back to it.
    await setStatus(ada, 'pending_deletion')
    expect(await check(ada.email)).toEqual({ exists: true, available: false })
  })
})
