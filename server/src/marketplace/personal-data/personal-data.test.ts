import { compactVerify, importJWK } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { s3Files } from '../../platform/files/s3.ts'
import { newId } from '../../platform/ids.ts'
import { newRoom, roomOf, send } from '../../testing/chat.ts'
import { inProduct, reviveNow, runNow, sweepNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
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
import { load, uploadPicture } from '../../testing/pictures.ts'
import { comments, detail, newComment, newPost, searchFor, word } from '../../testing/posts.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { newEvidence, reportPost } from '../../testing/reports.ts'
import { jobsDone } from '../../testing/rows.ts'
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts'
import { countMails } from '../../testing/users.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { multiply } from '../../testing/worst-person.ts'
import { eraseSome } from './erasure.ts'
import { eraseAccount, eraseLeftAccounts, prepareExport, sweepExports } from './jobs.ts'
import { insertExport } from './queries.ts'

const leave = (as: TestPerson, body: object = { password: as.password }) =>
  call('DELETE', '/api/v1/usr-mgt/delete-account', { as, body })
const guarded: [string, (as: TestPerson, body: object) => ReturnType<typeof call>][] = [
  ['deleting', leave],
  [
    'deleting from the tool',
    (as, body) => call('DELETE', '/api/v1/user-tools/account-removal', { as, body }),
  ],
  ['a copy', (as, body) => call('POST', '/api/v1/usr-mgt/export', { as, body })],
]
const login = (body: TestPerson) => call('POST', '/api/v1/usr-mgt/login', { body })
const profile = (id: string, as?: TestPerson) => call('GET', `/api/v1/usr-mgt/get-profile-web/${id}`, { as })
const statusOf = async ({ id }: TestPerson) => {
  const { rows } = await sql<{
    status: string
  }>`select status from marketplace.users where id = ${id}`.execute((await world()).host.services.db)
  return rows[0]?.status
}

const readMessages = (as: TestPerson, chatroom_id: string) =>
  granted(call('POST', '/api/v1/chat-mgt/get-messages', { as, body: { chatroom_id } }))
/** What is kept of what somebody's notices of a kind said, also where they were taken back. */
const toldOf = async ({ id }: TestPerson, category: string) => {
  const { rows } = await sql<{ message: string }>`
    select message from marketplace.notification where recipient_id = ${id} and category = ${category}`.execute(
    (await world()).host.services.db,
  )
  return rows.map(({ message }) => message)
}

describe('leaving', () => {
  test('says before what it does, and does nothing then', async () => {
    const person = await newMember()
    await newPost(person)
    await newComment(person, (await newPost(await newMember()))._id)
    const { body } = await granted(leave(person, { preview: true, content: 'anonymise' }))
    expect(body.data).toMatchObject({ preview: true, content: 'anonymise' })
    const effects = Object.fromEntries(
      body.data.effects.map(({ what, ...rest }: { what: string }) => [what, rest]),
    )
    expect(effects).toMatchObject({
      listings: { count: 1, becomes: 'anonymous' },
      comments: { count: 1, becomes: 'anonymous' },
      chats: { count: 0, becomes: 'kept_by_others' },
      saved_listings: { count: 0, becomes: 'deleted' },
    })
    expect(await statusOf(person)).toBe('active')
  })

  test.each(guarded)('%s asks who it is: for the password, or a fresh sign-in', async (_, act) => {
    const person = await newMember()
    const wrong = await act(person, { password: 'not the password' })
    expectProblem(wrong, 401, 'REAUTH_REQUIRED', 'body.password')
    await later(minutes(6), async () => expectProblem(await act(person, {}), 401, 'REAUTH_REQUIRED'))
    await granted(act(person, {}))
  })

  test.each(guarded)('%s refuses more tries of a password than a sign-in has', async (_, act) => {
    const person = await newMember()
    for (let tries = 0; tries < 10; tries += 1) await act(person, { password: 'not the password' })
    expectProblem(await act(person, { password: 'not the password' }), 429, 'TOO_MANY_ATTEMPTS')
    expect(await statusOf(person)).toBe('active')
  })

  test('hides everything at once, and signing in brings all of it back', async () => {
    const person = await newMember({ name: `Ada ${word()}`, language: 'de' })
    const [other, asked] = [await newMember(), (await newPost(await newMember()))._id]
    const title = `Lamp ${word()}`
    const { _id: listing } = await newPost(person, { title })
    await newComment(person, asked)
    const seen = async () => ({
      listing: (await detail(listing, other)).status,
      found: (await searchFor({ q: title }, other)).body.data.length,
      comments: (await comments(asked, other)).body.data.length,
      profile: (await profile(person.id, other)).status,
    })
    const before = await seen()
    expect(before).toEqual({ listing: 200, found: 1, comments: 1, profile: 200 })

    const second = await signedIn(person)
    const { body } = await granted(leave(person))
    const after = { listing: 404, found: 0, comments: 0, profile: 404 }
    expect(await seen()).toEqual(after)
    expectProblem(await call('GET', '/api/v1/usr-mgt/get-profile', { as: second }), 401, 'SESSION_REVOKED')
    const { subject, text } = await lastMail(person.email)
    expect(subject).toBe('Dein Konto wird gelöscht')
    expect(text).toContain(
      new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(body.data.restorable_until),
      ),
    )

    // Whoever did not hear the answer asks again, with a session that has ended.
    const repeated = await granted(leave(person))
    expect(repeated.body.data).toEqual(body.data)

    const back = await signedIn(person)
    expect(await seen()).toEqual(before)
    for (const [, act] of guarded) expectProblem(await act(second, {}), 401, 'SESSION_REVOKED')
    const { body: own } = await call('GET', '/api/v1/user-tools/get-user', { as: back })
    expect(own.data).toMatchObject({ _id: person.id, email: person.email })
  })

  test('leaves the chat to the other side, with somebody who has no name', async () => {
    const { a, b, id } = await newRoom()
    await granted(call('PUT', '/api/v1/usr-mgt/update', { as: b, body: { language: 'de' } }))
    await granted(send(a, id, 'Bis morgen'))
    await granted(
      call('DELETE', '/api/v1/user-tools/account-removal', { as: a, body: { password: a.password } }),
    )
    const shown = async () => {
      const { body } = await call('POST', '/api/v1/chat-mgt/get-messages', {
        as: b,
        body: { chatroom_id: id },
      })
      const room = await roomOf(b, id)
      return [room.participants[1].name, room.is_active, body.data[0].name, body.data[0].messageText]
    }
    expect(await shown()).toEqual(['Gelöschtes Konto', false, 'Gelöschtes Konto', 'Bis morgen'])
    await jobsDone()
    await later(days(31), () => inProduct('marketplace', (work) => eraseSome(work, a.id, 1000)))
    expect(await shown()).toEqual(['Gelöschtes Konto', false, 'Gelöschtes Konto', 'Bis morgen'])

    // Once both are gone, nobody is left to keep it for.
    await granted(leave(b))
    await later(days(31), () => inProduct('marketplace', (work) => eraseSome(work, b.id, 1000)))
    const { rows } = await sql`select from marketplace.chat_room where id = ${id}`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([])
  })

  const gone = async (...people: TestPerson[]) => {
    await jobsDone()
    await later(days(31), async () => {
      for (const { id } of people) await inProduct('marketplace', (work) => eraseSome(work, id, 1000))
      await jobsDone()
    })
  }

  test('takes a picture from its address that was sent and shown more than once', async () => {
    const { a, b, id } = await newRoom()
    const c = await newMember()
    const other = await granted(
      call('POST', '/api/v1/chat-mgt/create-chatroom', { as: a, body: { user_id: c.id } }),
    )
    const [picture, proof] = [await uploadPicture(a), await newEvidence(a)]
    for (const room of [id, other.body.data._id])
      await granted(send(a, room, 'Look', { media_ids: [picture.id] }))
    for (const owner of [b, c])
      await granted(reportPost(a, (await newPost(owner))._id, { evidence: [proof.id] }))
    for (const person of [b, c, a]) await granted(leave(person))
    await gone(b, c)
    expect((await load(picture.publicUrl)).statusCode).toBe(200)
    await gone(a)
    expect((await load(picture.publicUrl)).statusCode).toBe(404)
    const { rows } = await sql`
      select uses from platform.upload where id = any(${[picture.id, proof.id]}::uuid[]) and (uses > 0 or withheld_at is null)`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([])
  })
})

