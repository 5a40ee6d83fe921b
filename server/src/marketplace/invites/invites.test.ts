import { expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import {
  call,
  expectProblem,
  granted,
  lastCode,
  later,
  newAddress,
  newEmail,
  newMember,
  type TestPerson,
} from '../../testing/kit.ts'
import { location, password } from '../../testing/marketplace-rows.ts'

const base = '/api/v1/user-tools'
const generate = (as: TestPerson, body: object = {}) =>
  call('POST', `${base}/generate-invite-link`, { as, body })
const invite = async (as: TestPerson, body: object = {}) => (await granted(generate(as, body))).body.data
const verify = (code: string, as?: TestPerson) =>
  call('GET', `${base}/verify-invite-link`, { as, query: { code } })
const revoke = (as: TestPerson, id: string) => call('DELETE', `${base}/invites/${id}`, { as })
const list = async (as: TestPerson) => (await granted(call('GET', `${base}/invites`, { as }))).body.data

const join = (invite_code: string, more: object = {}) =>
  call('POST', '/api/v1/usr-mgt/create', {
    body: {
      name: 'Ben',
      email: newEmail(),
      password,
      agree: 'true',
      fcm_token: null,
      location,
      invite_code,
      ...more,
    },
  })

async function joinAndProve(code: string, email = newEmail()): Promise<void> {
  await granted(join(code, { email }))
  await granted(call('POST', '/api/v1/usr-mgt/verify', { body: { email, otp: await lastCode(email) } }))
}

test('a link says who invites, and counts once somebody who came by it proved their address', async () => {
  const inviter = await newMember({ name: 'Ada Inviting' })
  const { code, url, remaining, _id } = await invite(inviter, { max_uses: 2 })
  expect(code).toMatch(/^[2-9B-DF-HJ-KM-NP-TV-XZ]{10}$/)
  expect(url).toMatch(new RegExp(`/sign-up\\?invite=${code}$`))
  expect(remaining).toBe(2)
  const { body } = await granted(verify(code.toLowerCase()))
  expect(body.data).toMatchObject({
    valid: true,
    inviter: { name: 'Ada Inviting', photo: null },
    remaining: 2,
  })

  const email = newEmail()
  await granted(join(code, { email }))
  expect((await granted(verify(code))).body.data.remaining).toBe(2)
  const otp = await lastCode(email)
  for (const _ of [1, 2]) await granted(call('POST', '/api/v1/usr-mgt/verify', { body: { email, otp } }))
  expect((await granted(verify(code))).body.data.remaining).toBe(1)
  const notices = await granted(call('GET', '/api/v1/notification-mgt/get-notifications', { as: inviter }))
  expect(notices.body.data.map(({ title }: { title: string }) => title)).toContain(
    'Somebody came by your invitation',
  )

  await joinAndProve(code)
  expectProblem(await verify(code), 410, 'INVITE_EXHAUSTED')
  expectProblem(await join(code), 410, 'INVITE_EXHAUSTED')
  expect(await list(inviter)).toMatchObject([{ _id, code, state: 'exhausted', uses: 2, remaining: 0 }])
})

test('many who came by a link of one leave one use', async () => {
  const inviter = await newMember()
  const { code } = await invite(inviter, { max_uses: 1 })
  const emails = [newEmail(), newEmail(), newEmail()]
  for (const email of emails) await granted(join(code, { email }))
  const proofs = []
  for (const email of emails) proofs.push({ email, otp: await lastCode(email) })
  await Promise.all(proofs.map((body) => granted(call('POST', '/api/v1/usr-mgt/verify', { body }))))
  expect(await list(inviter)).toMatchObject([{ uses: 1, remaining: 0 }])
})

test('what does not work says why', async () => {
  const inviter = await newMember()
  expectProblem(await verify('2222222222'), 404, 'INVITE_UNKNOWN')
  expectProblem(await join('2222222222'), 404, 'INVITE_UNKNOWN')
  const { code, _id } = await invite(inviter, { expires_in_days: 1 })
  await later(days(1) + 1000, async () => {
    expectProblem(await verify(code), 410, 'INVITE_EXPIRED')
    expectProblem(await join(code), 410, 'INVITE_EXPIRED')
  })
  for (const _ of [1, 2]) await granted(revoke(inviter, _id))
  expectProblem(await verify(code), 410, 'INVITE_REVOKED')
  expectProblem(await join(code), 410, 'INVITE_REVOKED')
  expectProblem(await revoke(await newMember(), _id), 404, 'INVITE_UNKNOWN')
})

test('nobody invites themselves', async () => {
  const inviter = await newMember()
  const { code } = await invite(inviter)
  const login = { email: inviter.email, password: inviter.password }
  const { body } = await granted(call('POST', '/api/v1/usr-mgt/login', { from: newAddress(), body: login }))
  expectProblem(await join(code, { device_secret: body.data.device_secret }), 409, 'SELF_REFERRAL')
})

test('nobody finds out the address of who invites, and another form of it does not count', async () => {
  const inviter = await newMember()
  const { code } = await invite(inviter)
  expectProblem(await join(code, { email: inviter.email }), 409, 'EMAIL_TAKEN')
  await joinAndProve(code, inviter.email.replace('@', '+two@'))
  expect(await list(inviter)).toMatchObject([{ uses: 0 }])
})

test('a link for one address is for that one', async () => {
  const [inviter, email] = [await newMember(), newEmail()]
  const { code, max_uses } = await invite(inviter, { email: email.toUpperCase(), max_uses: 5 })
  expect(max_uses).toBe(1)
  expectProblem(await join(code), 409, 'INVITE_FOR_ANOTHER')
  await granted(join(code, { email }))
})

test('twenty are open at a time, also for many at once', async () => {
  const inviter = await newMember()
  for (let count = 0; count < 18; count += 1) await invite(inviter)
  const answers = await Promise.all([1, 2, 3, 4].map(() => generate(inviter)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
  expectProblem(await generate(inviter), 409, 'INVITE_LIMIT')
  const [first] = await list(inviter)
  await granted(revoke(inviter, first._id))
  await granted(generate(inviter))
})

test('nobody sees who invites across a block, or once they are gone', async () => {
  const [inviter, other] = [await newMember(), await newMember()]
  const { code } = await invite(inviter)
  await granted(
    call('POST', '/api/v1/usr-mgt/block', { as: inviter, body: { user_id: other.id, is_blocked: true } }),
  )
  expectProblem(await verify(code, other), 404, 'INVITE_UNKNOWN')
})
