import { sql } from 'kysely'
import { openRefund } from '../marketplace/payments/public.ts'
import { book, ofPerson } from '../marketplace/wallet/public.ts'
import { minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Door } from '../platform/payments/hearing.ts'
import type { Scenario } from '../platform/payments/pretending.ts'
import { sandboxNoticeSecret } from '../platform/payments/sandbox.ts'
import type { Arranged } from './arranged.ts'
import { inProduct } from './jobs.ts'
import { type Answer, call, eventually, granted, type TestPerson, world } from './kit.ts'
import { paymentsSandboxSecret } from './payments-secret.ts'
import { hmacSigner, type Signer } from './signer.ts'

/** What people do with cards and money, with the sandbox behind it. */

const base = '/api/v1/payment-mgt'

const keyed = () => ({ 'idempotency-key': newId() })

export async function newSetupIntent(
  as: TestPerson,
): Promise<{ client_secret: string; setup_intent_id: string }> {
  const { body } = await granted(
    call('POST', `${base}/create-setup-intent`, { as, body: {}, headers: keyed() }),
  )
  return body.data
}

export const saveCard = (as: TestPerson, body: object): Promise<Answer<{ _id: string }>> =>
  call('POST', `${base}/save-payment-method`, { as, body, headers: keyed() })

/** A card of the sandbox that behaves as the scenario says. */
export async function saveTestCard(as: TestPerson, scenario: Scenario): Promise<{ _id: string }> {
  const { body } = await granted(saveCard(as, { payment_method_id: `pm_sandbox_${scenario}` }))
  return body.data
}

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the data
export const addFunds = (as: TestPerson, body: object, key = newId()): Promise<Answer<any>> =>
  call('POST', `${base}/add-funds`, { as, body, headers: { 'idempotency-key': key } })

/** Adds 25 euros with a card of the scenario. */
export async function addTestFunds(as: TestPerson, scenario: Scenario, amount = 25) {
  const { _id } = await saveTestCard(as, scenario)
  return addFunds(as, { amount, currency: 'EUR', payment_method_id: _id })
}

/** What the sandbox does with a payment of somebody's, on command. */
export const simulate = (as: TestPerson, payment_id: string, command: string) =>
  call('POST', `${base}/simulate-payment`, { as, body: { payment_id, command } })

/** Adds money that a bank takes back. @returns the payment. */
export async function disputeByBank(as: TestPerson, amount = 25): Promise<string> {
  const { body } = await granted(addTestFunds(as, 'success', amount))
  await granted(simulate(as, body.data._id, 'dispute'))
  return body.data._id
}

/** As the sandbox signs at one of its doors. */
export function sandboxSigner(door: Door): Signer {
  const with_ = { header: 'stripe-signature', holdsMs: minutes(5) }
  const signer = hmacSigner(sandboxNoticeSecret(paymentsSandboxSecret, door), with_)
  const other = hmacSigner(
    sandboxNoticeSecret(paymentsSandboxSecret, door === 'platform' ? 'connected' : 'platform'),
    with_,
  )
  return {
    ...signer,
    forgeries: {
      ...signer.forgeries,
      'signed for the other door': (payload, at) => other.sign(payload, at),
      'signed with nothing': (payload, at) => hmacSigner('', with_).sign(payload, at),
      'of real money': (payload, at) =>
        signer.sign(Buffer.from(payload.toString().replace('"livemode":false', '"livemode":true')), at),
      'of an older scheme': async (payload, at) => {
        const signed = await signer.sign(payload, at)
        const header = String(signed.headers['stripe-signature']).replace('v1=', 'v0=')
        return { ...signed, headers: { ...signed.headers, 'stripe-signature': header } }
      },
      'no event': (_payload, at) => signer.sign(Buffer.from('{"id":"evt_1","type":"x"}'), at),
    },
  }
}

export const noticeOf = (
  object: { id: string; object: string },
  type: string,
  door: Door = 'platform',
  id = `evt_${newId()}`,
): Arranged => ({
  signer: sandboxSigner(door),
  body: { id, object: 'event', type, livemode: false, data: { object } },
})

/** The sandbox’s name for a payment of ours. */
export async function providerIdOf(paymentId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select provider_payment_id as id from marketplace.payment where id = ${paymentId}`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.id ?? ''
}

/** A notification of the sandbox about a payment that its bank has let through meanwhile. */
export async function paymentNotice(as: TestPerson, door: Door): Promise<Arranged> {
  const { body } = await granted(addTestFunds(as, 'late_success'))
  const id = await providerIdOf(body.data._id)
  await succeedAtSandbox(id)
  return noticeOf({ id, object: 'payment_intent' }, 'payment_intent.succeeded', door)
}

export async function succeedAtSandbox(id: string): Promise<void> {
  const { host } = await world()
  const { pretending } = host.services.providers.payments
  await pretending?.finishPayment(id, 'succeed', { signal: AbortSignal.timeout(minutes(2)) })
}

export async function deliverNotice({ signer, body }: Arranged, door: Door = 'platform'): Promise<Answer> {
  const { clock } = await world()
  const signed = await signer?.sign(Buffer.from(JSON.stringify(body)), clock.now())
  const path = door === 'platform' ? 'stripe-webhook' : 'stripe-connect-webhook'
  return call('POST', `${base}/${path}`, { headers: signed?.headers ?? {}, payload: signed?.payload })
}

/** An event that came and was applied. @returns its row. */
export async function receivedNotice(as: TestPerson): Promise<string> {
  const notice = await paymentNotice(as, 'platform')
  await granted(deliverNotice(notice))
  const { host } = await world()
  return eventually(async () => {
    const { rows } = await sql<{ id: string }>`
      select id from platform.inbox where event_id = ${String(notice.body?.id)} and applied_at is not null`.execute(
      host.services.db,
    )
    return rows[0]?.id
  })
}

/** Some of a purchase on its way back, as another noun begins it. @returns the refund. */
export async function newRefund(
  as: TestPerson,
  amountMinor = 1000,
  before: (paymentId: string) => Promise<void> = async () => {},
): Promise<string> {
  const { body } = await granted(addTestFunds(as, 'success'))
  const paymentId = body.data._id
  await before(paymentId)
  return inProduct('marketplace', async (work) => {
    await book(work, {
      ...{ key: `test:${paymentId}:reserve`, kind: 'reserved', currency: 'EUR', mode: 'test' },
      lines: [
        { account: ofPerson(as.id, 'available'), amountMinor: -amountMinor },
        { account: ofPerson(as.id, 'reserved'), amountMinor },
      ],
    })
    return (await openRefund(work, { key: `test:${paymentId}`, paymentId, amountMinor })).id
  })
}
