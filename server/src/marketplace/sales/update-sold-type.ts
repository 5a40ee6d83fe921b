import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { member } from '../access.ts'
import { haveChat } from '../chat/public.ts'
import { invalidTransition, lockPost, noSuchPost, Post, pricePrecision, readBack } from '../posts/public.ts'
import { saleChanging, saleUndone, soldHere } from './announcements.ts'
import { changeSale } from './change.ts'
import { buyerNotEligible, paymentLocked } from './problems.ts'
import { buyerOf, SaleChange, saleAfter, undoneBy } from './sale.ts'

export const updateSoldType = operation({
  key: 'M42',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'PUT',
  path: '/post-mgt/update-sold-type',
  summary: 'Mark your listing as reserved, sold here, sold elsewhere, or available again',
  tag: 'posts',
  access: member,
  versioned: true,
  body: SaleChange,
  replies: { 200: { message: 'Sold type updated successfully', data: Post } },
  problems: [noSuchPost, buyerNotEligible, invalidTransition, paymentLocked, pricePrecision],

  async handle({ body, caller, expectVersion, ...work }) {
    if (body.sold_type === 'sold_here' && body.buyer_id === undefined)
      throw invalidField('body.buyer_id', 'required', 'is required for what is sold here')
    const { db, clock } = work
    const now = clock.now()
    const post = await lockPost(db, body.post_id, { id: caller.id, isStaff: false }, now)
    if (!post) throw noSuchPost()
    expectVersion(post)
    const sale = saleAfter(post, body, now)
    if (sale) {
      const buyerId = buyerOf(body)
      if (buyerId !== undefined && !(await haveChat(db, post.id, caller.id, buyerId)))
        throw buyerNotEligible()
      const isCorrection = post.status === 'sold' && sale.status === 'sold'
      await work.announce(saleChanging, { postId: post.id, quantitySold: sale.quantitySold, isCorrection })
      await changeSale(work, post, sale)
      if (buyerId && !isCorrection) await work.announce(soldHere, { postId: post.id, buyerId })
      const undone = undoneBy(post, sale)
      if (undone) await work.announce(saleUndone, { postId: post.id, ...undone })
    }
    return readBack(work, post.id, caller.id)
  },
})
