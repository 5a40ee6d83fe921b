import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { sandboxBearer, sandboxPurchase } from '../../platform/stores/sandbox.ts'
import { androidNotice, buyOnAndroid, subscriptionNotice } from '../../testing/android-notices.ts'
import type { Arranged } from '../../testing/arranged.ts'
import { operationNamed, perform } from '../../testing/arrangements.ts'
import { reviveNow, runNow } from '../../testing/jobs.ts'
import { call, eventually, expectProblem, later, world } from '../../testing/kit.ts'
import { closeProviders, openPorts } from '../../testing/providers.ts'
import { jobsDone, postponeJobs, rowsOfAllTables } from '../../testing/rows.ts'
import { newUser } from '../../testing/wellness.ts'
import { openApp } from '../../testing/world.ts'
import { applyAndroidNotice } from './jobs.ts'

/** S5 through HTTP, with Google behind a local server that speaks its protocols. */

const webhook = operationNamed('wellness', 'receiveAndroidWebhook')

afterAll(closeProviders)

async function deliver(notice: Arranged): Promise<void> {
  const { status, text } = await perform(webhook, notice)
  expect([status, text]).toEqual([200, ''])
}

/** What became of a notice, once it is known. */
async function outcomeOf(notice: Arranged): Promise<string> {
  await deliver(notice)
  const { host } = await world()
  return eventually(async () => {
    const { rows } = await sql<{ outcome: string }>`
      select outcome from platform.inbox where event_id = ${messageIdOf(notice)} and applied_at is not null`.execute(
      host.services.db,
    )
    return rows[0]?.outcome
  })
}

async function inboxIdOf(notice: Arranged): Promise<string> {
  const { host } = await world()
  const { rows } = await sql<{ id: string }>`
    select id from platform.inbox where event_id = ${messageIdOf(notice)}`.execute(host.services.db)
  return rows[0]?.id ?? ''
}

const messageIdOf = ({ body }: Arranged) => (body?.message as { messageId: string } | undefined)?.messageId

