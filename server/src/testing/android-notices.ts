import { sql } from 'kysely'
import { days } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Arranged } from './arranged.ts'
import { world } from './kit.ts'

let messages = 0
/** Pub/Sub counts its messages. */
const newMessageId = () => {
  messages += 1
  return `${process.pid}${String(messages).padStart(9, '0')}`
}

export interface AndroidPurchase {
  token: string
  /** What Google says of it from now on. */
  becomes(state: string, changes?: Record<string, unknown>): void
  /** What stands in our row of it. */
  row(): Promise<Record<string, unknown> | undefined>
}

/** Somebody buys a month in Google's shop. */
export async function buyOnAndroid(buyer?: string): Promise<AndroidPurchase> {
  const { play, clock, host } = await world()
  const token = `play-${newId()}`
  const expiryTime = new Date(clock.now().getTime() + days(30)).toISOString()
  const becomes: AndroidPurchase['becomes'] = (state, changes) => {
    play.purchases.set(token, {
      startTime: clock.now().toISOString(),
      subscriptionState: `SUBSCRIPTION_STATE_${state}`,
      lineItems: [
        { productId: 'monthly', expiryTime, autoRenewingPlan: { autoRenewEnabled: state === 'ACTIVE' } },
      ],
      ...(buyer === undefined ? {} : { externalAccountIdentifiers: { obfuscatedExternalAccountId: buyer } }),
      ...changes,
    })
  }
  becomes('ACTIVE')
  return {
    token,
    becomes,
    async row() {
      const { rows } = await sql<Record<string, unknown>>`
        select provider, product_id, state, expires_at, is_renewing, linked_token, status, owner_id
        from wellness.store_purchase where purchase_token = ${token}`.execute(host.services.db)
      return rows[0]
    },
  }
}

/** A notification as Pub/Sub pushes it. */
export async function androidNotice(notice: object, messageId = newMessageId()): Promise<Arranged> {
  const { play, clock } = await world()
  const eventTimeMillis = String(clock.now().getTime())
  const packageName = play.settings.GOOGLE_PLAY_PACKAGE
  const data = JSON.stringify({ version: '1.0', packageName, eventTimeMillis, ...notice })
  const message = {
    attributes: {},
    data: Buffer.from(data).toString('base64'),
    messageId,
    message_id: messageId,
    publishTime: clock.now().toISOString(),
  }
  return { signer: play.signer, body: { message, subscription: 'projects/example/subscriptions/play' } }
}

/** Says that something about a subscription has changed: 1 recovered, 2 renewed, 3 canceled, 4 purchased … */
export const subscriptionNotice = (token: string, notificationType: number): Promise<Arranged> =>
  androidNotice({
    subscriptionNotification: {
      version: '1.0',
      notificationType,
      purchaseToken: token,
      subscriptionId: 'monthly',
    },
  })
