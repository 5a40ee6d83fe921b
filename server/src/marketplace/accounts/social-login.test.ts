import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { SocialProvider } from '../../platform/social/port.ts'
import { send } from '../../testing/chat.ts'
import type { Claims } from '../../testing/identity-server.ts'
import {
  call,
  expectProblem,
  granted,
  lastCode,
  lastMail,
  later,
  newEmail,
  newMember,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { location, password } from '../../testing/marketplace-rows.ts'
import { chatAbout, favourite, newPost, noticesOf, searchFor, word } from '../../testing/posts.ts'
import { addReview, newDeal } from '../../testing/reviews.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newPicture, newResetToken } from '../../testing/users.ts'

const base = '/api/v1/usr-mgt'

interface Coming {
  provider?: SocialProvider
  as?: { token: string } | undefined
  body?: object
}

const newSubject = () => `sub-${newId()}`

async function come(claims: Claims, { provider = 'google', as, body = {} }: Coming = {}) {
  const { identities } = await world()
  const id_token = await identities.idToken(provider, claims)
  const usual = { provider, id_token, agree: 'true', name: 'Grace' }
  return call('POST', `${base}/social-login`, { as, body: { ...usual, ...body } })
}
const proved = (email: string, sub = newSubject()): Claims => ({ sub, email, email_verified: true })
const unproved = (email: string, sub = newSubject()): Claims => ({ sub, email, email_verified: false })

const profileOf = (as: { token: string }) => call('GET', `${base}/get-profile`, { as })
const login = (email: string, word: string) =>
  call('POST', `${base}/login`, { body: { email, password: word } })
const verify = async ({ email }: { email: string }) =>
  granted(call('POST', `${base}/verify`, { body: { email, otp: await lastCode(email) } }))
const tokenOf = ({ body }: { body: { data: { access_token: string } } }) => ({
  token: body.data.access_token,
})

async function newVerified(): Promise<TestPerson> {
  const person = await newMember()
  await verify(person)
  return person
}
const securityTitles = async (as: { token: string }) => {
  const { body } = await granted(
    call('GET', '/api/v1/notification-mgt/get-notifications', { as, query: { category: 'security' } }),
  )
  return body.data.map(({ title }: { title: string }) => title)
}

describe('somebody whom a provider knows', () => {
  test('opens an account, and comes back to it', async () => {
    const email = newEmail()
    const claims = proved(email)
    const first = await granted(come(claims))
    expect(first.body.data).toMatchObject({
      is_new: true,
      is_linked: false,
      user: { name: 'Grace', email, is_verified: true, kind: 'member' },
    })
    // Their address there may be another one by now; who they are is not.
    const again = await granted(
      come({ ...claims, email: newEmail() }, { body: { agree: 'no', name: undefined } }),
    )
    expect(again.body.data).toMatchObject({
      is_new: false,
      is_linked: false,
      user: { _id: first.body.data.user._id, email },
    })
    const { body } = await granted(profileOf(tokenOf(again)))
    expect(body.data._id).toBe(first.body.data.user._id)
  })

  test('comes back after leaving', async () => {
    const claims = proved(newEmail())
    const as = tokenOf(await granted(come(claims)))
    await granted(call('DELETE', `${base}/delete-account`, { as, body: {} }))
    expectProblem(await profileOf(as), 401, 'SESSION_REVOKED')
    const back = await granted(come(claims))
    expect(back.body.data).toMatchObject({ is_new: false })
    await granted(profileOf(tokenOf(back)))
  })

  test('does not come back once thirty days are over, however much of them is still there', async () => {
    const claims = proved(newEmail())
    const first = await granted(come(claims))
    await granted(call('DELETE', `${base}/delete-account`, { as: tokenOf(first), body: {} }))
    const linked = await newVerified()
    await granted(call('DELETE', `${base}/delete-account`, { as: linked, body: {} }))
    // As if they were, before the job comes that erases them.
    await sql`
      update marketplace.users set leaves_at = created_at where id in (${first.body.data.user._id}, ${linked.id})`.execute(
      (await world()).host.services.db,
    )
    for (const who of [claims, proved(linked.email)])
      expectProblem(await come(who), 401, 'SOCIAL_TOKEN_INVALID')
    expectProblem(await login(linked.email, linked.password), 401, 'INVALID_CREDENTIALS')
  })

  test('agrees first, and has a name', async () => {
    const claims = { ...proved(newEmail()), name: 'Ada Lovelace' }
    for (const agree of [undefined, 'no'])
      expectProblem(await come(claims, { body: { agree } }), 400, 'AGREEMENT_REQUIRED', 'body.agree')
    const nameless = { ...claims, name: undefined }
    const asked = await come(nameless, { body: { name: undefined } })
    expectProblem(asked, 400, 'VALIDATION_FAILED', 'body.name')
    const lost = { type: 'Point', coordinates: [1, 91] }
    expectProblem(await come(claims, { body: { location: lost } }), 400, 'COORDINATES_INVALID')
    expectProblem(
      await come(claims, { body: { timezone: 'Mars' } }),
      400,
      'VALIDATION_FAILED',
      'body.timezone',
    )
    const { body } = await granted(come(claims, { body: { name: undefined, location } }))
    expect(body.data.user).toMatchObject({ name: 'Ada Lovelace', location })
  })

  test('may hide behind a relay of Apple’s, or tell no address at all', async () => {
    const relay = `${newId()}@privaterelay.appleid.com`
    const claims = { ...proved(relay), email_verified: 'true', is_private_email: 'true' }
    const hidden = await granted(come(claims, { provider: 'apple' }))
    expect(hidden.body.data.user).toMatchObject({ email: relay, is_verified: true })
    const nameless = await granted(come({ sub: newSubject() }, { provider: 'facebook' }))
    expect(nameless.body.data.user).toMatchObject({ email: null, is_verified: false })
  })

  test('of Facebook proves their address here', async () => {
    const email = newEmail()
    const { body } = await granted(come({ sub: newSubject(), email }, { provider: 'facebook' }))
    expect(body.data.user).toMatchObject({ email, is_verified: false })
    await verify({ email })
  })

  test('shows a token of the provider’s, for us, of now, and of their nonce', async () => {
    const { identities, clock } = await world()
    const now = Math.floor(clock.now().getTime() / 1000)
    for (const claims of [{ aud: 'somebody-else' }, { exp: now - 60 }, { nonce: 'another' }])
      expectProblem(await come({ ...proved(newEmail()), ...claims }), 401, 'SOCIAL_TOKEN_INVALID')
    const ofApple = await identities.idToken('apple', proved(newEmail()))
    expectProblem(await come({}, { body: { id_token: ofApple } }), 401, 'SOCIAL_TOKEN_INVALID')
    await granted(come({ ...proved(newEmail()), nonce: 'n-1' }, { body: { nonce: 'n-1' } }))
  })

  test('signs in also after the provider changed its keys', async () => {
    const { identities } = await world()
    const claims = proved(newEmail())
    await granted(come(claims))
    await identities.rotate('google')
    await later(minutes(1), async () => granted(come(claims)))
  })

  test('has one account, however many phones they come from at once', async () => {
    const claims = proved(newEmail())
    const answers = await Promise.all(Array.from({ length: 10 }, () => come(claims)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data.user._id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.data.is_new)).toHaveLength(1)
  })

  test('is not let in while their account is suspended', async () => {
    const claims = proved(newEmail())
    const { body } = await granted(come(claims))
    await sql`update marketplace.users set status = 'suspended' where id = ${body.data.user._id}`.execute(
      (await world()).host.services.db,
    )
    expectProblem(await come(claims), 403, 'ACCOUNT_SUSPENDED')
  })

  test('as a guest becomes a member in place', async () => {
    const guest = await granted(
      call('POST', '/api/v1/user-tools/guest-signup', { body: { device_id: `device-${newId()}` } }),
    )
    const as = tokenOf(guest)
    const { _id } = await newPost(await newMember())
    await granted(favourite(as, _id, { favourite: true }))
    const claims = proved(newEmail())
    const { body } = await granted(come(claims, { as }))
    expect(body.data).toMatchObject({ is_new: true, user: { _id: guest.body.data.user._id, kind: 'member' } })
    const saved = await granted(call('GET', '/api/v1/post-mgt/get-favourites', { as: tokenOf({ body }) }))
    expect(saved.body.data).toMatchObject([{ _id }])
    // Nothing of a guest goes to an account that was there.
    const other = await granted(
      call('POST', '/api/v1/user-tools/guest-signup', { body: { device_id: `device-${newId()}` } }),
    )
    const back = await granted(come(claims, { as: tokenOf(other) }))
    expect(back.body.data).toMatchObject({ is_new: false, user: { _id: body.data.user._id } })
  })
})

// Who was first, whether the address was proved here, and whether the provider proved it.
describe('an address with an account, opened with a password', () => {
  test('1: proved here and there is linked, and its owner told', async () => {
    const owner = await newVerified()
    const { body } = await granted(come(proved(owner.email)))
    expect(body.data).toMatchObject({
      is_new: false,
      is_linked: true,
      user: { _id: owner.id, name: 'Ada Test' },
    })
    expect(await securityTitles(owner)).toContain('Sign-in with Google was added')
    expect((await lastMail(owner.email)).subject).toBe('Sign-in with Google was added')
    // Their password and sessions stay.
    await granted(profileOf(owner))
    await granted(login(owner.email, owner.password))
  })

  test('1: is proved here by a password that was set by mail, too', async () => {
    const owner = await newMember({ name: 'Ada Test' })
    const squatter = { sub: newSubject() }
    await granted(come(squatter, { as: owner }))
    const reset = { reset_token: await newResetToken(owner.email), password: 'another one entirely' }
    await granted(call('POST', `${base}/reset-password`, { body: reset }))
    const { body } = await granted(come(proved(owner.email)))
    expect(body.data).toMatchObject({
      is_new: false,
      is_linked: true,
      user: { _id: owner.id, name: 'Ada Test', is_verified: true },
    })
    await granted(login(owner.email, reset.password))
    expect((await granted(come(squatter))).body.data.user._id).not.toBe(owner.id)
  })

  test('2: proved there only stays, without the password, the sessions and the words of whoever opened it', async () => {
    const stranger = await newMember({ name: 'Trojan Horse' })
    const { email } = stranger
    const resetToken = await newResetToken(email)
    await granted(
      call('PUT', `${base}/update`, {
        as: stranger,
        body: { bio: 'Planted', profile_photo_url: await newPicture(stranger.id), email: newEmail() },
      }),
    )
    const squatter = { sub: newSubject(), email: newEmail() }
    await granted(come(squatter, { as: stranger, provider: 'facebook' }))
    const { body } = await granted(come(proved(email)))
    expect(body.data).toMatchObject({
      is_new: false,
      is_linked: true,
      user: {
        _id: stranger.id,
        email,
        name: 'Grace',
        is_verified: true,
        pending_email: null,
        bio: null,
        profile_photo_url: null,
      },
    })
    expectProblem(await profileOf(stranger), 401, 'SESSION_REVOKED')
    expectProblem(await login(email, stranger.password), 401, 'INVALID_CREDENTIALS')
    const refresh = { refresh_token: stranger.refreshToken }
    expectProblem(
      await call('POST', `${base}/refresh-token`, { body: refresh }),
      401,
      'REFRESH_TOKEN_INVALID',
    )
    const reset = { reset_token: resetToken, password: 'another one entirely' }
    expectProblem(await call('POST', `${base}/reset-password`, { body: reset }), 400, 'RESET_TOKEN_INVALID')
    // By which they had linked it opens another account now.
    const { body: elsewhere } = await granted(come(squatter, { provider: 'facebook' }))
    expect(elsewhere.data).toMatchObject({ is_new: true })
    expect(elsewhere.data.user._id).not.toBe(stranger.id)
  })

  test('2: nobody reads what whoever opened it put into it', async () => {
    const [stranger, seller] = [await newMember(), await newMember()]
    const secret = word()
    const listing = await newPost(stranger, { title: `Planted ${secret}` })
    const { _id: postId } = await newPost(seller)
    await granted(favourite(stranger, postId, { favourite: true }))
    await granted(
      call('POST', '/api/v1/post-mgt/add-comment', { as: stranger, body: { post_id: postId, text: secret } }),
    )
    const deal = await newDeal(seller, stranger)
    await granted(addReview(stranger, deal.id, { text: secret }))
    await granted(addReview(seller, deal.id, { text: `Of ${secret}` }))
    const room = (await granted(chatAbout(postId, seller, stranger))).body.data._id
    await granted(send(stranger, room, secret))
    await granted(send(seller, room, `Answer ${secret}`))
    await granted(searchFor({ q: secret }, stranger))
    await (await world()).host.services.writeBehind.flush()
    await granted(
      call('POST', `${base}/follow`, { as: stranger, body: { user_id: seller.id, follow: true } }),
    )
    const book = { user_id: stranger.id, search_id: newId(), title: secret, price: 5, condition: 'good' }
    await granted(
      call('POST', '/api/v1/purchase-tool/creation', { as: stranger, body: { ...book, product_image: [] } }),
    )
    const copy = { as: stranger, body: { password: stranger.password } }
    await granted(call('POST', '/api/v1/usr-mgt/export', copy))
    await jobsDone()
    const messagesOf = async (reader: { token: string }) =>
      (
        await granted(
          call('POST', '/api/v1/chat-mgt/get-messages', { as: reader, body: { chatroom_id: room } }),
        )
      ).text

    const as = tokenOf(await granted(come(proved(stranger.email))))
    await jobsDone()
    for (const path of [
      '/post-mgt/get-mine',
      '/post-mgt/get-favourites',
      '/post-mgt/get-collection-list',
      `/post-mgt/get-comments/${postId}`,
      '/chat-mgt/get-chat-rooms',
      '/notification-mgt/get-notifications',
      '/purchase-tool/list',
      '/review-mgt/deals',
      `/review-mgt/user/${seller.id}`,
      `/review-mgt/user/${stranger.id}`,
      '/usr-mgt/get-profile',
      `/usr-mgt/get-profile-web/${stranger.id}`,
    ])
      expect([path, (await call('GET', `/api/v1${path}`, { as })).text]).toEqual([
        path,
        expect.not.stringContaining(secret),
      ])
    expect((await granted(call('GET', '/api/v1/usr-mgt/export', { as }))).body.data).toBeNull()
    expect(await messagesOf(as)).not.toContain(secret)
    expect((await call('GET', `/api/v1/post-mgt/detail/${listing._id}`, { as })).status).toBe(410)
    const { body } = await granted(call('GET', `/api/v1/post-mgt/get-comments/${postId}`, { as: seller }))
    expect(JSON.stringify(body)).not.toContain(secret)
    // Whom they wrote to keeps what they were written.
    expect(await messagesOf(seller)).toContain(secret)
    const { body: post } = await granted(call('GET', `/api/v1/post-mgt/detail/${postId}`, { as }))
    expect(post.data).toMatchObject({ favourite_count: 0, favourited: false })
    const { rows } = await sql`select from marketplace.search_history where user_id = ${stranger.id}`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([])
    // What they do from now on is theirs, and seen.
    await granted(send(as, room, 'It is me'))
    expect(await messagesOf(as)).toContain('It is me')
  })

  test('3 and 4: not proved there is linked only by who is signed in to it', async () => {
    for (const owner of [await newVerified(), await newMember()]) {
      const claims = unproved(owner.email)
      expectProblem(await come(claims), 409, 'ACCOUNT_EXISTS_LINK_REQUIRED')
      const before = await granted(profileOf(owner))
      const { body } = await granted(come(claims, { as: owner }))
      expect(body.data).toMatchObject({
        is_linked: true,
        user: { _id: owner.id, is_verified: before.body.data.is_verified },
      })
      expect(await securityTitles(owner)).toContain('Sign-in with Google was added')
      expect((await granted(come(claims))).body.data).toMatchObject({
        is_linked: false,
        user: { _id: owner.id },
      })
    }
  })
})

describe('an address with an account, opened by way of a provider', () => {
  const signUp = (email: string) =>
    call('POST', `${base}/create`, {
      body: { name: 'Ada', email, password, agree: 'true', fcm_token: null, location },
    })

  test('5 and 6: opens no second one with a password, proved there or not', async () => {
    for (const claimsOf of [proved, unproved]) {
      const email = newEmail()
      await granted(come(claimsOf(email)))
      expectProblem(await signUp(email), 409, 'EMAIL_TAKEN')
    }
  })

  test('6: not proved there goes to its owner with a new password, and whoever opened it stays outside', async () => {
    const email = newEmail()
    const claims = unproved(email)
    const stranger = await granted(come(claims))
    const reset_token = await newResetToken(email)
    await granted(
      call('POST', `${base}/reset-password`, { body: { reset_token, password: 'the owner’s own words' } }),
    )
    expectProblem(await profileOf(tokenOf(stranger)), 401, 'SESSION_REVOKED')
    expectProblem(await come(claims), 409, 'ACCOUNT_EXISTS_LINK_REQUIRED')
    await granted(login(email, 'the owner’s own words'))
  })

  test('7: proved by both providers is one account', async () => {
    const email = newEmail()
    const first = await granted(come(proved(email)))
    const second = await granted(come(proved(email), { provider: 'apple' }))
    expect(second.body.data).toMatchObject({ is_linked: true, user: { _id: first.body.data.user._id } })
    expectProblem(await come(unproved(email), { provider: 'facebook' }), 409, 'ACCOUNT_EXISTS_LINK_REQUIRED')
  })

  test('8: proved by the second provider only leaves the first one outside', async () => {
    const email = newEmail()
    const claims = unproved(email)
    const stranger = await granted(come(claims, { provider: 'facebook' }))
    const owner = await granted(come(proved(email)))
    expect(owner.body.data).toMatchObject({ is_linked: true, user: { _id: stranger.body.data.user._id } })
    expectProblem(await profileOf(tokenOf(stranger)), 401, 'SESSION_REVOKED')
    expectProblem(await come(claims, { provider: 'facebook' }), 409, 'ACCOUNT_EXISTS_LINK_REQUIRED')
  })
})

describe('who is signed in', () => {
  test('links as often as they like, and nobody else’s', async () => {
    const [ada, ben] = [await newMember(), await newMember()]
    const claims = proved(newEmail())
    expect((await granted(come(claims, { as: ada }))).body.data).toMatchObject({ is_linked: true })
    expect((await granted(come(claims, { as: ada }))).body.data).toMatchObject({ is_linked: false })
    expectProblem(await come(claims, { as: ben }), 409, 'IDENTITY_TAKEN')
    expect(await noticesOf(ada, 'security')).toHaveLength(1)
  })

  test('links within five minutes of signing in, so that no stolen session comes back by it', async () => {
    const ada = await newMember()
    const claims = proved(newEmail())
    const known = proved(newEmail())
    await granted(come(known, { as: ada }))
    await later(minutes(6), async () => {
      expectProblem(await come(claims, { as: ada }), 401, 'REAUTH_REQUIRED')
      // What is linked already gives nobody anything new.
      const again = await granted(come(known, { as: ada }))
      expectProblem(await come(claims, { as: tokenOf(again) }), 401, 'REAUTH_REQUIRED')
      const fresh = await signedIn(ada)
      expect((await granted(come(claims, { as: fresh }))).body.data).toMatchObject({ is_linked: true })
    })
  })

  test('sets a password by mail, and nobody comes by what was linked before', async () => {
    const owner = await newVerified()
    const [thief, own] = [proved(newEmail()), proved(owner.email)]
    await granted(come(thief, { as: owner }))
    await granted(come(own, { as: owner }))
    const facebook = unproved(newEmail())
    await granted(come(facebook, { as: owner, provider: 'facebook' }))
    const reset = { reset_token: await newResetToken(owner.email), password: 'another one entirely' }
    await granted(call('POST', `${base}/reset-password`, { body: reset }))
    expect((await lastMail(owner.email)).text).toContain(
      'Signing in with Facebook, Google was removed as well',
    )
    expect((await granted(come(thief))).body.data.user._id).not.toBe(owner.id)
    // By the address that both proved it is linked again.
    expect((await granted(come(own))).body.data).toMatchObject({ is_linked: true, user: { _id: owner.id } })
  })
})
