import { SegmentedControl } from '@mantine/core'
import { texts } from '../../texts/comments.ts'

const orders = ['newest', 'oldest'] as const
export type Order = (typeof orders)[number]

/** Which comments come first. */
export const OrderChoice = ({ order, onChange }: { order: Order; onChange: (order: Order) => void }) => (
  <SegmentedControl
    aria-label={texts.order}
    data={orders.map((value) => ({ value, label: texts[value] }))}
    value={order}
    onChange={onChange}
  />
)
