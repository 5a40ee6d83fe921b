import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newestMails } from '../../platform/mail/mail.ts'
import { sweepNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  lastCode,
  later,
  newEmail,
  newMember,
  newStaff,
  signedIn,
  world,
} from '../../testing/kit.ts'
import { location } from '../../testing/marketplace-rows.ts'
import { sweepMailingLists } from './jobs.ts'
import { lists } from './lists.ts'

const base = '/api/v1/mailing-list'
const subscribe = (email: string, body: object = {}) =>
  granted(call('POST', `${base}/subscribe`, { body: { email, ...body } }))
const mailsTo = async (recipient: string) =>
  newestMails((await world()).host.services.db, { recipient, limit: 10 })
const tokenIn = (text: string | undefined) => /token=(\S+)/.exec(text ?? '')?.[1] ?? ''

/** What the link in the newest mail to an address carries. */
const lastToken = async (email: string) => tokenIn((await mailsTo(email))[0]?.text)
const confirm = (token: string) => call('POST', `${base}/confirm`, { query: { token } })
const joined = async (email = newEmail(), body: object = {}) => {
  await subscribe(email, body)
  await granted(confirm(await lastToken(email)))
  return email
}

/** What stands of an address, by list. */
async function statesOf(email: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ list: string; state: string }>`
    select list, state from marketplace.mailing_subscription
    where address_digest = sha256(convert_to(${email}, 'utf8'))`.execute((await world()).host.services.db)
  return Object.fromEntries(rows.map(({ list, state }) => [list, state]))
}

test('two steps put an address on a list: to ask, and to press a button that the mail leads to', async () => {
  const email = newEmail()
  const { body } = await subscribe(email, { lists: ['news', 'tips'], locale: 'de-AT' })
  expect(body.data).toEqual({ expires_in: 172_800 })
  expect(await statesOf(email)).toEqual({ news: 'pending', tips: 'pending' })
  const [question] = await mailsTo(email)
  expect(question?.subject).toBe('Möchtest du Mails von Plaza?')
  const query = { token: tokenIn(question?.text) }

  // What looks through links in mails opens them all.
  for (const _ of [1, 2]) {
    const page = await call('GET', `${base}/confirm`, { query, headers: { 'accept-language': 'de' } })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<form method="post"><button>Ja, gern</button></form>')
  }
  expect(await statesOf(email)).toEqual({ news: 'pending', tips: 'pending' })

  for (const _ of [1, 2]) expect((await confirm(query.token)).text).toContain('You are on the list')
  expect(await statesOf(email)).toEqual({ news: 'active', tips: 'active' })
  const [welcome, ...before] = await mailsTo(email)
  expect(welcome?.subject).toBe('Du bekommst jetzt Mails von Plaza')
  expect(before).toHaveLength(1)
})

test('who asks is told the same, whether the address is known or not, and only the owner gets a mail', async () => {
  const known = await joined()
  const gone = await joined()
  await granted(call('POST', `${base}/unsubscribe`, { body: { email: gone } }))
  const before = (await mailsTo(known)).length
  const answers = []
  for (const email of [known, gone, newEmail()]) answers.push((await subscribe(email)).text)
  expect(new Set(answers).size).toBe(1)
  expect(await mailsTo(known)).toHaveLength(before)
  expect(await statesOf(known)).toEqual({ news: 'active' })
  // Whoever left may come back, by their own press.
  expect(await statesOf(gone)).toEqual({ news: 'suppressed' })
  await granted(confirm(await lastToken(gone)))
  expect(await statesOf(gone)).toEqual({ news: 'active' })
})

test('an address is asked three times a day at most, however it is written', async () => {
  const email = newEmail()
  for (const spelling of [email, email.toUpperCase(), ` ${email}`, email]) await subscribe(spelling)
  expect(await mailsTo(email)).toHaveLength(2)
  expect(await mailsTo(email.toUpperCase())).toHaveLength(1)
})

