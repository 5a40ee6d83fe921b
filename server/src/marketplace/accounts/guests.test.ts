import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { sweepNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newAddress,
  newEmail,
  newMember,
  world,
} from '../../testing/kit.ts'
import { location, password } from '../../testing/marketplace-rows.ts'
import { uploadPicture } from '../../testing/pictures.ts'
import { favourite, newPost, noticesOf, searchFor } from '../../testing/posts.ts'
import { reportUser } from '../../testing/reports.ts'
import { removeIdleGuests } from './jobs.ts'

const newDeviceId = () => `device-${newId()}`

async function signUpGuest(device_id = newDeviceId(), { from = newAddress(), device_secret = '' } = {}) {
  const { body } = await granted(
    call('POST', '/api/v1/user-tools/guest-signup', {
      from,
      body: { device_id, ...(device_secret ? { device_secret } : {}) },
    }),
  )
  const { user, access_token: token, device_secret: secret, refresh_token: refreshToken } = body.data
  return {
    id: user._id,
    user,
    token,
    secret,
    refreshToken,
    address: from,
    isNew: body.data.is_new,
    device_id,
  }
}

const accountOf = (email: string) => ({
  name: 'Ada',
  email,
  password,
  agree: 'true',
  fcm_token: null,
  location,
})
const become = (as: { token: string } | undefined, email: string) =>
  call('POST', '/api/v1/usr-mgt/create', { as, body: accountOf(email) })
const profileOf = (as: { token: string }) => call('GET', '/api/v1/usr-mgt/get-profile', { as })
const savedOf = async (as: { token: string }) =>
  (await granted(call('GET', '/api/v1/post-mgt/get-favourites', { as }))).body.data.map(
    ({ _id }: { _id: string }) => _id,
  )
const searchesOf = async (id: string) => {
  const { db, writeBehind } = (await world()).host.services
  await writeBehind.flush()
  const { rows } = await sql<{ words: string }>`
    select words from marketplace.search_history where user_id = ${id}`.execute(db)
  return rows.map(({ words }) => words)
}

describe('a device', () => {
  test('has the same guest again, from its network or by what it was given', async () => {
    const guest = await signUpGuest()
    expect(guest).toMatchObject({ isNew: true, user: { kind: 'guest', email: null } })
    const { device_id, address: from, secret: device_secret } = guest
    for (const by of [{ from }, { device_secret }, { from: newAddress(), device_secret }])
      expect(await signUpGuest(device_id, by)).toMatchObject({ id: guest.id, isNew: false })
  })

  test('of the same name elsewhere is another one', async () => {
    const guest = await signUpGuest('phone-of-everybody')
    const other = await signUpGuest('phone-of-everybody', { device_secret: 'made-up' })
    expect(other).toMatchObject({ isNew: true })
    expect(other.id).not.toBe(guest.id)
  })

  test('that asks ten times at once has one guest', async () => {
    const [device_id, from] = [newDeviceId(), newAddress()]
    const guests = await Promise.all(Array.from({ length: 10 }, () => signUpGuest(device_id, { from })))
    expect(new Set(guests.map(({ id }) => id)).size).toBe(1)
    expect(guests.filter(({ isNew }) => isNew)).toHaveLength(1)
  })

  test('says where it is, and agrees or says nothing', async () => {
    const ask = (body: object) =>
      call('POST', '/api/v1/user-tools/guest-signup', { body: { device_id: newDeviceId(), ...body } })
    expectProblem(await ask({ agree: 'no' }), 400, 'AGREEMENT_REQUIRED')
    expect((await granted(ask({}))).body.data.user).toMatchObject({ location: null })
    expectProblem(await ask({ timezone: 'Mars' }), 400, 'VALIDATION_FAILED', 'body.timezone')
    const lost = { type: 'Point', coordinates: [13.4, 120] }
    expectProblem(await ask({ location: lost }), 400, 'COORDINATES_INVALID')
    const { body } = await granted(ask({ location, agree: 'yes', language: 'de' }))
    expect(body.data.user).toMatchObject({ name: 'Gast', location: { coordinates: location.coordinates } })
  })

  test('makes no more than 300 guests an hour from one network address', async () => {
    const from = newAddress()
    const { db } = (await world()).host.services
    await signUpGuest(newDeviceId(), { from })
    await sql`update platform.attempt set count = 300 where key = ${`marketplace guests from ${from}`}`.execute(
      db,
    )
    const body = { device_id: newDeviceId() }
    const refused = await call('POST', '/api/v1/user-tools/guest-signup', { from, body })
    expectProblem(refused, 429, 'TOO_MANY_ATTEMPTS')
  })
})

