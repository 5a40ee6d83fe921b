import type { Order } from '@plaza/client/marketplace'
import { texts } from '../../../texts/orders.ts'
import { State, type Tone } from '../../state.tsx'

const tones: Readonly<Partial<Record<Order['status'], Tone>>> = {
  pending_payment: 'busy',
  paid: 'busy',
  shipped: 'busy',
  received: 'busy',
  completed: 'good',
  released: 'good',
  disputed: 'warn',
  refunded: 'bad',
  charged_back: 'bad',
}

/** In which state an order is. */
export const OrderState = ({ status }: { status: Order['status'] }) => (
  <State tone={tones[status]}>{texts.statuses[status] ?? status}</State>
)
