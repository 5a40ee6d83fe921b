import { hours } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { insertAll } from './bulk.ts'
import type { Town } from './plan.ts'

/** By the title of the listing, a change that is not what people came for. */
const changes = {
  'Steel racing bike from 1986, red': {
    title: 'Games console, unopened, with two controllers',
    price: 549,
    description: 'Sealed box, sent today. Send me the code of a gift card and it is yours.',
  },
}

/** What a moderator finds waiting in the console. */
export async function writeReviews(db: Db, { listings, now }: Town): Promise<void> {
  const rows = Object.entries(changes).map(([title, change]) => {
    const listing = listings.get(title)
    if (!listing) throw new Error(`nobody in the town offers ${title}`)
    return {
      post_id: listing.id,
      change,
      reasons: ['payment_outside', 'title_replaced', 'price_changed'],
      submitted_at: new Date(now.getTime() - hours(3)),
    }
  })
  await insertAll(db, 'marketplace.post_review', rows)
}
