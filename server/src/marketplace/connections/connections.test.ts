import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { inboxEventsOf } from '../../testing/chat.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newMember,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { chatAbout, newPost, noticesOf, word } from '../../testing/posts.ts'
import { hashOf, makeFindable } from '../../testing/users.ts'

const base = '/api/v1/usr-mgt'
type As = { token: string }

const follow = (as: As, { id }: { id: string }, wanted?: boolean) =>
  call('POST', `${base}/follow`, {
    as,
    body: { user_id: id, ...(wanted === undefined ? {} : { follow: wanted }) },
  })
const block = (as: As, { id }: { id: string }, is_blocked = true) =>
  granted(call('POST', `${base}/block`, { as, body: { user_id: id, is_blocked } }))
const profileOf = (as: As | undefined, { id }: { id: string }) =>
  call('GET', `${base}/get-profile-web/${id}`, { as })
const ownCounts = async (as: As) => {
  const { body } = await granted(call('GET', `${base}/get-profile`, { as }))
  return { followers: body.data.counts.followers, following: body.data.counts.following }
}
const connections = (as: As, type: string, query: Record<string, string | number> = {}) =>
  call<{ _id: string; is_following: boolean; follows_me: boolean }[]>('GET', `${base}/get-connections`, {
    as,
    query: { type, ...query },
  })

async function idsOf(as: As, type: string, whose?: { id: string }): Promise<string[]> {
  const { body } = await granted(connections(as, type, whose ? { user_id: whose.id, limit: 100 } : {}))
  return body.data.map(({ _id }) => _id)
}

async function people(count: number): Promise<TestPerson[]> {
  const all: TestPerson[] = []
  while (all.length < count) all.push(await newMember())
  return all
}

async function setStatus({ id }: { id: string }, status: string): Promise<void> {
  const { host } = await world()
  await sql`update marketplace.users set status = ${status} where id = ${id}`.execute(host.services.db)
}

/** What is shown of a person to a viewer agrees with the lists that the viewer finds. */
async function expectAgreement(viewer: As, person: { id: string }): Promise<void> {
  const { body } = await granted(profileOf(viewer, person))
  const { followers, following } = body.data.counts
  expect({ followers, following }).toEqual({
    followers: (await idsOf(viewer, 'followers', person)).length,
    following: (await idsOf(viewer, 'following', person)).length,
  })
}

describe('following', () => {
  test('is what was wanted, however often it is asked for, and flips where nothing is said', async () => {
    const [ada = never(), ben = never()] = await people(2)
    for (const wanted of [true, true]) {
      const { body } = await granted(follow(ada, ben, wanted))
      expect(body.data).toEqual({ following: true, followers_count: 1 })
    }
    for (const wanted of [false, false])
      expect((await granted(follow(ada, ben, wanted))).body.data).toEqual({
        following: false,
        followers_count: 0,
      })
    expect((await granted(follow(ada, ben))).body.data.following).toBe(true)
    expect((await granted(follow(ada, ben))).body.data.following).toBe(false)
  })

  test('is not of oneself, of nobody, of guests, or across a block', async () => {
    const [ada = never(), ben = never(), cyd = never()] = await people(3)
    expectProblem(await follow(ada, ada, true), 400, 'CANNOT_FOLLOW_SELF')
    expectProblem(await follow(ada, { id: '0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01' }), 404, 'NO_SUCH_USER')
    await setStatus(cyd, 'suspended')
    expectProblem(await follow(ada, cyd, true), 404, 'NO_SUCH_USER')
    await block(ben, ada)
    for (const [as, other] of [
      [ada, ben],
      [ben, ada],
    ] as const)
      for (const wanted of [true, false]) expectProblem(await follow(as, other, wanted), 404, 'NO_SUCH_USER')
  })

  test('can be ended though the other one is suspended', async () => {
    const [ada = never(), ben = never()] = await people(2)
    await follow(ada, ben, true)
    await setStatus(ben, 'suspended')
    expect((await granted(follow(ada, ben, false))).body.data.following).toBe(false)
    await setStatus(ben, 'active')
    expect(await idsOf(ada, 'following')).toEqual([])
    expect(await ownCounts(ben)).toEqual({ followers: 0, following: 0 })
  })

  test('ends at five thousand people', async () => {
    const [ada = never(), ben = never(), cyd = never()] = await people(3)
    await follow(ada, ben, true)
    const { host } = await world()
    await sql`update marketplace.follow_count set following = 5000 where user_id = ${ada.id}`.execute(
      host.services.db,
    )
    expectProblem(await follow(ada, cyd, true), 409, 'FOLLOW_LIMIT')
    expect((await follow(ada, ben, true)).status).toBe(200)
    expect((await follow(ada, ben, false)).status).toBe(200)
    expect((await follow(ada, cyd, true)).status).toBe(200)
  })

  test('of each other at once, and of the same person by many, loses nothing', async () => {
    const all = await people(5)
    const pairs = all.flatMap((as) => all.filter((one) => one !== as).map((other) => [as, other] as const))
    const answers = await Promise.all([...pairs, ...pairs].map(([as, other]) => follow(as, other, true)))
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    for (const one of all) {
      expect(await ownCounts(one)).toEqual({ followers: 4, following: 4 })
      expect(await idsOf(one, 'mutual')).toHaveLength(4)
    }
    await Promise.all(pairs.map(([as, other]) => follow(as, other, false)))
    for (const one of all) {
      expect(await ownCounts(one)).toEqual({ followers: 0, following: 0 })
      expect(await idsOf(one, 'followers')).toEqual([])
    }
  })
})

