import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { minutes, seconds } from '../../platform/clock.ts'
import {
  call,
  expectProblem,
  granted,
  lastMail,
  later,
  newMember,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { noticesOf } from '../../testing/posts.ts'
import { countMails } from '../../testing/users.ts'

const tools = '/api/v1/user-tools'
const better = 'staple the battery horse'

const login = (email: string, password: string) =>
  call('POST', '/api/v1/usr-mgt/login', { body: { email, password } })
const forgot = (email: string) => call('POST', `${tools}/forgot-password`, { body: { email } })
const reset = (token: string, password = better) =>
  call('POST', `${tools}/reset-password`, { body: { token, password } })
const change = (as: TestPerson, current_password: string, new_password = better) =>
  call('POST', `${tools}/change-password`, { as, body: { current_password, new_password } })
const sessions = (as: { token: string }) => call('GET', '/api/v1/usr-mgt/sessions', { as })

const linkIn = (text: string) =>
  /(http\S+\/forgotten-password)#token=([\w-]+)/.exec(text) ?? expect.fail(`no link in ${text}`)

async function mailedToken(email: string): Promise<string> {
  await granted(forgot(email))
  return linkIn((await lastMail(email)).text)[2] ?? ''
}

describe('a forgotten password', () => {
  test('is replaced by way of the mailed link, once; every session ends and the owner is told', async () => {
    const person = await newMember()
    const token = await mailedToken(person.email)
    const { services } = (await world()).host
    expect(linkIn((await lastMail(person.email)).text)[1]).toBe(
      `${services.settings.publicUrl}/forgotten-password`,
    )
    expectProblem(await reset(token, 'password123'), 400, 'PASSWORD_WEAK', 'body.password')
    expectProblem(await reset(token, person.password), 400, 'PASSWORD_REUSED', 'body.password')
    await granted(reset(token))
    expectProblem(await reset(token), 400, 'RESET_TOKEN_INVALID')
    expectProblem(await sessions(person), 401, 'SESSION_REVOKED')
    expectProblem(await login(person.email, person.password), 401, 'INVALID_CREDENTIALS')
    await granted(login(person.email, better))
    expect(await noticesOf(await signedIn({ ...person, password: better }), 'security')).not.toEqual([])
  })

  test('is mailed a link once a minute, which holds for ten', async () => {
    const person = await newMember()
    const token = await mailedToken(person.email)
    const mails = await countMails(person.email)
    await granted(forgot(person.email))
    expect(await countMails(person.email)).toBe(mails)
    await later(seconds(61), async () => {
      await granted(forgot(person.email))
      expect(await countMails(person.email)).toBe(mails + 1)
    })
    await later(minutes(11), async () => expectProblem(await reset(token), 400, 'RESET_TOKEN_INVALID'))
  })
})

describe('a change of password', () => {
  test('keeps the session that asks, ends the others, and tells the owner', async () => {
    const person = await newMember()
    const other = await signedIn(person)
    expectProblem(await change(person, 'not it'), 401, 'INVALID_CREDENTIALS', 'body.current_password')
    expectProblem(await change(person, person.password, 'password123'), 400, 'PASSWORD_WEAK')
    expectProblem(await change(person, person.password, person.password), 400, 'PASSWORD_REUSED')
    await granted(change(person, person.password))
    expect((await granted(sessions(person))).body.data).toHaveLength(1)
    expectProblem(await sessions(other), 401, 'SESSION_REVOKED')
    await granted(login(person.email, better))
    const titles = (await noticesOf(person, 'security')).map(({ title }: { title: string }) => title)
    expect(titles).toContain('Your password was changed')
  })

  test('is tried ten times, without keeping the owner from signing in elsewhere', async () => {
    const person = await newMember()
    for (let tried = 0; tried < 10; tried += 1)
      expectProblem(await change(person, 'not it'), 401, 'INVALID_CREDENTIALS')
    // Beyond them the session is a stranger, who has as many.
    for (let tried = 0; tried < 10; tried += 1) await change(person, 'not it')
    expectProblem(await change(person, person.password), 429, 'TOO_MANY_ATTEMPTS')
  })

  test('is of no account without one', async () => {
    const person = await newMember()
    await sql`update marketplace.users set password_hash = null where id = ${person.id}`.execute(
      (await world()).host.services.db,
    )
    expectProblem(await change(person, person.password), 409, 'NO_PASSWORD_SET')
  })
})
