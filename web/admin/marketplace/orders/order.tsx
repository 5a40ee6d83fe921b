import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import type { OrderDetail } from '@plaza/client/marketplace'
import { getOrderOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/orders.ts'
import { texts as shared } from '../../../texts/orders.ts'
import { dateTime } from '../../../ui/dates.ts'
import { money, number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import classes from '../../details.module.css'
import { Facts } from '../../facts.tsx'
import { SidePanel } from '../../side-panel.tsx'
import { DecideForm } from './decide-form.tsx'
import { Dispute } from './dispute.tsx'
import { Refund } from './refund.tsx'
import { OrderState } from './status.tsx'

const ofList = getRouteApi('/marketplace/administration/orders/$orderId')
const inDispute = getRouteApi('/marketplace/administration/disputes/$orderId')

/** An order beside the list of all. */
export function OrderOfList() {
  return <Panel orderId={ofList.useParams().orderId} list="/orders" />
}

/** An order beside the list of disputes. */
export function OrderInDispute() {
  return <Panel orderId={inDispute.useParams().orderId} list="/disputes" />
}

function Panel({ orderId, list }: { orderId: string; list: '/orders' | '/disputes' }) {
  const navigate = useNavigate()
  return (
    <SidePanel
      label={texts.order}
      size="46rem"
      onLeave={() => navigate({ to: list, search: (old) => old, replace: true })}
    >
      <Details key={orderId} orderId={orderId} />
    </SidePanel>
  )
}

function Details({ orderId }: { orderId: string }) {
  const query = useQuery(getOrderOptions({ path: { order_id: orderId } }))
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const order = query.data.data
  const maySettle = order.actions.includes('decide')
  return (
    <Stack>
      <PageTitle>{order.title}</PageTitle>
      <Group>
        <OrderState status={order.status} />
        {order.timer && (
          <Text c="var(--ink-soft)" size="sm">
            {shared.timers[order.timer.what](dateTime(order.timer.ends_at))}
          </Text>
        )}
      </Group>
      {order.frozen_at && (
        <Alert color="yellow" variant="light">
          {shared.frozen}
        </Alert>
      )}
      <Facts facts={factsOf(order)} />
      {order.dispute && <Dispute order={order} dispute={order.dispute} />}
      {maySettle && <DecideForm order={order} />}
      <Timeline order={order} />
      {!maySettle && order.actions.includes('refund') && <Refund order={order} />}
    </Stack>
  )
}

function factsOf(order: OrderDetail) {
  const { currency, address, refunded, buyer, seller } = order
  const amount = (value: number) => money(value, currency)
  const parcel = [order.carrier, order.tracking_code].filter(Boolean).join(' ')
  return [
    [texts.heading.buyer, <Person key="buyer" {...buyer} />],
    [texts.heading.seller, <Person key="seller" {...seller} />],
    ...(order.quantity > 1 ? [[texts.quantity, number(order.quantity)] as const] : []),
    [order.paid_at ? texts.paid : texts.heading.total, amount(order.total)],
    ...(refunded > 0 ? [[shared.refunded, amount(refunded)] as const] : []),
    [texts.fee, amount(order.fee)],
    [shared.sellerReceives, amount(order.seller_receives)],
    [texts.mode, texts.modes[order.mode]],
    [
      shared.delivery,
      address
        ? [address.name, address.street, `${address.zip_code} ${address.city}`, address.country].join(', ')
        : shared.deliveries[order.delivery],
    ],
    ...(parcel === '' ? [] : [[shared.tracking, parcel] as const]),
    [texts.heading.ordered, dateTime(order.createdAt)],
  ] as const
}

const Person = ({ _id, name }: { _id: string; name: string }) => (
  <TextLink to="/people/$userId" params={{ userId: _id }}>
    {name}
  </TextLink>
)

const Timeline = ({ order: { events, currency } }: { order: OrderDetail }) => (
  <section>
    <Title order={2} size="h4" mb={4}>
      {shared.timeline}
    </Title>
    <ol className={classes.steps} aria-label={shared.timeline}>
      {events.map(({ _id, kind, actor, amount, createdAt }) => (
        <li key={_id} className={classes.step}>
          {[
            kind === 'refund' ? shared.refund : (shared.events[kind] ?? shared.statuses[kind] ?? kind),
            amount !== null && money(amount, currency),
          ]
            .filter(Boolean)
            .join(' · ')}
          <Text c="var(--ink-soft)" size="sm">
            {[dateTime(createdAt), actor && shared.by[actor]].filter(Boolean).join(' · ')}
          </Text>
        </li>
      ))}
    </ol>
  </section>
)