const never = (): never => {
  throw new Error('there are fewer people')
}

describe('the notice of a follower', () => {
  test('is one for all of a day, and goes with the last of them', async () => {
    const [ada = never(), ben = never(), cyd = never()] = await people(3)
    await follow(ben, ada, true)
    const [alone] = await noticesOf(ada, 'follow')
    expect(alone).toMatchObject({
      actor: ben.id,
      title: 'Somebody follows you',
      group_count: 1,
      reference: { model: 'user', id: ada.id },
      isRead: false,
    })
    await follow(cyd, ada, true)
    expect(await noticesOf(ada, 'follow')).toMatchObject([
      { _id: alone._id, title: '2 people follow you', group_count: 2, actor: cyd.id },
    ])
    await follow(cyd, ada, false)
    expect(await noticesOf(ada, 'follow')).toMatchObject([{ _id: alone._id, actor: ben.id, group_count: 1 }])
    await follow(ben, ada, false)
    expect(await noticesOf(ada, 'follow')).toEqual([])
    // Who comes back stands in the same one, as often as they like.
    for (const wanted of [true, false, true]) await follow(ben, ada, wanted)
    expect(await noticesOf(ada, 'follow')).toMatchObject([{ _id: alone._id, group_count: 1 }])
    expect((await inboxEventsOf(ada.id)).filter((event) => event === 'created')).toHaveLength(1)
  })

  test('is a new one on the next day', async () => {
    const [ada = never(), ben = never(), cyd = never()] = await people(3)
    await follow(ben, ada, true)
    await later(hours(25), async () => {
      await follow(await signedIn(cyd), ada, true)
      expect(await noticesOf(await signedIn(ada), 'follow')).toMatchObject([
        { actor: cyd.id, group_count: 1 },
        { actor: ben.id, group_count: 1 },
      ])
    })
  })
})

