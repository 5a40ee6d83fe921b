import type { Cast } from './cast.ts'
import { call, granted, type TestPerson } from './kit.ts'
import { pay, ship } from './orders.ts'
import { chatAbout, newPost, sell } from './posts.ts'

// Deals and what people say of them, where they are not what a test is about.

type As = TestPerson | undefined
type Query = Record<string, string | number | boolean>

export const addReview = (as: As, deal_id: string, body: object = {}) =>
  call('POST', '/api/v1/review-mgt/add', { as, body: { deal_id, rating: 5, text: 'As described.', ...body } })
export const replyTo = (as: As, review_id: string, text = 'Gladly again.') =>
  call('POST', '/api/v1/review-mgt/reply', { as, body: { review_id, text } })
export const reviewsOf = (person: { id: string }, as?: As, query: Query = {}) =>
  call('GET', `/api/v1/review-mgt/user/${person.id}`, { as, query })
export const pendingReviews = async (as: As) =>
  (await granted(call('GET', '/api/v1/review-mgt/pending', { as }))).body.data
export const dealsOf = async (as: As, query: Query = {}) =>
  (await granted(call('GET', '/api/v1/review-mgt/deals', { as, query }))).body.data

/** A listing that one person marked as sold to another. */
export async function newDeal(
  seller: TestPerson,
  buyer: TestPerson,
): Promise<{ id: string; postId: string }> {
  const { _id: postId } = await newPost(seller)
  await granted(chatAbout(postId, seller, buyer))
  await granted(sell(seller, postId, 'sold_here', { buyer_id: buyer.id }))
  const [{ _id: id }] = await dealsOf(buyer, { post_id: postId })
  return { id, postId }
}

/** An order of the member's that was sent, and whose money went back. @returns the order's id. */
export async function newOrderDeal(cast: Pick<Cast, 'member' | 'partner'>): Promise<string> {
  const order_id = await ship(cast)
  await granted(pay(cast.partner, 'order-mgt/refund', { order_id }))
  return order_id
}

/** A review of the partner by the member, which nobody else sees. */
export async function newSealedReview({ member, partner }: Pick<Cast, 'member' | 'partner'>) {
  const deal = await newDeal(partner, member)
  const { body } = await granted(addReview(member, deal.id))
  return { deal, reviewId: body.data._id as string }
}

/** Reviews that the two wrote of each other, of which the one by the partner. */
export async function newReview(cast: Pick<Cast, 'member' | 'partner'>): Promise<string> {
  const { deal } = await newSealedReview(cast)
  const { body } = await granted(addReview(cast.partner, deal.id, { rating: 4 }))
  return body.data._id
}
