import { type AndroidPurchase, buyOnAndroid, subscriptionNotice } from './android-notices.ts'
import { operationNamed, perform } from './arrangements.ts'
import { eventually } from './kit.ts'

/** Google tells of a purchase, and what it says of it is kept. */
export async function heardOf(purchase: AndroidPurchase, state: string): Promise<void> {
  await perform(
    operationNamed('wellness', 'receiveAndroidWebhook'),
    await subscriptionNotice(purchase.token, 4),
  )
  await eventually(async () => (await purchase.row())?.state === `SUBSCRIPTION_STATE_${state}`)
}

/** Somebody subscribes for a month. */
export async function subscribe({ id }: { id: string }): Promise<AndroidPurchase> {
  const purchase = await buyOnAndroid(id)
  await heardOf(purchase, 'ACTIVE')
  return purchase
}
