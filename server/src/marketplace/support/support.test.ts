import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newestMails } from '../../platform/mail/mail.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newAddress,
  newEmail,
  newMember,
  newStaff,
  world,
} from '../../testing/kit.ts'
import { word } from '../../testing/posts.ts'
import { countMails } from '../../testing/users.ts'
import { openApp } from '../../testing/world.ts'

const contactPath = '/api/v1/usr-mgt/contact-us'
const letter = (overrides: object = {}) => ({
  name: `Ada ${word()}`,
  email: newEmail(),
  subject: `Bicycle ${word()}`,
  message: `It stands on its head,\n${word()} too.`,
  ...overrides,
})

const mailsTo = async (recipient: string) =>
  newestMails((await world()).host.services.db, { recipient, limit: 10 })

/** The first page of what administrators read, which holds what was written a moment ago. */
async function readAt(path: string, query = {}) {
  const { body } = await granted(
    call('GET', path, { as: await newStaff('administrator'), query: { limit: 100, ...query } }),
  )
  return body.data
}

test('a message to support is mailed on, kept for administrators, and thanked for without its words', async () => {
  const supportEmail = newEmail()
  const app = await openApp({ supportEmail })
  onTestFinished(() => app.close())
  const [as, body] = [await newMember(), letter()]
  const { body: told } = await granted(
    call('POST', contactPath, { as, body, app, headers: { 'accept-language': 'de' } }),
  )
  const { ticket_id } = told.data

  const [forwarded] = await mailsTo(supportEmail)
  expect(forwarded?.subject).toBe(`[Kontakt] ${body.subject}`)
  for (const part of [body.name, body.email, body.message, ticket_id]) expect(forwarded?.text).toContain(part)

  const { db } = (await world()).host.services
  const { rows } = await sql<{ reply_to: string | null }>`
    select reply_to from platform.mail where recipient = ${supportEmail}`.execute(db)
  expect(rows).toEqual([{ reply_to: body.email }])

  const [thanks, ...others] = await mailsTo(body.email)
  expect(others).toEqual([])
  expect(thanks).toMatchObject({
    subject: 'Deine Nachricht an Plaza ist angekommen',
    text: expect.stringContaining(ticket_id),
  })
  for (const part of [body.name, body.subject, body.message])
    expect(`${thanks?.subject} ${thanks?.text}`).not.toContain(part)

  const kept = (await readAt('/api/v1/usr-mgt/contact-messages')).find(
    (one: { _id: string }) => one._id === ticket_id,
  )
  expect(kept).toMatchObject({ ...body, user_id: as.id, language: 'de' })
})

test('without an address of support a message is kept all the same', async () => {
  const body = letter()
  const { body: told } = await granted(call('POST', contactPath, { body }))
  const kept = await readAt('/api/v1/usr-mgt/contact-messages')
  expect(kept).toContainEqual(expect.objectContaining({ _id: told.data.ticket_id, user_id: null, ...body }))
})

test('nobody is thanked more than twice a day, however often their address is written', async () => {
  const email = newEmail()
  const write = () => granted(call('POST', contactPath, { body: letter({ email: email.toUpperCase() }) }))
  await Promise.all([write(), write(), write(), write()])
  expect(await countMails(email.toUpperCase())).toBe(2)
  await later(days(1) + 1000, write)
  expect(await countMails(email.toUpperCase())).toBe(3)
})

test('what goes into the head of a mail is one line', async () => {
  for (const field of ['name', 'email', 'subject'] as const)
    for (const gap of ['\r\n', '\n', '\r']) {
      const whole = letter()
      const body = { ...whole, [field]: `${whole[field]}${gap}Bcc: ${newEmail()}` }
      expectProblem(await call('POST', contactPath, { body }), 400, 'VALIDATION_FAILED', `body.${field}`)
    }
})

test('one network address writes twenty messages an hour', async () => {
  const app = await openApp({ rateLimit: 'default' })
  onTestFinished(() => app.close())
  const from = newAddress()
  for (let sent = 0; sent < 20; sent += 1)
    await granted(call('POST', contactPath, { from, app, body: letter() }))
  expectProblem(await call('POST', contactPath, { from, app, body: letter() }), 429, 'RATE_LIMITED')
})

test('feedback is read with the id of who was signed in, and without of who was not', async () => {
  const as = await newMember()
  const body = {
    rating: 5,
    category: 'praise',
    message: `A joy: ${word()}`,
    context: { screen: 'Home', platform: 'ios', app_version: '2.4.1' },
  }
  const path = '/api/v1/feedback/create'
  const ids = []
  for (const who of [as, undefined]) {
    const { body: told } = await granted(call('POST', path, { ...(who ? { as: who } : {}), body }))
    ids.push(told.data.feedback_id)
  }
  const read = await readAt('/api/v1/feedback/get', { category: 'praise' })
  expect(read).toContainEqual(expect.objectContaining({ _id: ids[0], user_id: as.id, ...body }))
  expect(read).toContainEqual(expect.objectContaining({ _id: ids[1], user_id: null, ...body }))
  const bugs = await readAt('/api/v1/feedback/get', { category: 'bug' })
  expect(bugs.map((one: { _id: string }) => one._id)).not.toContain(ids[0])
})

test('what somebody wrote stays without their name when their account is gone', async () => {
  const as = await newMember()
  const { body } = await granted(
    call('POST', '/api/v1/feedback/create', { as, body: { category: 'other', message: word() } }),
  )
  const { db } = (await world()).host.services
  await sql`delete from marketplace.users where id = ${as.id}`.execute(db)
  const read = await readAt('/api/v1/feedback/get', { category: 'other' })
  expect(read).toContainEqual(expect.objectContaining({ _id: body.data.feedback_id, user_id: null }))
})
