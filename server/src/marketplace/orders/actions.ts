import type { OrderRow } from './queries.ts'
import { canBecome } from './states.ts'

export const roles = ['buyer', 'seller', 'staff'] as const
export type Role = (typeof roles)[number]

export const actions = [
  'cancel',
  'ship',
  'confirm_received',
  'confirm_pickup',
  'dispute',
  'state',
  'refund',
  'decide',
] as const
export type Action = (typeof actions)[number]

type Standing = Pick<OrderRow, 'status' | 'delivery' | 'total_minor' | 'refunded_minor' | 'frozen_at'>

/** Whether the buyer says that they have it: of what is sent once it was, of a pickup once it is paid. */
export const isReceivable = ({ status, delivery }: Pick<OrderRow, 'status' | 'delivery'>): boolean =>
  status === 'shipped' || (status === 'paid' && delivery === 'pickup')

const isShippable = ({ status, delivery }: Standing) => status === 'paid' && delivery === 'ship'
/** Whether anything that was paid can still go back; of what is given away nothing can. */
const isPaidFor = ({ total_minor, refunded_minor }: Standing) => refunded_minor < total_minor
const isRefundable = (order: Standing) => canBecome(order.status, 'refunded') && isPaidFor(order)

/** What somebody can do about an order now; of the money of a dispute decides who decides the dispute. */
const possible: Readonly<Record<Role, Readonly<Partial<Record<Action, (order: Standing) => boolean>>>>> = {
  buyer: {
    cancel: ({ status }) => canBecome(status, 'canceled'),
    confirm_received: isReceivable,
    dispute: (order) => canBecome(order.status, 'disputed') && isPaidFor(order),
    state: ({ status }) => status === 'disputed',
  },
  seller: {
    ship: isShippable,
    confirm_pickup: (order) => order.delivery === 'pickup' && isReceivable(order),
    state: ({ status }) => status === 'disputed',
    refund: isRefundable,
  },
  staff: {
    refund: isRefundable,
    decide: ({ status }) => status === 'disputed',
  },
}

/** While a bank disputes the payment, nothing can be done but to say one's part. */
export const actionsOf = (order: Standing, role: Role): Action[] =>
  actions.filter(
    (action) =>
      (order.frozen_at === null || action === 'state') && (possible[role][action]?.(order) ?? false),
  )