test('a link holds for two days, and in the database stands only its digest', async () => {
  const email = newEmail()
  await subscribe(email)
  const token = await lastToken(email)
  const { rows } = await sql<{ text: string }>`
    select q::text as text from marketplace.mailing_question q where email = ${email}`.execute(
    (await world()).host.services.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)
  await later(hours(48) + 1000, async () => {
    for (const method of ['GET', 'POST'])
      expectProblem(await call(method, `${base}/confirm`, { query: { token } }), 410, 'LINK_EXPIRED')
    await sweepNow(sweepMailingLists)
  })
  expect(await statesOf(email)).toEqual({})
  expectProblem(await confirm(token), 410, 'LINK_EXPIRED')
})

describe('somebody who is signed in', () => {
  const join = (as: { token: string }, body: object = {}) =>
    granted(call('POST', '/api/v1/user-tools/mailing-list-subscribe', { as, body }))

  test('joins at once with an address that is verified, and is told how to leave', async () => {
    const person = await newMember({ language: 'de' })
    const otp = await lastCode(person.email)
    await granted(call('POST', '/api/v1/usr-mgt/verify', { body: { email: person.email, otp } }))
    const before = (await mailsTo(person.email)).length
    for (const _ of [1, 2])
      expect((await join(await signedIn(person), { lists: ['tips', 'tips'] })).body.data).toEqual({
        lists: ['tips'],
        state: 'active',
      })
    expect(await statesOf(person.email)).toEqual({ tips: 'active' })
    const mails = await mailsTo(person.email)
    expect(mails).toHaveLength(before + 1)
    expect(mails[0]?.subject).toBe('Du bekommst jetzt Mails von Plaza')
  })

  test('is asked by mail first with one that is not', async () => {
    const person = await newMember()
    expect((await join(person)).body.data).toEqual({ lists: ['news'], state: 'pending' })
    expect(await statesOf(person.email)).toEqual({ news: 'pending' })
    await granted(confirm(await lastToken(person.email)))
    expect(await statesOf(person.email)).toEqual({ news: 'active' })
  })

  test('is told that it takes an address to join', async () => {
    const { identities } = await world()
    const body = {
      provider: 'facebook',
      id_token: await identities.idToken('facebook', { sub: newId() }),
      name: 'Ada',
      agree: 'true',
      location,
    }
    const { body: signedUp } = await granted(call('POST', '/api/v1/usr-mgt/social-login', { body }))
    const as = { token: signedUp.data.access_token }
    const refused = await call('POST', '/api/v1/user-tools/mailing-list-subscribe', { as, body: {} })
    expectProblem(refused, 409, 'NO_ADDRESS')
  })
})

