import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { newestPushMessages } from '../../platform/push/builtin.ts'
import { fcm } from '../../platform/push/fcm.ts'
import type { Push } from '../../platform/push/port.ts'
import type { Services } from '../../platform/services.ts'
import { type FcmServer, startFcmServer } from '../../testing/fcm-server.ts'
import { reviveNow, runNow } from '../../testing/jobs.ts'
import { call, eventually, later, type TestPerson, world } from '../../testing/kit.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { deliverCampaignJob } from './jobs.ts'
import { sendPushes } from './send-pushes.ts'

const base = `${wellnessBase}/admin/notification`
let admin: TestPerson
let server: FcmServer
let push: Push

beforeAll(async () => {
  const { clock } = await world()
  admin = await newWellnessAdmin()
  server = await startFcmServer(clock)
  const settings = {
    FCM_SERVICE_ACCOUNT: server.keyFile,
    FCM_URL: server.url,
    FCM_TOKEN_URL: server.tokenUrl,
  }
  push = await openProvider(fcm, settings, { clock })
})
afterAll(async () => {
  await closeProviders()
  await server.close()
})

const content = (over: object) => ({
  notificationType: 'PUSH',
  subject: `News for {{name}} ${newId()}`,
  description: 'Dear {{name}}, breathe.',
  recipientType: 'CUSTOM',
  ...over,
})

async function send(body: object): Promise<string> {
  const { headers } = await call('POST', base, { as: admin, body })
  return String(headers.location).split('/').at(-1) ?? ''
}

const look = async (id: string) =>
  (await call('GET', `${base}/${id}`, { as: admin, query: { limit: 100 } })).body.data
const finished = (id: string) =>
  eventually(async () => {
    const campaign = await look(id)
    return campaign.finishedAt !== null && campaign
  })
const statuses = ({ deliveries }: { deliveries: { address: string; status: string }[] }) =>
  Object.fromEntries(deliveries.map(({ address, status }) => [address, status]))

/** A phone of a person. @returns its token. */
async function newPhone(
  owner: TestPerson,
  deviceType = 'ANDROID',
  deviceId: string = newId(),
): Promise<string> {
  const deviceToken = newSecret()
  const body = { deviceToken, deviceType, deviceId }
  await call('PUT', `${wellnessBase}/notification/refresh-token`, { as: owner, body })
  server.phones.add(deviceToken)
  return deviceToken
}

const tokensOf = async ({ id }: TestPerson) => {
  const { host } = await world()
  const { rows } = await sql<{ push_token: string }>`
    select push_token from wellness.device where user_id = ${id} and push_token is not null`.execute(
    host.services.db,
  )
  return rows.map((row) => row.push_token)
}

/** The program with FCM. */
async function withFcm(): Promise<Services> {
  const { services } = (await world()).host
  return { ...services, providers: { ...services.providers, pushAndroid: push } }
}

/** A campaign for some people that is due in two days, when only the test runs its jobs. */
async function planned(people: TestPerson[], over: object = {}) {
  const { clock } = await world()
  const scheduledAt = new Date(clock.now().getTime() + days(2)).toISOString()
  const body = content({ recipientEmail: people.map(({ email }) => email), scheduledAt, ...over })
  const campaignId = await send(body)
  await later(days(2) + minutes(1), () => runNow(deliverCampaignJob, { campaignId }))
  return {
    id: campaignId,
    /** Sends what is due some time later. */
    async sendAfter(ms: number, run: Parameters<typeof runNow>[2] = {}) {
      const services = await withFcm()
      await later(days(2) + minutes(1) + ms, () => runNow(sendPushes, { campaignId }, { services, ...run }))
    },
  }
}

