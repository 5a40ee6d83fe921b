import { type Reaction, when } from '../platform/operation/reactions.ts'
import { categoryMoved } from './categories/public.ts'
import { tellRoomsAbout } from './chat/public.ts'
import { followPrice } from './collections/public.ts'
import { refilePostsOf } from './filing/jobs.ts'
import { listingTakenDown } from './moderation/public.ts'
import { priceChanged } from './posts/public.ts'
import { saleChanged } from './sales/public.ts'

/** Who of the marketplace reacts to what another noun announces. */
export const reactions: readonly Reaction[] = [
  when(categoryMoved, refilePostsOf),
  when(priceChanged, followPrice),
  when(saleChanged, tellRoomsAbout),
  when(listingTakenDown, tellRoomsAbout),
]