describe('unsubscribing', () => {
  const path = `${base}/unsubscribe`

  /** What the welcome to a new address has in its headers. */
  async function newLink(): Promise<{ email: string; token: string }> {
    const email = await joined(newEmail(), { lists: [...lists] })
    const { host } = await world()
    const { rows } = await sql<{ unsubscribe_url: string; text: string }>`
      select unsubscribe_url, text from platform.mail where recipient = ${email} and unsubscribe_url is not null`.execute(
      host.services.db,
    )
    const [mail] = rows
    expect(mail?.text).toContain(`\n${mail?.unsubscribe_url}\n`)
    const url = new URL(mail?.unsubscribe_url ?? '')
    expect(url.origin + url.pathname).toBe(`${host.services.settings.publicUrl}${path}`)
    return { email, token: url.searchParams.get('token') ?? '' }
  }
  const nowhere = { news: 'suppressed', tips: 'suppressed' }

  test('takes one click in the mail program, in every form that RFC 8058 knows, twice too', async () => {
    const field = 'Content-Disposition: form-data; name="List-Unsubscribe"'
    const bodies = [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=x', `--x\r\n${field}\r\n\r\nOne-Click\r\n--x--\r\n`],
    ] as const
    for (const [type, payload] of bodies) {
      const { email, token } = await newLink()
      for (const _ of [1, 2])
        await granted(call('POST', path, { query: { token }, headers: { 'content-type': type }, payload }))
      expect(await statesOf(email)).toEqual(nowhere)
    }
    const { email, token } = await newLink()
    await granted(call('POST', path, { query: { token } }))
    expect(await statesOf(email)).toEqual(nowhere)
  })

  test('takes a look and a press; a look alone changes nothing', async () => {
    const { email, token } = await newLink()
    const page = await call('GET', path, { query: { token } })
    expect(page.text).toContain(`<form method="post" action="leave?token=${token}"><button>Unsubscribe`)
    expect(page.text).not.toContain(email)
    expect(await statesOf(email)).toEqual({ news: 'active', tips: 'active' })
    for (const _ of [1, 2])
      expect((await call('POST', `${base}/leave`, { query: { token } })).text).toContain('Unsubscribed')
    expect(await statesOf(email)).toEqual(nowhere)
  })

  test('takes the token or the address, as a form and as JSON; an unknown address is told the same', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const said = []
    for (const ask of [
      ({ email }: { email: string }) => call('POST', path, { body: { email: email.toUpperCase() } }),
      ({ email }: { email: string }) => call('POST', path, { headers, payload: `email=${email}` }),
      ({ token }: { token: string }) => call('POST', path, { body: { token } }),
    ]) {
      const link = await newLink()
      said.push((await granted(ask(link))).text)
      expect(await statesOf(link.email)).toEqual(nowhere)
    }
    said.push((await granted(call('POST', path, { body: { email: newEmail() } }))).text)
    expect(new Set(said).size).toBe(1)
  })

  test('forgets the address, and voids the links that would bring it back', async () => {
    const email = newEmail()
    await subscribe(email)
    const token = await lastToken(email)
    await granted(call('POST', path, { body: { email } }))
    expectProblem(await confirm(token), 410, 'LINK_EXPIRED')
    const { rows } = await sql`
      select 1 from marketplace.mailing_subscription where email = ${email}
      union all select 1 from marketplace.mailing_question where email = ${email}`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([])
    expect(await statesOf(email)).toEqual({ news: 'suppressed' })
  })

  test('needs a link as it was sent, or something to go by', async () => {
    const [one, other] = [await newLink(), await newLink()]
    const token = `${one.token.split('.')[0]}.${other.token.split('.')[1]}`
    expectProblem(await call('POST', path, { query: { token } }), 400, 'LINK_INVALID')
    expectProblem(await call('GET', path, { query: { token } }), 400, 'LINK_INVALID')
    expectProblem(await call('POST', `${base}/leave`, { query: { token } }), 400, 'LINK_INVALID')
    expectProblem(await call('POST', path, { body: {} }), 400, 'VALIDATION_FAILED', 'body.token')
    expect(await statesOf(one.email)).toEqual({ news: 'active', tips: 'active' })
  })
})

test('administrators see who is on which list, and the counts are those of the rows', async () => {
  const as = await newStaff('administrator')
  const counts = async () => (await granted(call('GET', `${base}/counts`, { as }))).body.data
  const [active, left, waiting] = [await joined(), await joined(), newEmail()]
  await subscribe(waiting)
  await granted(call('POST', `${base}/unsubscribe`, { body: { email: left } }))
  const listed = async (state: string) => {
    const query = { state, list: 'news', limit: 100 }
    const { body } = await granted(call('GET', `${base}/subscribers`, { as, query }))
    return body.data.map((one: { email: string | null }) => one.email)
  }
  expect(await listed('active')).toContain(active)
  expect(await listed('pending')).toContain(waiting)
  expect(new Set(await listed('suppressed'))).toEqual(new Set([null]))

  // Pending ones go by the sweep, too.
  await later(days(3), () => sweepNow(sweepMailingLists))
  const { rows } = await sql<{ list: string; state: string; people: number }>`
    select list, state, count(*) as people from marketplace.mailing_subscription group by list, state`.execute(
    (await world()).host.services.db,
  )
  const found = lists.map((list) => {
    const of = (state: string) => rows.find((row) => row.list === list && row.state === state)?.people ?? 0
    return { list, pending: of('pending'), active: of('active'), suppressed: of('suppressed') }
  })
  expect(await counts()).toEqual(found)
  expect(found[0]?.active).toBeGreaterThan(0)
})
