import { expect, test } from 'vitest'
import { type Answer, call, newMember, type TestPerson } from '../../testing/kit.ts'

const byCookie = { 'x-token-delivery': 'cookie' }
const login = '/api/v1/usr-mgt/login'
const refresh = '/api/v1/usr-mgt/refresh-token'

const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie'] ?? '')
const pairOf = (answer: Answer): string => cookieOf(answer).split(';', 1)[0] ?? ''

const signIn = ({ email, password }: TestPerson) =>
  call('POST', login, { body: { email, password }, headers: byCookie })

const refreshWith = (cookie: string, headers: Record<string, string> = byCookie) =>
  call('POST', refresh, { body: { refresh_token: '' }, headers: { ...headers, cookie } })

test('a page that asks for it gets its refresh token in a cookie that no script can read', async () => {
  const answer = await signIn(await newMember())
  const cookie = cookieOf(answer)
  expect(cookie).toMatch(/^plaza-refresh-marketplace=[^;]{20,};/)
  expect(cookie).toContain('; HttpOnly')
  expect(cookie).toContain('; SameSite=Strict')
  expect(cookie).toContain('; Path=/api/v1')
  expect(cookie).toMatch(/; Max-Age=[1-9]\d+/)
  expect(answer.body.data.refresh_token).toBe('')
  expect(answer.text).not.toContain(pairOf(answer).split('=')[1])
})

test('who does not ask for it gets no cookie', async () => {
  const { email, password } = await newMember()
  const answer = await call('POST', login, { body: { email, password } })
  expect(cookieOf(answer)).toBe('')
  expect(answer.body.data.refresh_token).not.toBe('')
})

test('the cookie gives the next tokens, and the next cookie', async () => {
  const signedIn = await signIn(await newMember())
  const answer = await refreshWith(pairOf(signedIn))
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({ refresh_token: '' })
  expect(pairOf(answer)).not.toBe(pairOf(signedIn))
  const next = await call('GET', '/api/v1/usr-mgt/sessions', {
    as: { token: answer.body.data.access_token },
  })
  expect(next.status).toBe(200)
})

test('a cookie alone, as another site could make a browser send it, is worth nothing', async () => {
  const signedIn = await signIn(await newMember())
  const answer = await refreshWith(pairOf(signedIn), {})
  expect(answer.status).toBe(400)
  expect(cookieOf(answer)).toBe('')
  expect((await refreshWith(pairOf(signedIn))).status).toBe(200)
})

test('signing out takes the cookie away', async () => {
  const signedIn = await signIn(await newMember())
  const answer = await call('POST', '/api/v1/usr-mgt/logout', {
    as: { token: signedIn.body.data.access_token },
    body: {},
    headers: byCookie,
  })
  expect(answer.status).toBe(200)
  expect(cookieOf(answer)).toMatch(/^plaza-refresh-marketplace=;.*Max-Age=0/)
  expect((await refreshWith(pairOf(signedIn))).status).toBe(401)
})

test('signing out leaves the cookie of the device', async () => {
  const signedIn = await signIn(await newMember())
  expect(cookieOf(signedIn)).toMatch(
    /plaza-device-marketplace=[\w-]{43}; Path=\/api\/v1; Max-Age=[1-9]\d+; HttpOnly/,
  )
  expect(signedIn.body.data.device_secret).toBe('')
  const answer = await call('POST', '/api/v1/usr-mgt/logout', {
    as: { token: signedIn.body.data.access_token },
    body: {},
    headers: byCookie,
  })
  expect(answer.status).toBe(200)
  expect(cookieOf(answer)).not.toContain('plaza-device')
})

test('a cookie that is no good any more is taken away', async () => {
  const answer = await refreshWith('plaza-refresh-marketplace=nobody-ever-had-this')
  expect(answer.status).toBe(401)
  expect(cookieOf(answer)).toMatch(/^plaza-refresh-marketplace=;.*Max-Age=0/)
})

test('a wrong password says nothing about the cookie of somebody who is signed in', async () => {
  const { email } = await newMember()
  const answer = await call('POST', login, {
    body: { email, password: 'not the right one' },
    headers: byCookie,
  })
  expect(answer.status).toBe(401)
  expect(cookieOf(answer)).toBe('')
})
