import { SimpleGrid, Text, Title } from '@mantine/core'
import type { OrderDetail, OrderDispute } from '@plaza/client/marketplace'
import { texts } from '../../../texts/admin/marketplace/orders.ts'
import { texts as shared } from '../../../texts/orders.ts'
import { dateTime } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import classes from '../../details.module.css'
import { PrivatePictures } from '../../private-pictures.tsx'

/** What both sides say, beside each other, and how it was decided. */
export const Dispute = ({ order: { currency }, dispute }: { order: OrderDetail; dispute: OrderDispute }) => (
  <section aria-label={shared.dispute}>
    <Title order={2} size="h4" mb={4}>
      {shared.dispute}
    </Title>
    <Text mb="sm">
      {shared.reasons[dispute.reason]} · {shared.wants(money(dispute.wanted, currency))}{' '}
      <Text span c="var(--ink-soft)">
        {dateTime(dispute.opened_at)}
      </Text>
    </Text>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Side who="buyer" dispute={dispute} />
      <Side who="seller" dispute={dispute} />
    </SimpleGrid>
    {dispute.decided_refund !== null && (
      <Text mt="sm">
        <strong>{shared.decided(money(dispute.decided_refund, currency))}</strong>{' '}
        <span dir="auto">{dispute.message}</span>
      </Text>
    )}
  </section>
)

function Side({ who, dispute: { statements } }: { who: 'buyer' | 'seller'; dispute: OrderDispute }) {
  const own = statements.filter(({ by }) => by === who)
  return (
    <section>
      <Title order={3} size="h5">
        {texts.says(texts.by[who])}
      </Title>
      {own.length === 0 && <Text c="var(--ink-soft)">{texts.silent}</Text>}
      {own.map(({ _id, text, pictures, createdAt }) => (
        <article key={_id}>
          <Text dir="auto" className={classes.text}>
            {text}
          </Text>
          <PrivatePictures pictures={pictures} />
          <Text c="var(--ink-soft)" size="sm" mb="xs">
            {dateTime(createdAt)}
          </Text>
        </article>
      ))}
    </section>
  )
}
