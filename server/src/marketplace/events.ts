import * as chat from './chat/events.ts'
import * as notifications from './notifications/events.ts'
import * as offers from './offers/events.ts'
import * as orders from './orders/events.ts'
import * as payouts from './payouts/events.ts'
import * as purchaseTool from './purchase-tool/events.ts'
import * as reviews from './reviews/events.ts'

/** What open apps of the marketplace hear of. */
export const events = [chat, notifications, offers, orders, payouts, purchaseTool, reviews].flatMap((noun) =>
  Object.values(noun),
)