describe('when the thirty days are over', () => {
  let smtp: SmtpServer
  beforeAll(async () => {
    smtp = await startSmtpServer(() => 'take')
    await worldWith({ variables: { MAIL_PROVIDER: 'smtp', SMTP_URL: smtp.url } })
  })
  afterAll(async () => {
    await closeWorld()
    await smtp.close()
  })

  test('nobody comes back, and the address is free', async () => {
    const person = await newMember()
    await granted(leave(person))
    const { clock } = await world()
    clock.advance(days(30))
    expectProblem(await login(person), 401, 'INVALID_CREDENTIALS')
    await runNow(eraseLeftAccounts, {})
    await jobsDone()
    expect(await statusOf(person)).toBe('deleted')
    expectProblem(await login(person), 401, 'INVALID_CREDENTIALS')
    await granted(
      call('POST', '/api/v1/usr-mgt/create', {
        body: {
          name: 'Ada',
          email: person.email,
          password: person.password,
          agree: 'true',
          fcm_token: null,
          location: { type: 'Point', coordinates: [13.4, 52.5] },
        },
      }),
    )
  })

  test('pictures go also where they are more than one job moves', async () => {
    const person = await newMember()
    const { id } = await newEvidence(person)
    await granted(reportPost(person, (await newPost(await newMember()))._id, { evidence: [id] }))
    const { clock, host } = await world()
    const { db } = host.services
    await sql`
      with added as (
        insert into platform.upload
        select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid()))).*
        from platform.upload u, generate_series(1, 100) where u.id = ${id} returning id)
      update marketplace.report set evidence_ids = evidence_ids || array(select id from added)
      where reporter_id = ${person.id}`.execute(db)
    await granted(leave(person))
    await jobsDone()
    clock.advance(days(30))
    await runNow(eraseAccount, { personId: person.id })
    const { rows } = await sql<{ withheld: number }>`
      select count(withheld_at)::int as withheld from platform.upload where owner_id = ${person.id}`.execute(
      db,
    )
    expect(rows).toEqual([{ withheld: 101 }])
    await jobsDone()
  })

  test('a portion follows the other, whatever comes between, and one receipt ends it', async () => {
    const person = await newMember()
    const kept = await newPost(await newMember())
    for (let n = 0; n < 4; n += 1) await newPost(person)
    for (let n = 0; n < 3; n += 1) await newComment(person, kept._id)
    await granted(leave(person))
    await jobsDone()
    const { clock, host } = await world()
    clock.advance(days(30))
    let portions = 1
    while (portions < 50 && !(await inProduct('marketplace', (work) => eraseSome(work, person.id, 2))))
      portions += 1
    expect(portions).toBeGreaterThan(4)
    expect(portions).toBeLessThan(50)
    for (let again = 0; again < 2; again += 1) await runNow(eraseLeftAccounts, {})
    await jobsDone()

    const mail = await eventually(async () => {
      const ofPerson = smtp.mails.filter(({ to }) => to === person.email)
      const receipts = ofPerson.filter(({ text }) => text.includes('receipt'))
      expect(receipts.length).toBeLessThan(2)
      return receipts[0] && { ...receipts[0], isLast: ofPerson.at(-1) === receipts[0] }
    })
    expect(mail.isLast).toBe(true)
    await jobsDone()
    const { rows } = await sql`select from platform.mail where recipient = ${person.email}`.execute(
      host.services.db,
    )
    expect(rows).toEqual([])

    // Lines of mails are folded where they are long.
    const [, receipt = ''] = /(eyJ[\w-]+\.[\w-]+\.[\w-]+)/.exec(mail.text.replace(/=\r?\n/g, '')) ?? []
    const { body } = await granted(call('GET', '/api/v1/usr-mgt/receipt-key'))
    const { payload, protectedHeader } = await compactVerify(receipt, await importJWK(body.data, 'EdDSA'))
    expect(protectedHeader.kid).toBe(body.data.kid)
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
      sub: person.id,
      event: 'account erased',
      content: 'delete',
    })
    await expect(
      compactVerify(
        receipt.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
        await importJWK(body.data, 'EdDSA'),
      ),
    ).rejects.toThrow()
  })
})

