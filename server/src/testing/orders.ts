import { newId } from '../platform/ids.ts'
import type { Cast } from './cast.ts'
import { call, granted, type TestPerson } from './kit.ts'
import { fund } from './money.ts'
import { newPost } from './posts.ts'

// Buying and what follows, where it is not what a test is about.

export const address = {
  name: 'Mia Buyer',
  street: 'Harbour Street 4',
  zip_code: '10115',
  city: 'Berlin',
  country: 'DE',
}

type As = TestPerson | { token: string } | undefined

/** A call that moves money, with a key of its own unless told. */
export const pay = (as: As, path: string, body: object, key: string = newId()) =>
  call('POST', `/api/v1/${path}`, { as, body, headers: { 'idempotency-key': key } })

export const purchase = (as: As, post_id: string, body: object = {}, key?: string) =>
  pay(as, 'payment-mgt/purchase-item', { post_id, source: 'wallet', delivery: 'ship', address, ...body }, key)

/** Something of the partner's that the member has paid for, 20 EUR unless the listing says otherwise. */
export async function buy({ member, partner }: Pick<Cast, 'member' | 'partner'>, body: object = {}) {
  const { _id } = await newPost(partner)
  await fund(member, 2000)
  return (await granted(purchase(member, _id, body))).body.data._id as string
}

export async function ship(cast: Pick<Cast, 'member' | 'partner'>): Promise<string> {
  const order_id = await buy(cast)
  await granted(call('POST', '/api/v1/order-mgt/ship', { as: cast.partner, body: { order_id } }))
  return order_id
}

export async function receive(cast: Pick<Cast, 'member' | 'partner'>): Promise<string> {
  const order_id = await ship(cast)
  await granted(pay(cast.member, 'order-mgt/confirm-received', { order_id }))
  return order_id
}

export async function dispute(cast: Pick<Cast, 'member' | 'partner'>): Promise<string> {
  const order_id = await receive(cast)
  const body = { order_id, reason: 'damaged', text: 'The frame is bent, see the picture.' }
  await granted(pay(cast.member, 'order-mgt/dispute', body))
  return order_id
}

export const orderOf = async (as: As, id: string) =>
  (await granted(call('GET', `/api/v1/order-mgt/detail/${id}`, { as }))).body.data
