import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { majorOf, minorOf } from '../../platform/money.ts'
import { ownId } from '../../platform/operation/field-access.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Shown, Verbatim } from '../../platform/operation/schema.ts'
import { administrator, member } from '../access.ts'
import { conditionName } from '../posts/public.ts'
import { findPerson } from '../users/public.ts'
import { compareListing } from './comparison-queries.ts'
import { inventoryCreated } from './events.ts'
import { exchangePictures, requireSafe } from './pictures.ts'
import { noSuchUser, pricePrecision, userMismatch } from './problems.ts'
import { insertEvent, insertListing } from './queries.ts'
import { Amount, Condition, Images, Title } from './shapes.ts'

export const createPurchaseListing = operation({
  key: 'M165',
  source:
    'path, method, body and the text reply shown in the specification, 4.6 and 2.3; the second 200, the 500 text and the two headers chosen here',
  method: 'POST',
  path: '/purchase-tool/creation',
  summary: 'Record something you bought to sell on',
  access: member,
  body: Type.Object({
    user_id: ownId({
      refusal: userMismatch,
      except: { to: administrator, because: 'administrators record for a person who asks them to' },
    }),
    title: Title,
    price: Amount,
    product_image: Images,
    condition: Condition,
    search_id: Verbatim(1, 128, { example: '8c1f0e' }),
  }),
  replies: {
    200: {
      text: Shown(
        '{"message":"Listing created successfully","response":"What is the resale value of \\"Brass lamp\\", bought for 18.5 EUR, condition: Good?"}',
      ),
      description:
        'JSON text with `message` and `response`; the id of the purchase is in `Location` and `X-Listing-Id`',
      headers: { Location: 'of the purchase', 'X-Listing-Id': 'its id' },
    },
  },
  problems: [userMismatch, noSuchUser, pricePrecision],
  onFailure: {
    type: 'text/plain; charset=utf-8',
    text: '{"message":"Internal server error","response":""}',
  },

  async handle({ body, caller, ...work }) {
    const { db } = work
    const now = work.clock.now()
    const userId = body.user_id
    const isForOther = userId !== caller.id
    requireSafe(body.product_image, work.services.settings.publicUrl)
    const owner = isForOther ? await findPerson(db, userId) : { currency: caller.currency, isActive: true }
    if (!owner?.isActive) throw noSuchUser()
    const listing = {
      id: newId(),
      userId,
      searchId: body.search_id,
      title: body.title,
      priceMinor: minorOf(body.price, owner.currency, 'body.price'),
      currency: owner.currency,
      images: body.product_image,
      condition: conditionName(body.condition),
    }
    const { id, isNew, title, price_minor, currency, condition } = await insertListing(db, listing, now)
    if (isNew) {
      await exchangePictures(work, { id, upload_ids: [] }, body.product_image, caller.id)
      await insertEvent(db, id, { kind: 'created' }, now)
      await compareListing(db, id, now)
      work.publish(inventoryCreated, { recipientId: userId, data: { _id: id } })
    }
    if (isNew && isForOther) work.audit(`purchase-listing/${id}`, { userId })
    const message = isNew ? 'Listing created successfully' : 'Listing already exists'
    const price = majorOf(price_minor, currency)
    const response = `What is the resale value of "${title}", bought for ${price} ${currency}, condition: ${condition}?`
    return reply({
      text: JSON.stringify({ message, response }),
      headers: { Location: `/api/v1/purchase-tool/detail/${id}`, 'X-Listing-Id': id },
    })
  },
})