describe('a notice of Google Play', () => {
  test('has Google asked, and its answer kept', async () => {
    const { token, row } = await buyOnAndroid()
    expect(await outcomeOf(await subscriptionNotice(token, 4))).toBe('ORPHAN')
    expect(await row()).toEqual({
      provider: 'google',
      product_id: 'monthly',
      state: 'SUBSCRIPTION_STATE_ACTIVE',
      expires_at: expect.any(Date),
      is_renewing: true,
      linked_token: null,
      status: 'ORPHAN',
      owner_id: null,
    })
  })

  test('belongs to whom the app named, if that is one of ours', async () => {
    const user = await newUser()
    const mine = await buyOnAndroid(user.id)
    expect(await outcomeOf(await subscriptionNotice(mine.token, 4))).toBe('APPLIED')
    expect(await mine.row()).toMatchObject({ status: 'OWNED', owner_id: user.id })
    for (const stranger of [newId(), 'somebody', '']) {
      const { token, row } = await buyOnAndroid(stranger)
      expect(await outcomeOf(await subscriptionNotice(token, 4))).toBe('ORPHAN')
      expect(await row()).toMatchObject({ owner_id: null })
    }
  })

  test('of what was bought again in the store, or on another plan, belongs to whom the purchase before does', async () => {
    const user = await newUser()
    const before = await buyOnAndroid(user.id)
    await outcomeOf(await subscriptionNotice(before.token, 4))
    before.becomes('EXPIRED')
    await outcomeOf(await subscriptionNotice(before.token, 13))
    const identifiers = { obfuscatedExternalAccountId: user.id }
    for (const said of [
      { outOfAppPurchaseContext: { expiredExternalAccountIdentifiers: identifiers } },
      { outOfAppPurchaseContext: { expiredPurchaseToken: before.token } },
      { linkedPurchaseToken: before.token },
    ]) {
      const { token, becomes, row } = await buyOnAndroid()
      becomes('ACTIVE', said)
      expect(await outcomeOf(await subscriptionNotice(token, 4))).toBe('APPLIED')
      // Once it is acknowledged, Google says nothing of what was before.
      becomes('ACTIVE')
      expect(await outcomeOf(await subscriptionNotice(token, 2))).toBe('APPLIED')
      expect(await row()).toMatchObject({ status: 'OWNED', owner_id: user.id })
    }
    const stranger = await buyOnAndroid(newId())
    stranger.becomes('ACTIVE', { outOfAppPurchaseContext: { expiredPurchaseToken: before.token } })
    expect(await outcomeOf(await subscriptionNotice(stranger.token, 4))).toBe('ORPHAN')
  })

  test('changes the row of its purchase, and no other', async () => {
    const user = await newUser()
    const [first, other] = [await buyOnAndroid(user.id), await buyOnAndroid()]
    await outcomeOf(await subscriptionNotice(first.token, 4))
    await outcomeOf(await subscriptionNotice(other.token, 4))
    first.becomes('CANCELED', { linkedPurchaseToken: 'the one before', externalAccountIdentifiers: {} })
    await outcomeOf(await subscriptionNotice(first.token, 3))
    expect(await first.row()).toMatchObject({
      state: 'SUBSCRIPTION_STATE_CANCELED',
      is_renewing: false,
      linked_token: 'the one before',
      owner_id: user.id,
    })
    expect(await other.row()).toMatchObject({ state: 'SUBSCRIPTION_STATE_ACTIVE', linked_token: null })
  })

  test('never puts an old answer in the place of a new one', async () => {
    const { play } = await world()
    for (let round = 0; round < 3; round += 1) {
      const { token, becomes, row } = await buyOnAndroid()
      const asked = play.asked().purchases
      const release = play.hold()
      await deliver(await subscriptionNotice(token, 4))
      await expect.poll(() => play.asked().purchases).toBe(asked + 1)
      becomes('EXPIRED')
      const last = await subscriptionNotice(token, 13)
      await deliver(last)
      // Another process takes up the second one while the first still waits for its answer.
      const other = runNow(applyAndroidNotice, { inboxId: await inboxIdOf(last) })
      await expect.poll(() => play.asked().purchases).toBe(asked + 2)
      release()
      await other
      await jobsDone()
      expect(await row()).toMatchObject({ state: 'SUBSCRIPTION_STATE_EXPIRED' })
    }
  })

  test('that a subscription was taken back has it asked for, one of another product not', async () => {
    const { token, becomes, row } = await buyOnAndroid()
    becomes('EXPIRED')
    const voided = (productType: number) =>
      androidNotice({
        voidedPurchaseNotification: { purchaseToken: token, orderId: 'GPA.1', productType, refundType: 1 },
      })
    expect(await outcomeOf(await voided(2))).toBe('UNHANDLED')
    expect(await row()).toBeUndefined()
    expect(await outcomeOf(await voided(1))).toBe('ORPHAN')
    expect(await row()).toMatchObject({ state: 'SUBSCRIPTION_STATE_EXPIRED' })
  })

  test.each([
    ['a test', 'TEST', { testNotification: { version: '1.0' } }],
    [
      'of something bought once',
      'UNHANDLED',
      { oneTimeProductNotification: { version: '1.0', notificationType: 1, purchaseToken: 'x', sku: 'y' } },
    ],
    ['of a kind that is yet to come', 'UNHANDLED', { holographicNotification: {} }],
    [
      'of another app',
      'UNHANDLED',
      { packageName: 'org.example.other', subscriptionNotification: { purchaseToken: 'x' } },
    ],
    [
      'of a purchase that Google knows nothing of',
      'UNKNOWN',
      { subscriptionNotification: { purchaseToken: 'x' } },
    ],
  ])('is kept and answered all the same: %s', async (_what, outcome, notice) => {
    expect(await outcomeOf(await androidNotice(notice))).toBe(outcome)
  })

  test.each([
    ['no base64 of JSON', '%%%'],
    ['JSON of something else', Buffer.from('["a"]').toString('base64')],
    ['not about an app', Buffer.from('{"version":"1.0"}').toString('base64')],
    [
      'not about a purchase',
      Buffer.from('{"packageName":"a","subscriptionNotification":{}}').toString('base64'),
    ],
    [
      'unstorable',
      Buffer.from('{"packageName":"a","subscriptionNotification":{"purchaseToken":"\\u0000"}}').toString(
        'base64',
      ),
    ],
  ])('that is %s is refused for good, and nothing is kept', async (_what, data) => {
    const { play } = await world()
    await postponeJobs()
    const before = await rowsOfAllTables()
    const answer = await perform(webhook, {
      signer: play.signer,
      body: { message: { messageId: '1', data } },
    })
    expectProblem(answer, 400, 'VALIDATION_FAILED', 'body.message.data')
    expect(await rowsOfAllTables()).toEqual(before)
  })
})

