import { type Static, Type } from 'typebox'
import { Nullable, uuidPattern, Verbatim } from '../../platform/operation/schema.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { State } from './machine.ts'
import type { Provider } from './queries.ts'

// What RevenueCat tells of purchases in the shops of phones, and what each event says on its own: whatever order they
// come in, the newest alone decides.

const Said = (example: string) => Type.Optional(Nullable(Verbatim(1, 500, { example })))
const Moment = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 8.64e15 })))
const People = Type.Optional(
  Nullable(
    Type.Array(Verbatim(1, 500, { example: '0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01' }), { maxItems: 100 }),
  ),
)

export const StoreNotice = Type.Object({
  event: Type.Object({
    id: Verbatim(1, 200, { description: 'the same however often it is sent', example: 'F2E1-44AA' }),
    type: Verbatim(1, 100, { example: 'RENEWAL' }),
    event_timestamp_ms: Type.Integer({ minimum: 0, maximum: 8.64e15, examples: [1_767_600_000_000] }),
    app_user_id: Said('0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01'),
    product_id: Said('plaza.plus.monthly'),
    store: Said('APP_STORE'),
    environment: Said('PRODUCTION'),
    original_transaction_id: Said('2000000123456789'),
    expiration_at_ms: Moment,
    grace_period_expiration_at_ms: Moment,
    auto_resume_at_ms: Moment,
    transferred_from: People,
    transferred_to: People,
  }),
})
export type StoreEvent = Static<typeof StoreNotice>['event']

/** What an event says of a subscription. */
export interface StoreState {
  userId: string
  provider: Exclude<Provider, 'web'>
  storeId: string
  product: string
  state: State
  accessUntil: Date
  renewsAt: Date | null
  cancelAt: Date | null
  resumeAt: Date | null
  endedAt: Date | null
}

const stores: Readonly<Record<string, StoreState['provider']>> = {
  APP_STORE: 'apple',
  MAC_APP_STORE: 'apple',
  PLAY_STORE: 'google',
}

const stateAfter: Readonly<Record<string, State>> = {
  INITIAL_PURCHASE: 'active',
  RENEWAL: 'active',
  UNCANCELLATION: 'active',
  SUBSCRIPTION_EXTENDED: 'active',
  CANCELLATION: 'cancel_scheduled',
  BILLING_ISSUE: 'past_due',
  // Whoever pauses has paid until the end of the period.
  SUBSCRIPTION_PAUSED: 'paused',
  EXPIRATION: 'expired',
}

export const modeOf = ({ environment }: StoreEvent): PaymentMode =>
  environment === 'PRODUCTION' ? 'live' : 'test'

const isId = (text: string | null | undefined): text is string => new RegExp(uuidPattern).test(text ?? '')
const earlier = (a: number, b: number) => new Date(Math.min(a, b))

/** @returns undefined where an event says nothing of a subscription of somebody's. */
export function readStoreEvent(event: StoreEvent): StoreState | undefined {
  const { type, app_user_id: userId, original_transaction_id: storeId, product_id: product } = event
  const state = stateAfter[type]
  const provider = stores[event.store ?? '']
  const ends = event.expiration_at_ms
  if (!state || !provider || !storeId || !product || typeof ends !== 'number' || !isId(userId))
    return undefined
  const end = new Date(ends)
  const isOver = state === 'expired'
  const grace = state === 'past_due' ? (event.grace_period_expiration_at_ms ?? ends) : ends
  const resume = event.auto_resume_at_ms
  return {
    userId,
    provider,
    storeId,
    product,
    state,
    accessUntil: isOver ? earlier(ends, event.event_timestamp_ms) : new Date(Math.max(ends, grace)),
    renewsAt: state === 'active' ? end : null,
    cancelAt: state === 'cancel_scheduled' ? end : null,
    resumeAt: state === 'paused' && typeof resume === 'number' ? new Date(resume) : null,
    endedAt: isOver ? earlier(ends, event.event_timestamp_ms) : null,
  }
}

/** Whose purchases an event gives to whom. @returns undefined where it gives none to one of ours. */
export function readTransfer(event: StoreEvent): { from: string[]; to: string } | undefined {
  const to = event.transferred_to?.find(isId)
  const from = (event.transferred_from ?? []).filter(isId)
  return event.type === 'TRANSFER' && to !== undefined && from.length > 0 ? { from, to } : undefined
}