describe('without a push service', () => {
  test('messages stand in the outbox, one for each device', async () => {
    const { host } = await world()
    const ada = await newUser({ name: 'Ada' })
    const tokens = [await newPhone(ada), await newPhone(ada, 'IOS'), await newPhone(ada, 'WEB')]
    const body = content({ recipientEmail: [ada.email], link: 'goals/today' })
    const campaign = await finished(await send(body))
    expect(campaign).toMatchObject({ status: 'SENT', counters: { total: 1, sent: 1, failed: 0, skipped: 0 } })
    for (const token of tokens)
      expect(await newestPushMessages(host.services.db, { limit: 10, token })).toMatchObject([
        { title: body.subject.replace('{{name}}', 'Ada'), body: 'Dear Ada, breathe.', link: 'goals/today' },
      ])
  })

  test('a message needs a device of the platform that is meant', async () => {
    const [phone, browser, none] = [await newUser(), await newUser(), await newUser()]
    await newPhone(phone)
    await newPhone(browser, 'WEB')
    const people = [phone, browser, none].map(({ email }) => email)
    const campaign = await finished(await send(content({ recipientType: 'ANDROID', recipientEmail: people })))
    expect(statuses(campaign)).toEqual({
      [phone.email]: 'SENT',
      [browser.email]: 'SKIPPED_NO_DEVICE',
      [none.email]: 'SKIPPED_NO_DEVICE',
    })
    expect(campaign).toMatchObject({ status: 'PARTIAL', counters: { total: 3, sent: 1, skipped: 2 } })
  })

  test('whose platform nobody serves is told that the channel is not set up', async () => {
    const { services } = (await world()).host
    const [phone, both] = [await newUser(), await newUser()]
    await newPhone(phone)
    await newPhone(both)
    await newPhone(both, 'IOS')
    const { clock } = await world()
    const scheduledAt = new Date(clock.now().getTime() + days(2)).toISOString()
    const recipientEmail = [phone.email, both.email]
    const campaignId = await send(content({ recipientEmail, scheduledAt }))
    const missing = (port: string) => (port === 'pushAndroid' ? ['PUSH_ANDROID_PROVIDER'] : [])
    await later(days(2) + minutes(1), async () => {
      await runNow(
        deliverCampaignJob,
        { campaignId },
        { services: { ...services, missingSettings: missing } },
      )
      await runNow(sendPushes, { campaignId })
    })
    expect(statuses(await look(campaignId))).toEqual({
      [phone.email]: 'SKIPPED_NOT_CONFIGURED',
      [both.email]: 'SENT',
    })
  })

  test('a text that is longer than a screen ends with a mark', async () => {
    const { host } = await world()
    const ada = await newUser()
    const token = await newPhone(ada)
    await finished(await send(content({ recipientEmail: [ada.email], description: '🌊'.repeat(4000) })))
    const [message] = await newestPushMessages(host.services.db, { limit: 1, token })
    expect(message?.body).toBe(`${'🌊'.repeat(499)}…`)
  })
})