describe('trouble', () => {
  test('at Google’s delays what a notice brings about, not its answer', async () => {
    const { play } = await world()
    const { token, row } = await buyOnAndroid()
    play.failNext({ status: 500 })
    expect(await outcomeOf(await subscriptionNotice(token, 4))).toBe('ORPHAN')
    expect(await row()).toBeDefined()
  })

  test('that lasts is written beside the notice, which waits to be sent again', async () => {
    const { play, host } = await world()
    const { token, row } = await buyOnAndroid()
    const notice = await subscriptionNotice(token, 4)
    const seen = async () => {
      const { rows } = await sql<{ id: string; outcome: string | null; attempts: number }>`
        select id, outcome, attempts from platform.inbox where event_id = ${messageIdOf(notice)}`.execute(
        host.services.db,
      )
      return rows[0]
    }
    // As if it had not been applied: what was is over, so that only this test asks from now on.
    await deliver(notice)
    await eventually(async () => (await seen())?.outcome)
    await jobsDone()
    await sql`delete from wellness.store_purchase where purchase_token = ${token}`.execute(host.services.db)
    await sql`update platform.inbox set applied_at = null, outcome = null, attempts = 0 where event_id = ${messageIdOf(notice)}`.execute(
      host.services.db,
    )
    play.failNext({ status: 403 })
    const inboxId = (await seen())?.id ?? ''
    await expect(runNow(applyAndroidNotice, { inboxId }, { isLastTry: true })).rejects.toThrow('403')
    expect(await seen()).toMatchObject({ outcome: 'FAILED: Google Play answered 403', attempts: 1 })
    expect(await reviveNow(applyAndroidNotice, { inboxId })).toBeNull()
    expect(await seen()).toMatchObject({ outcome: null, attempts: 1 })
    await later(minutes(3), () => deliver(notice))
    await eventually(row)
    expect(await reviveNow(applyAndroidNotice, { inboxId })).toContain('is applied')
  })

  test('with Google’s keys is not held against who calls', async () => {
    const { play } = await world()
    const providers = await openPorts({ ...play.settings, GOOGLE_CERTS_URL: 'http://127.0.0.1:9/certs' })
    const app = await openApp({ providers })
    onTestFinished(() => app.close())
    await postponeJobs()
    const before = await rowsOfAllTables()
    const answer = await perform(webhook, await subscriptionNotice('any', 4), app)
    expectProblem(answer, 503, 'SIGNATURE_UNCHECKED')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await rowsOfAllTables()).toEqual(before)
  })

  test.each([
    ['off', { PLAY_STORE_PROVIDER: 'off' }, {}],
    ['only pretending, in production', { PLAY_STORE_PROVIDER: 'sandbox' }, { isProduction: true }],
  ])('with the settings is said by name: the store is %s', async (_what, variables, given) => {
    const app = await openApp({ providers: await openPorts(variables, given) })
    onTestFinished(() => app.close())
    const answer = await perform(webhook, await subscriptionNotice('any', 4), app)
    expectProblem(answer, 503, 'PROVIDER_NOT_CONFIGURED')
    expect(answer.body.error).toMatchObject({
      details: {
        settings: [
          'PLAY_STORE_PROVIDER',
          'GOOGLE_PLAY_PACKAGE',
          'GOOGLE_SERVICE_ACCOUNT',
          'GOOGLE_PUBSUB_AUDIENCE',
          'GOOGLE_PUBSUB_EMAIL',
        ],
      },
    })
  })
})

test('a purchase in the sandbox store is told of, asked for and kept, with no account anywhere', async () => {
  const { clock, host } = await world()
  const secret = newSecret()
  const providers = await openPorts({ PLAY_STORE_PROVIDER: 'sandbox', STORE_SANDBOX_SECRET: secret })
  const app = await openApp({ providers })
  onTestFinished(() => app.close())
  const user = await newUser()
  const bought = { product: 'yearly', days: 365, renewals: 0, buyer: user.id }
  const purchaseToken = await sandboxPurchase(secret, bought, clock.now())
  const notice = await androidNotice({ packageName: 'sandbox', subscriptionNotification: { purchaseToken } })
  const tell = async (key: string) => {
    const headers = { authorization: await sandboxBearer(key, clock.now()) }
    return call(webhook.operation.method, webhook.path, { app, body: notice.body, headers })
  }
  expectProblem(await tell(newSecret()), 401, 'SIGNATURE_INVALID')
  expect((await tell(secret)).status).toBe(200)
  // The world's own worker asks Google, which knows nothing of it; then a worker with the sandbox does.
  await jobsDone()
  const { rows } = await sql<{ id: string }>`
    update platform.inbox set applied_at = null
    where provider = 'sandbox-store' and event_id = ${messageIdOf(notice)} returning id`.execute(
    host.services.db,
  )
  const services = { ...host.services, providers }
  await runNow(applyAndroidNotice, { inboxId: rows[0]?.id ?? '' }, { services })
  const { rows: kept } = await sql`
    select provider, product_id, status, owner_id from wellness.store_purchase
    where purchase_token = ${purchaseToken}`.execute(host.services.db)
  expect(kept).toEqual([{ provider: 'sandbox', product_id: 'yearly', status: 'OWNED', owner_id: user.id }])
})