describe('a guest', () => {
  test('saves listings, and tells nobody their name', async () => {
    const [seller, guest] = [await newMember(), await signUpGuest()]
    const { _id } = await newPost(seller)
    const { body } = await granted(favourite(guest, _id, { favourite: true }))
    expect(body.data).toMatchObject({ favourited: true, favourite_count: 1 })
    expect(await noticesOf(seller, 'favourite')).toEqual([])
    const asked = { post_id: _id, user_id: seller.id }
    expectProblem(
      await call('POST', '/api/v1/chat-mgt/create-chatroom', { as: guest, body: asked }),
      403,
      'FORBIDDEN',
    )
  })

  test('becomes a member in place, with everything that is theirs', async () => {
    const [seller, guest] = [await newMember(), await signUpGuest()]
    const { _id } = await newPost(seller)
    await granted(favourite(guest, _id, { favourite: true }))
    await granted(searchFor({ q: 'a lamp' }, guest))
    const upload = await uploadPicture(guest)
    const email = newEmail()
    const { body } = await granted(become(guest, email))
    expect(body.data.user).toMatchObject({ _id: guest.id, kind: 'member', name: 'Ada', email })
    // The session goes on, as that of a member: other tabs need not know.
    expect((await granted(profileOf(guest))).body.data).toMatchObject({ _id: guest.id, kind: 'member' })
    const member = { token: body.data.access_token }
    expect(await savedOf(member)).toEqual([_id])
    expect(await searchesOf(guest.id)).toEqual(['a lamp'])
    await granted(call('GET', `/api/v1/media/${upload.id}`, { as: member }))
    const signedIn = await granted(call('POST', '/api/v1/usr-mgt/login', { body: { email, password } }))
    expect(signedIn.body.data.user._id).toBe(guest.id)
    // The device is no guest's any more.
    const next = await signUpGuest(guest.device_id, { from: guest.address })
    expect(next).toMatchObject({ isNew: true })
  })

  test('who becomes a member is nobody’s whom the same device let in before', async () => {
    const guest = await signUpGuest()
    const other = await signUpGuest(guest.device_id, { from: guest.address })
    expect(other.id).toBe(guest.id)
    await granted(become(guest, newEmail()))
    expectProblem(await profileOf(other), 401, 'SESSION_REVOKED')
    const refreshed = await call('POST', '/api/v1/usr-mgt/refresh-token', {
      body: { refresh_token: guest.refreshToken },
    })
    expectProblem(refreshed, 401, 'REFRESH_TOKEN_INVALID')
  })

  test('does not become somebody who has an account', async () => {
    const [guest, known] = [await signUpGuest(), await newMember()]
    expectProblem(await become(guest, known.email), 409, 'EMAIL_TAKEN', 'body.email')
    expect((await granted(profileOf(guest))).body.data.kind).toBe('guest')
  })

  test('of whom several become a member at once is one', async () => {
    const guest = await signUpGuest()
    const answers = await Promise.all(Array.from({ length: 8 }, () => become(guest, newEmail())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from marketplace.users where id = ${guest.id} and kind = 'member'`.execute(
      (await world()).host.services.db,
    )
    expect(rows[0]?.count).toBe(1)
  })

  test('goes with what was theirs when nobody came for 30 days, and no sooner', async () => {
    const seller = await newMember()
    const { _id } = await newPost(seller)
    const [idle, busy, member] = [await signUpGuest(), await signUpGuest(), await signUpGuest()]
    await granted(favourite(idle, _id, { favourite: true }))
    await granted(become(member, newEmail()))
    const countOf = async () => {
      const { body } = await granted(call('GET', `/api/v1/post-mgt/detail/${_id}`))
      return body.data.favourite_count
    }
    expect(await countOf()).toBe(1)
    const { db, writeBehind } = (await world()).host.services
    await writeBehind.flush()
    const left = async () => {
      const ids = [idle.id, busy.id, member.id]
      const { rows } = await sql<{ id: string }>`
        select id from marketplace.users where id = any(${ids}::uuid[])`.execute(db)
      return rows.map(({ id }) => id).sort()
    }
    await later(days(29), async () => {
      await sql`
        insert into marketplace.presence (user_id, seen_at) values (${busy.id}, ${(await world()).clock.now()})
        on conflict (user_id) do update set seen_at = excluded.seen_at`.execute(db)
      await sweepNow(removeIdleGuests)
      expect(await left()).toEqual([idle.id, busy.id, member.id].sort())
    })
    await later(days(31), async () => {
      await sweepNow(removeIdleGuests)
      expect(await left()).toEqual([busy.id, member.id].sort())
      const again = await signUpGuest(busy.device_id, { from: busy.address })
      expect(again).toMatchObject({ id: busy.id, isNew: false })
    })
    const { rows } = await sql`select from marketplace.favourite where user_id = ${idle.id}`.execute(db)
    expect(rows).toEqual([])
    expect(await countOf()).toBe(0)
  })

  test('is reported by nobody, and whom a case is about all the same keeps no other one', async () => {
    const [named, idle] = [await signUpGuest(), await signUpGuest()]
    const { db } = (await world()).host.services
    expectProblem(await reportUser(await newMember(), named.id), 404, 'NO_SUCH_USER')
    await sql`
      insert into marketplace.moderation_case (id, model, target_id, subject_id, opened_at)
      values (${newId()}, 'user', ${named.id}, ${named.id}, ${(await world()).clock.now()})`.execute(db)
    await later(days(31), () => sweepNow(removeIdleGuests))
    const { rows } = await sql<{ id: string }>`
      select id from marketplace.users where id = any(${[named.id, idle.id]}::uuid[])`.execute(db)
    expect(rows).toEqual([{ id: named.id }])
  })
})
