import { sql } from 'kysely'
import type { Cast } from './cast.ts'
import { call, granted, type TestPerson } from './kit.ts'
import { newPost } from './posts.ts'
import { world } from './world.ts'

const base = '/api/v1/offer-mgt'
type As = { token: string } | undefined

export const makeOffer = (as: As, post_id: string, price: number, more: object = {}) =>
  call('POST', `${base}/make`, { as, body: { post_id, price, ...more } })
export const answer = (as: As, what: 'accept' | 'decline' | 'withdraw', id: string) =>
  call('POST', `${base}/${what}/${id}`, { as })
export const counter = (as: As, id: string, price: number, more: object = {}) =>
  call('POST', `${base}/counter/${id}`, { as, body: { price, ...more } })
export const offersOf = async (as: As, query: Record<string, string> = {}) =>
  (await granted(call('GET', `${base}/list`, { as, query }))).body.data

/** A listing whose seller takes offers, 20 EUR unless told otherwise. */
export const newNegotiable = (seller: TestPerson, overrides: Record<string, unknown> = {}) =>
  newPost(seller, { allow_offers: true, ...overrides })

/** An offer of the member's to the partner, or the other way round. */
export async function newOffer(
  { member, partner }: Pick<Cast, 'member' | 'partner'>,
  by: 'member' | 'partner' = 'member',
): Promise<{ id: string; postId: string; roomId: string }> {
  const [buyer, seller] = by === 'member' ? [member, partner] : [partner, member]
  const { _id: postId } = await newNegotiable(seller)
  const { body } = await granted(makeOffer(buyer, postId, 15))
  return { id: body.data._id, postId, roomId: body.data.chatroom_id }
}

/** What the member may buy from the partner for 15 EUR. */
export async function newAccepted(
  cast: Pick<Cast, 'member' | 'partner'>,
): Promise<{ post_id: string; offer_id: string }> {
  const { id, postId } = await newOffer(cast)
  await granted(answer(cast.partner, 'accept', id))
  return { post_id: postId, offer_id: id }
}

/** Lets the time of an offer be over. */
export async function letEnd(id: string): Promise<void> {
  await sql`
    update marketplace.offer set expires_at = now() - interval '1 hour', due_at = now() - interval '1 hour',
      held_until = case when status = 'accepted' then now() - interval '1 hour' end
    where id = ${id}`.execute((await world()).host.services.db)
}
