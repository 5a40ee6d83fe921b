import { type RawBuilder, sql } from 'kysely'
import { days } from '../platform/clock.ts'
import type { Door } from '../platform/payments/hearing.ts'
import { buyOnAndroid, subscriptionNotice } from './android-notices.ts'
import type { Arranged } from './arranged.ts'
import { instantNotice, openAtPayPal } from './hosted-payments.ts'
import { granted, newMember, world } from './kit.ts'
import { addTestFunds, noticeOf, providerIdOf, succeedAtSandbox } from './payments.ts'
import { newTransactionId } from './paypal-server.ts'
import { storeEventsOf } from './store-events.ts'
import { subscriptionOf } from './subscriptions.ts'

/** What somebody tells of through a door, about one new thing. */
export interface DoorStory {
  /** In the order in which it happened; all of it has happened by now. */
  events: Arranged[]
  /** What it came to here. */
  state(): Promise<unknown>
  /** Keeps the jobs that apply it from going on, until the returned function is called. */
  hold(): (() => void) | Promise<() => void>
}

/** Holds what a statement locks until the returned function is called. */
async function holdLock(statement: RawBuilder<unknown>): Promise<() => void> {
  const { host } = await world()
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  host.services.db
    .transaction()
    .execute(async (db) => {
      await statement.execute(db)
      locked.resolve()
      await released.promise
    })
    .catch(locked.reject)
  await locked.promise
  return released.resolve
}

/** A payment that the bank lets through late, as the sandbox tells of it at one of its doors. */
const paymentStory = (door: Door) => async (): Promise<DoorStory> => {
  const { host } = await world()
  const { body } = await granted(addTestFunds(await newMember(), 'late_success'))
  const paymentId = body.data._id
  const id = await providerIdOf(paymentId)
  await succeedAtSandbox(id)
  const tell = (word: string) => noticeOf({ id, object: 'payment_intent' }, `payment_intent.${word}`, door)
  return {
    events: [tell('created'), tell('processing'), tell('succeeded')],
    async state() {
      const { rows } = await sql`
        select p.status, p.decline_code, l.amount_minor
        from marketplace.payment p join marketplace.ledger_entry e on e.about_id = p.id
        join marketplace.ledger_line l on l.entry_id = e.id
        where p.id = ${paymentId} and p.status = 'succeeded' order by l.amount_minor`.execute(
        host.services.db,
      )
      return rows.length > 0 ? rows : undefined
    },
    // While nobody can look into the sandbox's memory, the job waits.
    hold: () => holdLock(sql`lock table platform.sandbox_payment in access exclusive mode`),
  }
}

/** For each operation of the products that is `signedBy` somebody, or asks the sender whether they said so. */
export const doorStories: Record<string, () => Promise<DoorStory>> = {
  receivePaymentWebhook: paymentStory('platform'),
  receiveConnectWebhook: paymentStory('connected'),
  async receiveInstantNotice() {
    const { host, paypal } = await world()
    const { id, page } = await openAtPayPal(await newMember())
    const txn_id = newTransactionId()
    const takenBack = { parent_txn_id: txn_id, mc_gross: '-25.00' }
    const tell = (payment_status: string, fields: Record<string, string> = { txn_id }) =>
      instantNotice(paypal.tell(page, { payment_status, ...fields }))
    return {
      events: [
        tell('Completed'),
        tell('Pending'),
        tell('Reversed', takenBack),
        tell('Canceled_Reversal', takenBack),
      ],
      async state() {
        const { rows } = await sql`
          select p.status, p.decline_code, p.provider_payment_id = ${txn_id} as is_named,
            (select json_agg(d.status || d.is_withdrawn) from marketplace.payment_dispute d where d.payment_id = p.id) as disputes,
            (select json_agg(json_build_array(a.kind, l.amount_minor) order by a.kind, l.amount_minor)
              from marketplace.ledger_entry e join marketplace.ledger_line l on l.entry_id = e.id
              join marketplace.ledger_account a on a.id = l.account_id where e.about_id = p.id) as lines
          from marketplace.payment p where p.id = ${id} and p.status = 'succeeded'`.execute(host.services.db)
        return rows.length > 0 ? rows : undefined
      },
      hold: paypal.hold,
    }
  },
  async receiveAndroidWebhook() {
    const { play } = await world()
    const { token, becomes, row } = await buyOnAndroid()
    const events = [
      await subscriptionNotice(token, 4),
      await subscriptionNotice(token, 2),
      await subscriptionNotice(token, 3),
    ]
    becomes('CANCELED')
    return { events, state: row, hold: play.hold }
  },
  async receiveMobilePaymentWebhook() {
    const { clock } = await world()
    const { id } = await newMember()
    const told = storeEventsOf(id, clock.now())
    const start = clock.now().getTime()
    return {
      events: [
        told.event('INITIAL_PURCHASE'),
        told.event('RENEWAL', { event_timestamp_ms: start + 1, expiration_at_ms: start + days(60) }),
        told.event('CANCELLATION', { event_timestamp_ms: start + 2, expiration_at_ms: start + days(60) }),
      ],
      async state() {
        const row = await subscriptionOf({ id })
        return row && { state: row.state, accessUntil: row.access_until }
      },
      // Whoever applies it locks the person first.
      hold: () => holdLock(sql`select id from marketplace.users where id = ${id} for update`),
    }
  },
}