describe('taking along', () => {
  afterAll(closeProviders)

  /** The place of files, which nobody reaches. */
  const away = () =>
    openProvider(s3Files, {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'away',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    })
  const begin = (as: TestPerson) =>
    granted(call('POST', '/api/v1/usr-mgt/export', { as, body: { password: as.password } }))
  const state = async (as: TestPerson) =>
    (await granted(call('GET', '/api/v1/usr-mgt/export', { as }))).body.data

  const copyOf = async (as: TestPerson) => {
    await begin(as)
    await jobsDone()
    const { url } = await state(as)
    const { text } = await granted(call('GET', url.replace(/^https?:\/\/[^/]+/, '')))
    return JSON.parse(text).data
  }

  test('makes one copy at a time, tells of it, and keeps it for a week', async () => {
    const person = await newMember()
    expect(await state(person)).toBeNull()
    const [first, twin] = await Promise.all([begin(person), begin(person)])
    await jobsDone()
    const ready = await state(person)
    expect([first.body.data._id, twin.body.data._id]).toContain(ready._id)
    expect(ready).toMatchObject({ status: 'ready', size_bytes: expect.any(Number) })
    const { body: notices } = await call('GET', '/api/v1/notification-mgt/get-notifications', {
      as: person,
      query: { category: 'system' },
    })
    expect(notices.data.map(({ title }: { title: string }) => title)).toContain('Your data is ready')

    const path = ready.url.replace(/^https?:\/\/[^/]+/, '')
    const copy = await granted(call('GET', path))
    expect(JSON.parse(copy.text)).toMatchObject({
      person: person.id,
      data: { 'marketplace.users': [{ email: person.email }] },
    })
    expect(copy.text).not.toContain('$argon2')
    expect((await call('GET', path.replace(/Signature=\w/, 'Signature=x'))).status).toBe(403)

    const { body: next } = await begin(person)
    await jobsDone()
    expect((await state(person))._id).toBe(next.data._id)
    await sweepNow(sweepExports)
    expect((await call('GET', path)).status).toBe(404)
    await later(days(8), async () => {
      await sweepNow(sweepExports)
      expect(
        (await call('GET', '/api/v1/usr-mgt/export', { as: await signedIn(person) })).body.data,
      ).toBeNull()
    })
  })

  test('has every row, however many there are', async () => {
    const person = await newMember()
    const purchase = { title: 'Chair', price: 5, product_image: [], condition: 'good', search_id: newId() }
    const body = { ...purchase, user_id: person.id }
    await granted(call('POST', '/api/v1/purchase-tool/creation', { as: person, body }))
    const { db } = (await world()).host.services
    const another = { id: 'gen_random_uuid()', search_id: 'n::text' }
    await multiply(db, 'marketplace.purchase_listing', `t.user_id = '${person.id}'`, another, [1, 350])
    const rows = (await copyOf(person))['marketplace.purchase_listing']
    expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(351)
  })

  test('gives a finished copy to who has just signed in, for an hour', async () => {
    const person = await newMember()
    await begin(person)
    await jobsDone()
    await later(minutes(6), async () => {
      expect(await state(person)).toMatchObject({ status: 'ready', url: null })
      const { url } = await state(await signedIn(person))
      const path = url.replace(/^https?:\/\/[^/]+/, '')
      await granted(call('GET', path))
      await later(minutes(61), async () => expect((await call('GET', path)).status).toBe(403))
    })
  })

  test('that failed for good is made after all, unless there is another one by then', async () => {
    const person = await newMember()
    const { host, clock } = await world()
    const exportId = newId()
    await insertExport(host.services.db, { id: exportId, userId: person.id, at: clock.now() })
    const services = { ...host.services, providers: { ...host.services.providers, files: await away() } }
    const failing = { isLastTry: true, services }
    const fail = () => expect(runNow(prepareExport, { exportId }, failing)).rejects.toThrow()
    await fail()
    expect(await state(person)).toMatchObject({ status: 'failed' })
    expect(await reviveNow(prepareExport, { exportId })).toBeNull()
    expect(await state(person)).toMatchObject({ _id: exportId, status: 'preparing' })
    await fail()
    expect(await reviveNow(prepareExport, { exportId })).toBeNull()
    await runNow(prepareExport, { exportId })
    expect(await state(person)).toMatchObject({ _id: exportId, status: 'ready' })
    const both = [expect.stringContaining('Ask for it again'), expect.stringContaining('You can download it')]
    expect(await toldOf(person, 'system')).toEqual(expect.arrayContaining(both))
    expect(await reviveNow(prepareExport, { exportId })).toContain('is ready')

    const old = newId()
    await insertExport(host.services.db, { id: old, userId: person.id, at: clock.now() })
    await expect(runNow(prepareExport, { exportId: old }, failing)).rejects.toThrow()
    await begin(person)
    expect(await reviveNow(prepareExport, { exportId: old })).toContain('asked for another')
  })

  test('gives nobody what was mailed to an address that they did not prove, and takes it from nobody', async () => {
    const [person, email] = [await newMember(), newEmail()]
    const otp = await lastCode(person.email)
    const mailed = async () =>
      ((await copyOf(person))['platform.mail'] ?? []).map(({ recipient }: { recipient: string }) => recipient)
    await granted(call('PUT', '/api/v1/usr-mgt/update', { as: person, body: { email } }))
    await newMember({ email })
    const before = await countMails(email)
    expect(await mailed()).toEqual([])
    await granted(call('POST', '/api/v1/usr-mgt/verify', { body: { email: person.email, otp } }))
    expect(new Set(await mailed())).toEqual(new Set([person.email]))
    await granted(leave(person))
    await jobsDone()
    await later(days(31), () => inProduct('marketplace', (work) => eraseSome(work, person.id, 1000)))
    expect(await countMails(email)).toBe(before)
  })

  test('gives nobody what others wrote to them', async () => {
    const { a, b, id } = await newRoom()
    const [own, foreign] = [word(), word()]
    await granted(send(a, id, `From me: ${own}`))
    await granted(send(b, id, `From the other: ${foreign}`))
    const data = await copyOf(a)
    expect(JSON.stringify(data['marketplace.message'])).toContain(own)
    expect(JSON.stringify(data['marketplace.message'])).not.toContain(foreign)
  })

  test.each([
    ['unread', async () => undefined],
    ['read', readMessages],
  ])('gives nobody, and keeps in no notice, a message that was deleted %s', async (_, look) => {
    const { a, b, id } = await newRoom()
    const regretted = word()
    const { body } = await granted(send(a, id, regretted))
    await look(b, id)
    await granted(call('DELETE', `/api/v1/chat-mgt/delete-message/${body.data._id}`, { as: a }))
    expect(JSON.stringify(await copyOf(b))).not.toContain(regretted)
    expect(await toldOf(b, 'message')).toEqual([''])
  })

  test('gives nobody, and keeps in no notice, an answer that was deleted', async () => {
    const [asker, other] = [await newMember(), await newMember()]
    const { _id } = await newPost(await newMember())
    const { _id: parent_id } = await newComment(asker, _id)
    const regretted = word()
    const answer = await newComment(other, _id, { parent_id, text: regretted })
    await granted(call('DELETE', `/api/v1/post-mgt/delete-comment/${answer._id}`, { as: other }))
    expect(JSON.stringify(await copyOf(asker))).not.toContain(regretted)
    expect(await toldOf(asker, 'reply')).toEqual([''])
  })
})
