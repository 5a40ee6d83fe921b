import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { deliverMail } from '../../platform/mail/jobs.ts'
import { newestMails } from '../../platform/mail/mail.ts'
import { smtpMail } from '../../platform/mail/smtp.ts'
import { inProduct, reviveNow, runNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  expectProblem,
  lastCode,
  lastMail,
  later,
  newEmail,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { deliverCampaign, writeDownRecipients } from './jobs.ts'

const base = `${wellnessBase}/admin/notification`
let admin: TestPerson

beforeAll(async () => {
  // A segment has everybody in it who is there.
  await worldWith({})
  admin = await newWellnessAdmin()
})
afterAll(async () => {
  await closeProviders()
  await closeWorld()
})

const content = (over: object = {}) => ({
  notificationType: 'EMAIL',
  subject: `News ${newId()}`,
  description: 'Dear {{name}}, breathe.',
  recipientType: 'CUSTOM',
  ...over,
})
const send = (body: object, headers: Record<string, string> = {}, as = admin) =>
  call('POST', base, { as, body, headers })
const idOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers.location).split('/').at(-1) ?? ''
const look = (id: string, query: Record<string, string | number> = {}) =>
  call('GET', `${base}/${id}`, { as: admin, query })
const finished = (id: string) =>
  eventually(async () => {
    const { body } = await look(id, { limit: 100 })
    return body.data.finishedAt !== null && body.data
  })
const mailsTo = async (recipient: string, subject: string) => {
  const { host } = await world()
  const mails = await newestMails(host.services.db, { limit: 100, recipient })
  return mails.filter((mail) => mail.subject === subject)
}

/** A campaign that waits for its time; `deliver` queues its mails where no worker finds them. */
async function heldBack(body: object): Promise<{ id: string; deliver(): Promise<string[]> }> {
  const { clock } = await world()
  const scheduledAt = new Date(clock.now().getTime() + days(1)).toISOString()
  const id = idOf(await send({ ...body, scheduledAt }))
  const deliver = () =>
    later(days(1), () =>
      inProduct('wellness', async (work) => {
        await deliverCampaign(work, id)
        const { rows } = await sql<{ mail_id: string }>`
          select mail_id from wellness.delivery where campaign_id = ${id} and mail_id is not null`.execute(
          work.db,
        )
        const mailIds = rows.map((row) => row.mail_id)
        await sql`
          delete from pgboss.job where name = ${deliverMail.name} and data->>'mailId' = any(${mailIds}::text[])`.execute(
          work.db,
        )
        return mailIds
      }),
    )
  return { id, deliver }
}

