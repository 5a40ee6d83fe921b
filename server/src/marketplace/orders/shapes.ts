import { type Static, Type } from 'typebox'
import { CountryCode } from '../../platform/country.ts'
import { pictureUrl } from '../../platform/media/uploads.ts'
import { majorOf } from '../../platform/money.ts'
import { Id, Line, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { type Action, actions, actionsOf, type Role, roles } from './actions.ts'
import { feeOf } from './fee.ts'
import { pickupCodeOf } from './pickup.ts'
import type { NamedOrderRow } from './queries.ts'
import { isOpen, type OrderStatus, statuses } from './states.ts'

export const deliveries = ['pickup', 'ship'] as const

const addressFields = {
  name: Line(1, 120, { example: 'Ada Lovelace' }),
  street: Line(1, 200, { example: 'Harbour Street 4' }),
  zip_code: Line(1, 16, { example: '10115' }),
  city: Line(1, 120, { example: 'Berlin' }),
  country: CountryCode(),
}
export const AddressInput = Type.Object(addressFields, {
  description: 'where it is sent to; the seller reads it once it is paid',
})
const AddressShown = Type.Object(
  {
    name: Shown('Ada Lovelace'),
    street: Shown('Harbour Street 4'),
    zip_code: Shown('10115'),
    city: Shown('Berlin'),
    country: Shown('DE'),
  },
  { title: 'OrderAddress' },
)

/** An amount in major units, with its minor ones beside it. */
export const amountFields = <Name extends string>(name: Name, description: string) =>
  ({
    [name]: Type.Number({ description, examples: [12.5] }),
    [`${name}_minor`]: Type.Integer(),
  }) as Record<Name, ReturnType<typeof Type.Number>> &
    Record<`${Name}_minor`, ReturnType<typeof Type.Integer>>

const timers = ['pay', 'ship', 'confirm', 'dispute', 'decide'] as const

const Party = Type.Object({ _id: Id, name: Shown('Ada Lovelace') })

export const orderFields = {
  _id: Id,
  __v: Type.Integer(),
  role: OneOf(roles, { description: 'what you are in it' }),
  status: OneOf(statuses),
  post_id: Id,
  title: Shown('Child bicycle, red', 'as the listing said it when it was bought'),
  postImage: Shown('https://plaza.example/media/0197b3a1/1280.webp', 'empty where there is none'),
  quantity: Type.Integer(),
  currency: Shown('EUR'),
  ...amountFields('price', 'of one piece'),
  ...amountFields('total', 'what the buyer pays'),
  ...amountFields('fee', 'what the platform takes of what the seller keeps'),
  ...amountFields('seller_receives', 'the rest of it'),
  ...amountFields('refunded', 'what went back to the buyer'),
  mode: OneOf(paymentModes, { description: 'whether real money moves' }),
  delivery: OneOf(deliveries),
  address: Nullable(AddressShown, 'null of a pickup; the seller sees it from the payment to the end'),
  carrier: Nullable(Shown('DHL')),
  tracking_code: Nullable(Shown('00340434161094042557')),
  pickup_code: Nullable(Shown('073114', 'for the buyer of a paid pickup, to show when they have it')),
  payment_id: Nullable(Id, 'for the buyer while the payment by card is waited for'),
  buyer: Party,
  seller: Party,
  timer: Nullable(
    Type.Object({
      what: OneOf(timers, {
        description:
          'what is waited for: payment, shipping, receipt, an objection, or the decision of a dispute',
      }),
      ends_at: Timestamp,
    }),
    'when its status ends by itself; null once nothing does',
  ),
  frozen_at: Nullable(
    Timestamp,
    'since when the bank of the buyer disputes the payment: nothing moves until it has decided',
  ),
  actions: Type.Array(OneOf(actions), { description: 'what you can do about it now' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  paid_at: Nullable(Timestamp),
  shipped_at: Nullable(Timestamp),
  received_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
}

export const Order = Type.Object(orderFields, { title: 'Order' })

const isoOf = (at: Date | null) => at?.toISOString() ?? null

const timerOf: Readonly<Partial<Record<OrderStatus, (typeof timers)[number]>>> = {
  pending_payment: 'pay',
  paid: 'ship',
  shipped: 'confirm',
  received: 'dispute',
  disputed: 'decide',
}

export const roleOf = (
  { buyer_id, seller_id }: Pick<NamedOrderRow, 'buyer_id' | 'seller_id'>,
  id: string,
): Role => (id === buyer_id ? 'buyer' : id === seller_id ? 'seller' : 'staff')

/** Amounts in both units, by their names. */
function amountsOf<Name extends string>(minors: Record<Name, number>, currency: string) {
  const entries = Object.entries<number>(minors).flatMap(([name, minor]) => [
    [name, majorOf(minor, currency)],
    [`${name}_minor`, minor],
  ])
  // The keys are those of `minors`, each twice.
  return Object.fromEntries(entries) as Record<Name | `${Name}_minor`, number>
}

/** What of an order goes to whom, of one that was paid or is to be. */
export function sharesOf({
  price_minor: price,
  total_minor: total,
  refunded_minor: refunded,
  fee_basis_points: points,
  currency,
}: Pick<NamedOrderRow, 'price_minor' | 'total_minor' | 'refunded_minor' | 'fee_basis_points' | 'currency'>) {
  const kept = total - refunded
  const fee = feeOf(kept, points)
  return amountsOf({ price, total, fee, seller_receives: kept - fee, refunded }, currency)
}

/** When the seller may read where to send it. */
const isAddressed = ({ paid_at, status }: NamedOrderRow) => paid_at !== null && isOpen(status)

export function presentOrder(
  row: NamedOrderRow,
  callerId: string,
  { services }: Pick<Surroundings, 'services'>,
): Static<typeof Order> {
  const role = roleOf(row, callerId)
  const what = timerOf[row.status]
  const shown: readonly Action[] = actionsOf(row, role)
  return {
    _id: row.id,
    __v: row.version,
    role,
    status: row.status,
    post_id: row.post_id,
    title: row.title,
    postImage: row.photo_id ? pictureUrl(services.settings.publicUrl, row.photo_id) : '',
    quantity: row.quantity,
    currency: row.currency,
    ...sharesOf(row),
    mode: row.mode,
    delivery: row.delivery,
    address: role === 'seller' && !isAddressed(row) ? null : row.address,
    carrier: row.carrier,
    tracking_code: row.tracking_code,
    pickup_code: role === 'buyer' && isToBePickedUp(row) ? pickupCodeOf({ services }, row) : null,
    payment_id: role === 'buyer' && row.status === 'pending_payment' ? row.payment_id : null,
    buyer: { _id: row.buyer_id, name: row.buyer_name },
    seller: { _id: row.seller_id, name: row.seller_name },
    frozen_at: isoOf(row.frozen_at),
    timer: what && row.ends_at && !row.frozen_at ? { what, ends_at: row.ends_at.toISOString() } : null,
    actions: [...shown],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    paid_at: isoOf(row.paid_at),
    shipped_at: isoOf(row.shipped_at),
    received_at: isoOf(row.received_at),
    ended_at: isoOf(row.ended_at),
  }
}

const isToBePickedUp = ({ delivery, status }: NamedOrderRow) => delivery === 'pickup' && status === 'paid'