describe('through FCM', () => {
  test('each phone shows a message once, and each address counts once', async () => {
    const [ada, ben] = [await newUser({ name: 'Ada' }), await newUser()]
    const tokens = [await newPhone(ada), await newPhone(ada)]
    const campaign = await planned([ada, ben], { notificationType: 'ALL' })
    // The mails.
    await jobsDone()
    expect(await look(campaign.id)).toMatchObject({
      status: 'SENDING',
      counters: { total: 6, sent: 4, pending: 1 },
    })
    const before = server.taken()
    await Promise.all([campaign.sendAfter(0), campaign.sendAfter(0)])
    await campaign.sendAfter(hours(1))
    expect(server.taken() - before).toBe(2)
    for (const token of tokens)
      expect(server.shown(token)).toMatchObject([{ body: 'Dear Ada, breathe.', data: {} }])
    expect(await look(campaign.id)).toMatchObject({
      status: 'PARTIAL',
      counters: { total: 6, pending: 0, sent: 5, failed: 0, skipped: 1 },
    })
  })

  test('a phone without the app is forgotten, the others get it', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const [kept, gone, only] = [await newPhone(ada), await newPhone(ada), await newPhone(ben)]
    server.gone.add(gone).add(only)
    const campaign = await planned([ada, ben])
    await campaign.sendAfter(0)
    expect(statuses(await look(campaign.id))).toEqual({
      [ada.email]: 'SENT',
      [ben.email]: 'SKIPPED_NO_DEVICE',
    })
    expect(await tokensOf(ada)).toEqual([kept])
    expect(await tokensOf(ben)).toEqual([])
  })

  test('a busy service is asked again, not before it wants to be', async () => {
    const ada = await newUser()
    const token = await newPhone(ada)
    const campaign = await planned([ada])
    await campaign.sendAfter(-minutes(1))
    server.failNext({ status: 429, headers: { 'retry-after': '600' } })
    await campaign.sendAfter(0)
    await campaign.sendAfter(minutes(9))
    expect(server.shown(token)).toEqual([])
    expect(await look(campaign.id)).toMatchObject({ status: 'SENDING', counters: { pending: 1, sent: 0 } })
    await campaign.sendAfter(minutes(11))
    expect(server.shown(token)).toHaveLength(1)
    expect(await look(campaign.id)).toMatchObject({ status: 'SENT', counters: { pending: 0, sent: 1 } })
  })

  test('an answer that got lost is asked for again, and the phone shows the message once', async () => {
    const ada = await newUser()
    const token = await newPhone(ada)
    const campaign = await planned([ada])
    const before = server.taken()
    server.failNext('lose')
    await campaign.sendAfter(0)
    expect(await look(campaign.id)).toMatchObject({ status: 'SENDING' })
    await campaign.sendAfter(minutes(2))
    expect(server.taken() - before).toBe(2)
    expect(server.shown(token)).toHaveLength(1)
    expect(await look(campaign.id)).toMatchObject({ status: 'SENT', counters: { sent: 1 } })
  })

  test('after five tries it has failed', async () => {
    const ada = await newUser()
    const token = await newPhone(ada)
    const campaign = await planned([ada])
    server.failNext(...Array.from({ length: 30 }, () => ({ status: 503 })))
    for (let tries = 1; tries <= 6; tries += 1) await campaign.sendAfter(hours(tries))
    server.heal()
    expect(server.shown(token)).toEqual([])
    expect(await look(campaign.id)).toMatchObject({
      status: 'FAILED',
      counters: { total: 1, sent: 0, failed: 1, skipped: 0 },
    })
    expect(await tokensOf(ada)).toEqual([token])
  })

  test('what was sent is not sent again when the program ended before it was written down', async () => {
    const { db } = await withFcm()
    const ada = await newUser()
    const token = await newPhone(ada)
    const campaign = await planned([ada])
    const before = server.taken()
    const id = newId()
    const ending = db.withPlugin({
      transformQuery({ node }) {
        if (server.taken() > before && JSON.stringify(node).includes('pauseSeconds'))
          throw new Error('the program ends here')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const cut = campaign.sendAfter(0, { id, services: { ...(await withFcm()), db: ending } })
    await expect(cut).rejects.toThrow('the program ends here')
    expect(await look(campaign.id)).toMatchObject({ status: 'SENDING' })
    await campaign.sendAfter(0, { id, isRetry: true })
    expect(server.taken() - before).toBe(1)
    expect(server.shown(token)).toHaveLength(1)
    expect(await look(campaign.id)).toMatchObject({ status: 'SENT', counters: { sent: 1 } })
  })

  test('when the last try fails, so have the messages, and the campaign ends, until they are sent after all', async () => {
    const ada = await newUser()
    const token = await newPhone(ada)
    const campaign = await planned([ada])
    const services = await withFcm()
    const down = { ...services, providers: { ...services.providers } }
    Object.defineProperty(down, 'providers', {
      get() {
        throw new Error('nothing can be reached')
      },
    })
    await expect(campaign.sendAfter(0, { services: down, isLastTry: true })).rejects.toThrow()
    expect(await look(campaign.id)).toMatchObject({ status: 'FAILED', counters: { failed: 1, pending: 0 } })
    const { id: campaignId } = campaign
    await later(days(2) + minutes(1), async () => {
      expect(await reviveNow(sendPushes, { campaignId }, 'another reason')).toContain(
        'None of these messages',
      )
      expect(await reviveNow(sendPushes, { campaignId }, 'nothing can be reached')).toBeNull()
    })
    expect(await look(campaignId)).toMatchObject({ status: 'SENDING', finishedAt: null })
    await campaign.sendAfter(0)
    expect(server.shown(token)).toHaveLength(1)
    expect(await look(campaignId)).toMatchObject({ status: 'SENT', counters: { failed: 0, sent: 1 } })
  })

  test('who signed out, left, or gave the phone to somebody else meanwhile gets nothing', async () => {
    const [ada, ben, cleo, dora] = [await newUser(), await newUser(), await newUser(), await newUser()]
    const tokens = [await newPhone(ada), await newPhone(ben), await newPhone(cleo)]
    const campaign = await planned([ada, ben, cleo])
    await call('POST', `${wellnessBase}/user/logout`, { as: ada, body: {} })
    const { host } = await world()
    await sql`update wellness.users set status = 'PENDING_DELETION' where id = ${ben.id}`.execute(
      host.services.db,
    )
    const body = { deviceToken: tokens[2], deviceType: 'ANDROID' }
    await call('PUT', `${wellnessBase}/notification/refresh-token`, { as: dora, body })
    await campaign.sendAfter(0)
    for (const token of tokens) expect(server.shown(token)).toEqual([])
    expect(await look(campaign.id)).toMatchObject({ status: 'FAILED', counters: { total: 3, skipped: 3 } })
    expect(await tokensOf(dora)).toEqual([tokens[2]])
  })

  test('a thousand addresses, many of them twice or nobody’s: each counts once', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => newUser()))
    const tokens = await Promise.all(people.map((person) => newPhone(person)))
    const nobody = Array.from({ length: 700 }, () => `${newId()}@example.org`)
    const emails = people.map(({ email }) => email)
    const recipientEmail = [...emails, ...nobody, ...emails.map((email) => email.toUpperCase())]
    const campaign = await planned([], { recipientEmail })
    for (let rounds = 0; rounds < 5; rounds += 1)
      await later(days(2) + minutes(1), () => runNow(deliverCampaignJob, { campaignId: campaign.id }))
    await campaign.sendAfter(0)
    expect(tokens.map((token) => server.shown(token).length)).toEqual([1, 1, 1])
    expect(await look(campaign.id)).toMatchObject({
      status: 'PARTIAL',
      counters: { total: 703, pending: 0, sent: 3, failed: 0, skipped: 700 },
    })
  })
})
