import { type Reaction, when } from '../platform/operation/reactions.ts'
import { tellRoomsAbout } from './chat/public.ts'
import { saleChanged } from './sales/public.ts'

/** Who of the marketplace reacts to what another noun announces. */
export const reactions: readonly Reaction[] = [when(saleChanged, tellRoomsAbout)]