describe('sending', () => {
  test('the sample of the specification: 201, no body, an address, one mail', async () => {
    const ada = await newUser({ name: 'Ada $& Lovelace' })
    const body = content({ recipientType: 'ANDROID', recipientEmail: [ada.email.toUpperCase(), ada.email] })
    const key = { requestid: newId() }
    const answers = await Promise.all([send(body, key), send(body, key)])
    for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 201, text: '' })
    expect(idOf(answers[0])).toBe(idOf(answers[1]))
    const campaign = await finished(idOf(answers[0]))
    expect(campaign).toMatchObject({
      status: 'SENT',
      notificationType: 'EMAIL',
      recipientType: 'ANDROID',
      counters: { total: 1, pending: 0, deferred: 0, sent: 1, skipped: 0 },
      createdBy: admin.id,
      isSuspectedRepeat: false,
    })
    const mails = await mailsTo(ada.email, body.subject)
    expect(mails.map((mail) => mail.text)).toEqual([
      expect.stringMatching(/^Dear Ada \$& Lovelace, breathe\.\n\nThis is news .*\n\S+\n$/),
    ])
  })

  test('a job that runs again, or twice at once, sends nothing twice', async () => {
    const ada = await newUser()
    const body = content({ notificationType: 'all', recipientEmail: [ada.email] })
    const id = idOf(await send(body))
    const { host } = await world()
    const deliver = () => inProduct('wellness', (work) => deliverCampaign(work, id))
    await Promise.all([deliver(), deliver(), deliver()])
    await finished(id)
    await deliver()
    expect(await mailsTo(ada.email, body.subject)).toHaveLength(1)
    const { rows } = await sql<{ title: string; message: string }>`
      select title, message from wellness.notification where user_id = ${ada.id} and source_event = ${`campaign:${id}`}`.execute(
      host.services.db,
    )
    expect(rows).toEqual([{ title: body.subject, message: 'Dear Ada Test, breathe.' }])
    const { data } = (await look(id)).body
    expect(data.status).toBe('PARTIAL')
    expect(
      data.deliveries.map((each: { channel: string; status: string }) => [each.channel, each.status]),
    ).toEqual([
      ['EMAIL', 'SENT'],
      ['IN_APP', 'SENT'],
      ['PUSH', 'SKIPPED_NO_DEVICE'],
    ])
  })

  test('addresses nobody has never fail the call; each address is counted once', async () => {
    const ada = await newUser()
    const unknown = Array.from({ length: 250 }, newEmail)
    const id = idOf(await send(content({ recipientEmail: [ada.email, ...unknown, ...unknown] })))
    const campaign = await finished(id)
    expect(campaign).toMatchObject({
      status: 'PARTIAL',
      counters: { total: 251, pending: 0, sent: 1, skipped: 250 },
    })
    const known = await look(id, { deliveryStatus: 'SENT' })
    expect(known.body.data.deliveries).toMatchObject([{ address: ada.email, userId: ada.id }])
    const first = await look(id, { deliveryStatus: 'SKIPPED_UNKNOWN', limit: 100 })
    const cursor = String(first.body.meta.nextCursor)
    const second = await look(id, { deliveryStatus: 'SKIPPED_UNKNOWN', limit: 100, cursor })
    const seen = [...first.body.data.deliveries, ...second.body.data.deliveries]
    expect(new Set(seen.map((each: { address: string }) => each.address)).size).toBe(200)
  })

  test('a segment is frozen when the campaign is made', async () => {
    const ada = await newUser()
    const phone = await newUser()
    const { host, clock } = await world()
    await sql`
      insert into wellness.device (user_id, device_id, type, last_seen_at) values (${phone.id}, ${newId()}, 'IOS', ${clock.now()})`.execute(
      host.services.db,
    )
    const everybody = idOf(await send(content({ notificationType: 'IN_APP', recipientType: 'All' })))
    const phones = idOf(await send(content({ notificationType: 'PUSH', recipientType: 'ios' })))
    const sleepers = idOf(await send(content({ recipientType: 'INACTIVE' })))
    const latecomer = await newUser()
    await Promise.all([everybody, phones, sleepers].map(finished))
    const reached = async (id: string) => {
      const { rows } = await sql<{
        user_id: string
      }>`select user_id from wellness.delivery where campaign_id = ${id}`.execute(host.services.db)
      return rows.map((row) => row.user_id)
    }
    expect(await reached(everybody)).toEqual(expect.arrayContaining([ada.id, phone.id]))
    expect(await reached(everybody)).not.toContain(latecomer.id)
    expect(await reached(phones)).toContain(phone.id)
    expect(await reached(phones)).not.toContain(ada.id)
    expect(await reached(sleepers)).not.toContain(ada.id)
    const { rows } = await sql`
      select status from wellness.delivery where campaign_id = ${phones} and user_id = ${phone.id}`.execute(
      host.services.db,
    )
    expect(rows).toEqual([{ status: 'SKIPPED_NO_DEVICE' }])
  })

  test('subscribers are those who have paid, and everybody else is free', async () => {
    const [subscriber, other] = [await newUser(), await newUser()]
    await subscribe(subscriber)
    const { host } = await world()
    const reached = async (recipientType: string) => {
      const id = idOf(await send(content({ notificationType: 'IN_APP', recipientType })))
      await finished(id)
      const { rows } = await sql<{ user_id: string }>`
        select user_id from wellness.delivery
        where campaign_id = ${id} and user_id in (${subscriber.id}, ${other.id})`.execute(host.services.db)
      return rows.map((row) => row.user_id)
    }
    expect(await reached('SUBSCRIBED')).toEqual([subscriber.id])
    expect(await reached('FREE')).toEqual([other.id])
  })

  test('a segment among more people than are read at a time reaches each of them once', async () => {
    const { host, clock } = await world()
    const first = await newUser()
    // Nobody proved these addresses.
    await sql`
      insert into wellness.users (id, name, email, email_canonical, referral_code, created_at, updated_at)
      select (${first.id.slice(0, 24)}::text || 'f' || lpad(to_hex(n), 11, '0'))::uuid, 'Nobody', n || '@crowd', n || '@crowd', 'CROWD' || n, ${clock.now()}, ${clock.now()}
      from generate_series(1, 2100) n`.execute(host.services.db)
    const last = await newUser()
    for (const { id } of [first, last])
      await sql`
        insert into wellness.device (user_id, device_id, type, last_seen_at) values (${id}, ${newId()}, 'ANDROID', ${clock.now()})`.execute(
        host.services.db,
      )
    const campaign = content({ notificationType: 'IN_APP', recipientType: 'ANDROID' })
    const id = idOf(await send(campaign))
    const writeDown = () =>
      inProduct('wellness', (work) =>
        writeDownRecipients.handle(work, { campaignId: id }, { isLastTry: false }),
      )
    await Promise.all([writeDown(), writeDown(), writeDown()])
    const { deliveries, counters } = await finished(id)
    const reached = deliveries.map((each: { userId: string }) => each.userId)
    for (const user of [first, last])
      expect(reached.filter((userId: string) => userId === user.id)).toHaveLength(1)
    expect(counters).toMatchObject({ total: reached.length, sent: reached.length, pending: 0 })
  })

  test('one that nobody belongs to has failed', async () => {
    // Nobody in this world has been away for a month.
    const id = idOf(await send(content({ recipientType: 'INACTIVE' })))
    expect(await finished(id)).toMatchObject({ status: 'FAILED', counters: { total: 0, sent: 0 } })
  })

  test('a mail that the mail server refuses has failed, and its delivery says why', async () => {
    const [known, gone] = [await newUser(), await newUser()]
    const body = content({ recipientEmail: [known.email, gone.email] })
    const { id, deliver } = await heldBack(body)
    const mailIds = await deliver()
    expect((await look(id)).body.data).toMatchObject({ status: 'SENDING', counters: { pending: 2, sent: 0 } })
    const server = await startSmtpServer((recipient) => (recipient === gone.email ? 'never' : 'take'))
    onTestFinished(server.close)
    const { host } = await world()
    const mail = await openProvider(smtpMail, { SMTP_URL: server.url })
    const services = { ...host.services, providers: { ...host.services.providers, mail } }
    for (const mailId of mailIds) await runNow(deliverMail, { mailId }, { services })
    const campaign = await finished(id)
    expect(campaign).toMatchObject({ status: 'PARTIAL', counters: { total: 2, sent: 1, failed: 1 } })
    const of = (address: string) =>
      campaign.deliveries.find((each: { address: string }) => each.address === address)
    expect(of(known.email)).toMatchObject({ status: 'SENT', reason: null })
    expect(of(gone.email)).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('550') })
    expect(mailIds).toContain(of(gone.email).mailId)
  })

  test('a mail that can be sent to the last try by no means has failed, until it is sent after all', async () => {
    const ada = await newUser()
    const { id, deliver } = await heldBack(content({ recipientEmail: [ada.email] }))
    const [mailId = ''] = await deliver()
    const { host } = await world()
    const mail = await openProvider(smtpMail, { SMTP_URL: 'smtp://127.0.0.1:9' })
    const services = { ...host.services, providers: { ...host.services.providers, mail } }
    await expect(runNow(deliverMail, { mailId }, { services })).rejects.toThrow()
    expect((await look(id)).body.data).toMatchObject({ status: 'SENDING', counters: { pending: 1 } })
    await expect(runNow(deliverMail, { mailId }, { services, isLastTry: true })).rejects.toThrow()
    expect(await finished(id)).toMatchObject({ status: 'FAILED', counters: { failed: 1, sent: 0 } })
    expect(await reviveNow(deliverMail, { mailId })).toBeNull()
    const waiting = { status: 'SENDING', finishedAt: null, counters: { pending: 1, failed: 0 } }
    expect((await look(id)).body.data).toMatchObject(waiting)
    await runNow(deliverMail, { mailId })
    expect(await finished(id)).toMatchObject({ status: 'SENT', counters: { failed: 0, sent: 1 } })
  })

  test('a thousand long addresses fit', async () => {
    const recipientEmail = Array.from({ length: 1000 }, () => `${'a'.repeat(212)}.${newEmail()}`.slice(-254))
    const body = content({ recipientEmail, description: 'b'.repeat(10_000) })
    expect(JSON.stringify(body).length).toBeGreaterThan(256 * 1024)
    const id = idOf(await send(body))
    expect((await finished(id)).counters).toMatchObject({ total: 1000, skipped: 1000 })
    expectProblem(await send(content({ description: 'c'.repeat(1_100_000) })), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('the same once more within a minute is sent, but marked', async () => {
    const ada = await newUser()
    const body = content({ recipientEmail: [ada.email] })
    const ids = [idOf(await send(body)), idOf(await send(body))]
    await Promise.all(ids.map(finished))
    expect((await look(ids[1] ?? '')).body.data.isSuspectedRepeat).toBe(true)
    expect(await mailsTo(ada.email, body.subject)).toHaveLength(2)
  })

  test('what is wrong is named, and nothing is kept', async () => {
    expectProblem(await send(content()), 400, 'RECIPIENT_REQUIRED', 'body.recipientEmail')
    expectProblem(
      await send(content({ recipientEmail: ['a b'] })),
      400,
      'VALIDATION_FAILED',
      'body.recipientEmail.0',
    )
    expectProblem(
      await send(content({ recipientEmail: ['a@b.org\r\nBcc: c@d.org'] })),
      400,
      'VALIDATION_FAILED',
      'body.recipientEmail.0',
    )
    expectProblem(
      await send(content({ subject: 'a\r\nBcc: c@d.org' })),
      400,
      'VALIDATION_FAILED',
      'body.subject',
    )
    for (const field of ['notificationType', 'subject', 'description', 'recipientType'])
      expectProblem(await send(content({ [field]: undefined })), 400, 'VALIDATION_FAILED', `body.${field}`)
    expectProblem(
      await send(content({ notificationType: 'FAX' })),
      400,
      'VALIDATION_FAILED',
      'body.notificationType',
    )
    expectProblem(await send(content(), {}, await newUser()), 403, 'FORBIDDEN')
  })
})

describe('when', () => {
  const at = async (ms: number) => new Date((await world()).clock.now().getTime() + ms).toISOString()
  const deliver = async (id: string) => {
    await inProduct('wellness', (work) => deliverCampaign(work, id))
  }
  const prefer = async (user: TestPerson, columns: string, values: string) => {
    const { host, clock } = await world()
    await sql`
      insert into wellness.preference (user_id, updated_at, ${sql.raw(columns)}) values (${user.id}, ${clock.now()}, ${sql.raw(values)})`.execute(
      host.services.db,
    )
  }

  test('a scheduled one waits, and then reaches who belongs to the segment by then', async () => {
    const before = await newUser()
    const id = idOf(
      await send(
        content({ notificationType: 'IN_APP', recipientType: 'ALL', scheduledAt: await at(days(2)) }),
      ),
    )
    await deliver(id)
    expect((await look(id)).body.data).toMatchObject({ status: 'SCHEDULED', counters: { total: 0 } })
    const after = await newUser()
    await later(days(2), () => deliver(id))
    await finished(id)
    const { host } = await world()
    const { rows } = await sql<{ user_id: string }>`
      select user_id from wellness.delivery where campaign_id = ${id}`.execute(host.services.db)
    expect(rows.map((row) => row.user_id)).toEqual(expect.arrayContaining([before.id, after.id]))
  })

  test('in everybody’s own time the east hears of it first', async () => {
    const east = await newUser({ timeZone: 'Pacific/Kiritimati' })
    const west = await newUser({ timeZone: 'Pacific/Niue' })
    const noon = `${(await at(days(3))).slice(0, 10)}T12:00:00`
    const body = content({
      recipientEmail: [east.email, west.email],
      scheduledAt: `${noon}Z`,
      inUserTimeZone: true,
    })
    const id = idOf(await send(body))
    const { clock } = await world()
    const until = (instant: string) => Date.parse(instant) - clock.now().getTime() + minutes(1)
    const mailed = async (user: TestPerson) => (await mailsTo(user.email, body.subject)).length
    await later(until(`${noon}+14:00`), () => deliver(id))
    expect([await mailed(east), await mailed(west)]).toEqual([1, 0])
    expect((await look(id)).body.data).toMatchObject({ status: 'SENDING', inUserTimeZone: true })
    await later(until(`${noon}-11:00`), () => deliver(id))
    expect([await mailed(east), await mailed(west)]).toEqual([1, 1])
    expect(await finished(id)).toMatchObject({ status: 'SENT', counters: { sent: 2, deferred: 0 } })
  })

  test('quiet hours are kept, unless it is more important than sleep', async () => {
    const sleeper = await newUser({ timeZone: 'UTC' })
    // All day but a minute that has just passed.
    const minute = Math.floor(Date.parse(await at(-minutes(3))) / 60_000) % 1440
    await prefer(
      sleeper,
      'has_quiet_hours, quiet_start_minutes, quiet_end_minutes',
      `true, ${(minute + 1) % 1440}, ${minute}`,
    )
    const body = content({ recipientEmail: [sleeper.email] })
    const id = idOf(await send(body))
    const { deliveries } = await eventually(async () => {
      const { data } = (await look(id)).body
      return data.counters.deferred === 1 && data
    })
    expect(deliveries).toMatchObject([{ status: 'DEFERRED_QUIET' }])
    expect(await mailsTo(sleeper.email, body.subject)).toEqual([])
    await later(Date.parse(deliveries[0].dueAt) - Date.parse(await at(0)), () => deliver(id))
    expect(await mailsTo(sleeper.email, body.subject)).toHaveLength(1)
    const urgent = content({ recipientEmail: [sleeper.email], overrideQuietHours: true })
    await finished(idOf(await send(urgent)))
    expect(await mailsTo(sleeper.email, urgent.subject)).toHaveLength(1)
    const editor = await newWellnessAdmin('CONTENT')
    expectProblem(await send(urgent, {}, editor), 403, 'FORBIDDEN', 'body.overrideQuietHours')
  })

  test('who does not want it, or not this way, is left alone', async () => {
    const [nothing, noMail] = [await newUser(), await newUser()]
    await prefer(nothing, 'marketing', 'false')
    await prefer(noMail, 'email', 'false')
    const id = idOf(
      await send(content({ notificationType: 'ALL', recipientEmail: [nothing.email, noMail.email] })),
    )
    const { counters } = await finished(id)
    expect(counters).toMatchObject({ total: 6, sent: 1 })
    const { body } = await look(id, { deliveryStatus: 'SENT' })
    expect(body.data.deliveries).toMatchObject([{ address: noMail.email, channel: 'IN_APP' }])
  })

  test('a link stands below the mail and behind the notice', async () => {
    const ada = await newUser()
    const body = content({
      notificationType: 'ALL',
      recipientEmail: [ada.email],
      link: 'https://example.org/spring',
    })
    await finished(idOf(await send(body)))
    expect((await mailsTo(ada.email, body.subject))[0]?.text).toMatch(
      /breathe\.\n\nhttps:\/\/example\.org\/spring\n\n/,
    )
    const inbox = await call('GET', `${wellnessBase}/notification`, { as: ada })
    expect(inbox.body.data[0]).toMatchObject({ title: body.subject, link: 'https://example.org/spring' })
    for (const link of ['javascript:alert(1)', 'http://example.org', '//example.org'])
      expectProblem(await send({ ...body, link }), 400, 'VALIDATION_FAILED', 'body.link')
  })

  test('a time must be to come, within a year, and there at all', async () => {
    const over = { recipientEmail: [newEmail()] }
    for (const ms of [-minutes(1), days(366)])
      expectProblem(
        await send(content({ ...over, scheduledAt: await at(ms) })),
        400,
        'VALIDATION_FAILED',
        'body.scheduledAt',
      )
    expectProblem(
      await send(content({ ...over, inUserTimeZone: true })),
      400,
      'VALIDATION_FAILED',
      'body.scheduledAt',
    )
  })
})

describe('unsubscribing', () => {
  const path = `${wellnessBase}/unsubscribe`

  /** What the link in a campaign's mail to somebody carries, and what its headers do. */
  async function linkTo(user: TestPerson): Promise<string> {
    const { host } = await world()
    const body = content({ recipientEmail: [user.email] })
    await finished(idOf(await send(body)))
    const { rows } = await sql<{ text: string; unsubscribe_url: string }>`
      select text, unsubscribe_url from platform.mail where recipient = ${user.email} and subject = ${body.subject}`.execute(
      host.services.db,
    )
    const url = rows[0]?.unsubscribe_url ?? ''
    expect(rows[0]?.text.trimEnd().split('\n').at(-1)).toBe(url)
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe(`${host.services.settings.publicUrl}${path}`)
    return searchParams.get('token') ?? ''
  }
  const outcomes = async (user: TestPerson) => {
    const id = idOf(await send(content({ notificationType: 'ALL', recipientEmail: [user.email] })))
    const { deliveries } = await finished(id)
    return deliveries.map((each: { status: string }) => each.status)
  }

  test('takes one click in the mail program, or a look and a press', async () => {
    const [ada, ben, cyd] = [await newUser(), await newUser(), await newUser()]
    const [byProgram, byHand] = [await linkTo(ada), await linkTo(ben)]
    const page = await call('GET', path, { query: { token: byHand } })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<form method="post"><button>Unsubscribe</button></form>')
    expect(page.text).not.toContain(ben.email)
    expect(await outcomes(ben)).toEqual(['SENT', 'SENT', 'SKIPPED_NO_DEVICE'])

    const boundary = 'x'
    const field = 'Content-Disposition: form-data; name="List-Unsubscribe"'
    const bodies = [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        `multipart/form-data; boundary=${boundary}`,
        `--${boundary}\r\n${field}\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
      ],
    ] as const
    for (const [type, payload] of bodies) {
      const headers = { 'content-type': type }
      const done = await call('POST', path, { query: { token: byProgram }, payload, headers })
      expect([done.status, done.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    }
    const press = { query: { token: byHand }, payload: '', headers: { 'content-type': bodies[0][0] } }
    expect((await call('POST', path, press)).text).toContain('no more news')
    const key = { query: { token: byHand }, headers: { 'idempotency-key': newId() } }
    const [once, again] = [await call('POST', path, key), await call('POST', path, key)]
    expect([again.status, again.text]).toEqual([200, once.text])
    for (const gone of [ada, ben])
      expect(await outcomes(gone)).toEqual(['SKIPPED_UNSUBSCRIBED', 'SENT', 'SKIPPED_NO_DEVICE'])
    expect(await outcomes(cyd)).toEqual(['SENT', 'SENT', 'SKIPPED_NO_DEVICE'])
  })

  test('stops no code and no warning', async () => {
    const ada = await newUser()
    await call('POST', path, { query: { token: await linkTo(ada) } })
    await call('POST', `${wellnessBase}/user/forgot-password`, { body: { email: ada.email } })
    const body = { email: ada.email, otp: await lastCode(ada.email), newPassword: 'staple gun umbrella' }
    expect((await call('POST', `${wellnessBase}/user/reset-password`, { body })).status).toBe(200)
    expect((await lastMail(ada.email)).subject).toContain('password was changed')
    const { host } = await world()
    const { rows } = await sql`
      select from platform.mail where recipient = ${ada.email} and subject !~ '^News' and unsubscribe_url is not null`.execute(
      host.services.db,
    )
    expect(rows).toEqual([])
  })

  test('needs the link as it was sent', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const [[digest], [, mac]] = [(await linkTo(ada)).split('.'), (await linkTo(ben)).split('.')]
    for (const method of ['GET', 'POST']) {
      expectProblem(await call(method, path, { query: { token: `${digest}.${mac}` } }), 404, 'NO_SUCH_LINK')
      expectProblem(
        await call(method, path, { query: { token: `${digest}` } }),
        400,
        'VALIDATION_FAILED',
        'query.token',
      )
    }
    expect(await outcomes(ada)).toContain('SENT')
  })
})

describe('looking back', () => {
  test('begins with what is to come, and who is new', async () => {
    const overview = async () =>
      (await call('GET', `${wellnessBase}/admin/overview`, { as: admin })).body.data
    const before = await overview()
    const ada = await newUser()
    const scheduledAt = new Date((await world()).clock.now().getTime() + days(1)).toISOString()
    await send(content({ recipientEmail: [ada.email], scheduledAt }))
    const after = await overview()
    expect(after.campaigns.scheduled).toBe(Math.min(before.campaigns.scheduled + 1, before.most))
    expect(after.joined).toBe(Math.min(before.joined + 1, before.most))
  })

  test('the list and the detail agree, and filters hold', async () => {
    const from = (await world()).clock.now().toISOString()
    const id = idOf(await send(content({ recipientEmail: [newEmail()] })))
    const detail = await finished(id)
    const list = (query: Record<string, string | number>) =>
      call('GET', base, { as: admin, query: { from, ...query } })
    const { deliveries, ...campaign } = detail
    expect(deliveries).toHaveLength(1)
    expect((await list({ type: 'EMAIL', status: 'FAILED' })).body.data).toContainEqual(campaign)
    expect((await list({ type: 'PUSH' })).body.data).toEqual([])
    expect((await list({ to: from })).body.data).toEqual([])
    const { body: one } = await list({ limit: 1, type: 'EMAIL' })
    const { body: two } = await list({ limit: 1, type: 'EMAIL', page: Number(one.meta.total) })
    expect(two.data).toHaveLength(1)
    expect(two.meta).toMatchObject({ total: one.meta.total, hasMore: false })
    expect((await list({ limit: 1, page: 9000 })).body.data).toEqual([])
    expect((await look(id, { page: 1 })).body.meta).toMatchObject({ total: 1 })
    expectProblem(await list({ page: 2, cursor: 'a.b' }), 400, 'VALIDATION_FAILED', 'query.page')
    expectProblem(await list({ from: '2026-13-01T00:00:00Z' }), 400, 'VALIDATION_FAILED', 'query.from')
    expectProblem(await list({ cursor: 'a.b' }), 400, 'CURSOR_INVALID')
    expectProblem(await look(newId()), 404, 'NO_SUCH_NOTIFICATION')
    expectProblem(await look(id, { cursor: 'a.b' }), 400, 'CURSOR_INVALID')
  })
})
