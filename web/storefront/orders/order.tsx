import { Alert, Text, Title } from '@mantine/core'
import type { OrderDetail } from '@plaza/client/marketplace'
import { getOrderOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { texts } from '../../texts/orders.ts'
import { dateTime } from '../../ui/dates.ts'
import { money } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { BankQuestion } from '../payments/bank-question.tsx'
import { DealReviews } from '../reviews/deal.tsx'
import { Actions } from './actions.tsx'
import { Facts } from './facts.tsx'
import classes from './orders.module.css'

/** An order as its buyer or its seller sees it. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/signed-in/orders/$orderId' })
  const query = useQuery(getOrderOptions({ path: { order_id: orderId } }))
  return (
    <div className={classes.page}>
      <TextLink to="/orders" py="sm" display="inline-block">
        {texts.toOrders}
      </TextLink>
      {query.isPending && <Waiting />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.data && <Shown order={query.data.data} />}
    </div>
  )
}

function Shown({ order }: { order: OrderDetail }) {
  const { timer, pickup_code: code, dispute } = order
  return (
    <>
      <div className={classes.thing}>
        <span className={classes.photo}>
          <Picture url={order.postImage} alt="" sizes="56px" />
        </span>
        <PageTitle>{order.title}</PageTitle>
      </div>
      <Facts facts={factsOf(order)} />
      {order.frozen_at && <Alert color="yellow">{texts.frozen}</Alert>}
      {timer && <Text>{texts.timers[timer.what](dateTime(timer.ends_at))}</Text>}
      {code !== null && (
        <p>
          {texts.pickupCode}
          <br />
          <span className={classes.code}>{code}</span>
        </p>
      )}
      {order.payment_id !== null && <BankQuestion paymentId={order.payment_id} isAsked={false} />}
      <Actions order={order} />
      <DealReviews about={{ order_id: order._id }} />
      {dispute && <Dispute dispute={dispute} currency={order.currency} />}
      <Title order={2} size="h4" mt="lg">
        {texts.timeline}
      </Title>
      <ol className={classes.timeline} aria-label={texts.timeline}>
        {order.events.map((event) => (
          <li key={event._id}>
            <span>
              {event.kind === 'refund'
                ? texts.refund
                : (texts.events[event.kind] ?? texts.statuses[event.kind] ?? event.kind)}
              <br />
              <span className={classes.soft}>
                {[dateTime(event.createdAt), event.actor && texts.by[event.actor]]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {event.amount !== null && <strong>{money(event.amount, order.currency)}</strong>}
          </li>
        ))}
      </ol>
    </>
  )
}

type Fact = readonly [name: string, value: string]

function factsOf(order: OrderDetail): Fact[] {
  const { currency, address, refunded } = order
  const amount = (value: number) => money(value, currency)
  const parcel = [order.carrier, order.tracking_code].filter(Boolean).join(' ')
  const where = address && [
    address.name,
    address.street,
    `${address.zip_code} ${address.city}`,
    address.country,
  ]
  return [
    [texts.status, texts.statuses[order.status] ?? order.status],
    order.role === 'buyer' ? [texts.seller, order.seller.name] : [texts.buyer, order.buyer.name],
    [order.role === 'buyer' ? texts.paid : texts.total, amount(order.total)],
    ...(refunded > 0 ? [[texts.refunded, amount(refunded)] as const] : []),
    // What becomes of it is the seller's business.
    ...(order.role === 'buyer'
      ? []
      : ([
          [texts.fee, amount(order.fee)],
          [texts.sellerReceives, amount(order.seller_receives)],
        ] as const)),
    [texts.delivery, where ? where.join(', ') : texts.deliveries[order.delivery]],
    ...(parcel === '' ? [] : [[texts.tracking, parcel] as const]),
  ]
}

interface DisputeProps {
  dispute: NonNullable<OrderDetail['dispute']>
  currency: string
}

/** What both said, with their pictures, and how it was decided. */
const Dispute = ({ dispute, currency }: DisputeProps) => (
  <section>
    <Title order={2} size="h4" mt="lg">
      {texts.dispute}
    </Title>
    <p>
      {texts.reasons[dispute.reason]} · {texts.wants(money(dispute.wanted, currency))}
    </p>
    <ul className={classes.list} aria-label={texts.dispute}>
      {dispute.statements.map((statement) => (
        <li key={statement._id} className={classes.row}>
          <div>
            <p className={classes.said} dir="auto">
              {statement.text}
            </p>
            {statement.pictures.length > 0 && (
              <p className={classes.photos}>
                {statement.pictures.map(
                  ({ upload_id, url }, index) =>
                    url && <img key={upload_id} src={url} alt={texts.photo(index + 1)} />,
                )}
              </p>
            )}
            <span className={classes.soft}>
              {[texts.by[statement.by], dateTime(statement.createdAt)].join(' · ')}
            </span>
          </div>
        </li>
      ))}
    </ul>
    {dispute.decided_refund !== null && (
      <p>
        <strong>{texts.decided(money(dispute.decided_refund, currency))}</strong>{' '}
        <span dir="auto">{dispute.message}</span>
      </p>
    )}
  </section>
)