describe('connections', () => {
  test('are listed from the newest edge on, with what lies between them and the reader', async () => {
    const [ada = never(), ben = never(), cyd = never(), dan = never()] = await people(4)
    for (const as of [ben, cyd, dan]) await follow(as, ada, true)
    await follow(ada, cyd, true)
    await follow(ben, dan, true)
    const { body } = await granted(connections(ben, 'followers', { user_id: ada.id }))
    const expected = [
      { _id: dan.id, is_following: true, follows_me: false },
      { _id: cyd.id, is_following: false, follows_me: false },
      { _id: ben.id, is_following: false, follows_me: false },
    ]
    expect(body.data.map(({ _id }) => _id).sort()).toEqual([ben.id, cyd.id, dan.id].sort())
    expect(body.data).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))))
    expect((await connections(ada, 'followers')).body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ _id: cyd.id, is_following: true, follows_me: true }),
        expect.objectContaining({ _id: ben.id, is_following: false, follows_me: true }),
      ]),
    )
    expect(await idsOf(ada, 'mutual')).toEqual([cyd.id])
    await follow(cyd, ada, false)
    expect(await idsOf(ada, 'mutual')).toEqual([])
    expect(await idsOf(ada, 'following')).toEqual([cyd.id])
  })

  test('are walked whole in small steps while others come and go', async () => {
    const [ada = never(), ...others] = await people(7)
    const [late = never(), gone = never(), ...stay] = others
    for (const as of [gone, ...stay]) await follow(as, ada, true)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await granted(
        connections(ada, 'followers', { limit: 1, ...(cursor === '' ? {} : { cursor }) }),
      )
      seen.push(...body.data.map(({ _id }) => _id))
      cursor = body.meta.nextCursor as string | null
      if (seen.length === 1) {
        await follow(late, ada, true)
        await follow(gone, ada, false)
      }
    }
    const stayed = stay.map(({ id }) => id)
    expect(seen.filter((id) => stayed.includes(id)).sort()).toEqual(stayed.sort())
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('of whom the reader cannot see are not there', async () => {
    const [ada = never(), ben = never()] = await people(2)
    await block(ada, ben)
    expectProblem(await connections(ben, 'followers', { user_id: ada.id }), 404, 'NO_SUCH_USER')
    await setStatus(ada, 'suspended')
    expectProblem(await connections(await newMember(), 'following', { user_id: ada.id }), 404, 'NO_SUCH_USER')
  })

  test('agree with the numbers that each reader is shown, whoever is blocked, suspended or gone', async () => {
    const [star = never(), fan = never(), reader = never(), other = never()] = await people(4)
    for (const [as, whom] of [
      [fan, star],
      [other, star],
      [reader, star],
      [star, fan],
      [star, other],
    ] as const)
      await granted(follow(as, whom, true))
    const check = async () => {
      for (const viewer of [reader, star]) await expectAgreement(viewer, star)
      expect(await ownCounts(star)).toEqual({
        followers: (await idsOf(star, 'followers')).length,
        following: (await idsOf(star, 'following')).length,
      })
    }
    const counts = async (as?: As) => (await profileOf(as, star)).body.data.counts
    await check()
    await block(fan, reader)
    await check()
    expect(await counts(reader)).toMatchObject({ followers: 2, following: 1 })
    expect(await counts()).toMatchObject({ followers: 3, following: 2 })
    // Twice blocked is taken off once; and who is gone besides is not taken off twice.
    await block(reader, fan)
    await check()
    await setStatus(fan, 'suspended')
    await check()
    expect(await counts()).toMatchObject({ followers: 2, following: 1 })
    await setStatus(other, 'pending_deletion')
    await check()
    await setStatus(other, 'active')
    await setStatus(fan, 'active')
    await check()
    expect(await counts()).toMatchObject({ followers: 3, following: 2 })
    await setStatus(other, 'pending_deletion')
    await setStatus(other, 'deleted')
    await check()
    expect(await counts()).toMatchObject({ followers: 2, following: 1 })
    const { host } = await world()
    await sql`delete from marketplace.users where id = ${fan.id}`.execute(host.services.db)
    await check()
    expect(await counts()).toMatchObject({ followers: 1, following: 0 })
  })
})

describe('a profile', () => {
  test('says how many follow, whether the reader does, and is never a stale one of theirs', async () => {
    const [ada = never(), ben = never()] = await people(2)
    await follow(ben, ada, true)
    const seen = await profileOf(ben, ada)
    expect(seen.body.data).toMatchObject({
      counts: { followers: 1, following: 0 },
      is_following: true,
      follows_me: false,
    })
    expect(seen.headers['cache-control']).toBe('private, max-age=0')
    const unknown = await profileOf(undefined, ada)
    expect(unknown.body.data).toMatchObject({ is_following: false, follows_me: false })
    expect(unknown.headers['cache-control']).toBe('private, max-age=60')
    expect((await profileOf(ada, ben)).body.data).toMatchObject({ is_following: false, follows_me: true })
  })
})

describe('a block', () => {
  test.each(['of a person', 'of a chat'])(
    '%s ends follows both ways, with their notices, for good',
    async (way) => {
      const [ada = never(), ben = never(), cyd = never()] = await people(3)
      const { _id } = await newPost(ben)
      const room = (await granted(chatAbout(_id, ben, ada))).body.data._id
      const set = (is_blocked: boolean) =>
        way === 'of a person'
          ? block(ada, ben, is_blocked)
          : granted(
              call('PUT', '/api/v1/chat-mgt/update-block-status', {
                as: ada,
                body: { chatroom_id: room, is_blocked },
              }),
            )
      await follow(cyd, ada, true)
      await follow(ben, ada, true)
      await follow(ada, ben, true)
      expect(await noticesOf(ada, 'follow')).toMatchObject([{ group_count: 2 }])
      await set(true)
      for (const as of [ada, ben]) expect(await idsOf(as, 'mutual')).toEqual([])
      expect(await ownCounts(ada)).toEqual({ followers: 1, following: 0 })
      expect(await ownCounts(ben)).toEqual({ followers: 0, following: 0 })
      await set(false)
      expect(await noticesOf(ada, 'follow')).toMatchObject([{ group_count: 1, actor: cyd.id }])
      expect(await noticesOf(ben, 'follow')).toEqual([])
      expect(await idsOf(ben, 'followers')).toEqual([])
      expect(await ownCounts(ada)).toEqual({ followers: 1, following: 0 })
    },
  )
})

describe('the directory', () => {
  test('begins with those with whom one shares most follows, and each walk stays as it began', async () => {
    const name = word()
    const named = async (first: string) => newMember({ name: `${first} ${name}` })
    const [cleo, bea, abe] = [await named('Cleo'), await named('Bea'), await named('Abe')]
    const [ada = never(), one = never(), two = never()] = await people(3)
    for (const whom of [one, two]) for (const as of [ada, cleo]) await follow(as, whom, true)
    await follow(bea, two, true)
    const find = async (query: Record<string, string | number> = {}) =>
      (
        await granted(
          call<{ _id: string }[]>('GET', `${base}/get-all-users`, {
            as: ada,
            query: { search: name, ...query },
          }),
        )
      ).body
    const all = [cleo.id, bea.id, abe.id]
    expect((await find()).data.map(({ _id }) => _id)).toEqual(all)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const body = await find({ limit: 1, ...(cursor === '' ? {} : { cursor }) })
      seen.push(...body.data.map(({ _id }) => _id))
      cursor = body.meta.nextCursor as string | null
      // Abe would stand first now, and Bea last.
      for (const whom of [one, two]) await follow(abe, whom, true)
      await follow(bea, two, false)
    }
    expect(seen).toEqual(all)
    expect((await find()).data.map(({ _id }) => _id)[0]).toBe(abe.id)
    await block(cleo, ada)
    expect((await find()).data.map(({ _id }) => _id)).toEqual([abe.id, bea.id])
  })
})

describe('friends', () => {
  const find = (as: As, body: object) =>
    call<{ _id: string; contact: number | null }[]>('POST', `${base}/find-friends`, { as, body })
  const unknown = () => hashOf({ email: word() })

  test('are found by those who have their address, if they want to be and proved that it is theirs', async () => {
    const [ada = never(), ben = never(), shy = never()] = await people(3)
    const hashes = [unknown(), hashOf(ben).toUpperCase(), hashOf(shy), hashOf(ada), hashOf(ben)]
    const found = async (as: As) => (await granted(find(as, { hashes }))).body.data
    expect(await found(ada)).toEqual([])
    await makeFindable(ben)
    await follow(ben, ada, true)
    expect(await found(ada)).toMatchObject([
      { _id: ben.id, contact: 1, is_following: false, follows_me: true },
    ])
    expect(JSON.stringify(await found(ada))).not.toContain(ben.email)
    for (const privacy of [{ discoverable: false }, { discoverable: true, found_by_contacts: false }]) {
      await granted(call('PUT', `${base}/update`, { as: ben, body: { privacy } }))
      expect(await found(ada)).toEqual([])
    }
    await makeFindable(ben)
    await setStatus(ben, 'suspended')
    expect(await found(ada)).toEqual([])
    await setStatus(ben, 'active')
    await block(ben, ada)
    expect(await found(ada)).toEqual([])
  })

  test('are looked up twenty times a day, a thousand at a time', async () => {
    const ada = await newMember()
    const { db } = (await world()).host.services
    expectProblem(await find(ada, { hashes: Array.from({ length: 1001 }, unknown) }), 400, 'TOO_MANY_HASHES')
    for (const body of [{}, { hashes: [unknown()], q: 'Ada' }])
      expectProblem(await find(ada, body), 400, 'VALIDATION_FAILED', 'body.hashes')
    const hash = unknown()
    for (let time = 0; time < 20; time += 1) await granted(find(ada, { hashes: [hash] }))
    expectProblem(await find(ada, { hashes: [hash] }), 429, 'RATE_LIMITED')
    const { rows } = await sql<{
      key: string
    }>`select key from platform.attempt where key like ${`%${ada.id}`}`.execute(db)
    expect(JSON.stringify(rows)).not.toContain(hash)
    // Names are in the directory anyway.
    const name = word()
    const ben = await newMember({ name: `Ben ${name}` })
    expect((await granted(find(ada, { q: name }))).body.data).toMatchObject([{ _id: ben.id, contact: null }])
  })
})
