import { NativeSelect } from '@mantine/core'
import type { Order } from '@plaza/client/marketplace'
import { getOrdersInfiniteOptions } from '@plaza/client/marketplace/queries'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/orders.ts'
import { date } from '../../ui/dates.ts'
import { money } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { byCursor, isComing, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import classes from './orders.module.css'

const sides = ['all', 'buyer', 'seller'] as const
type Side = (typeof sides)[number]

/** What the person bought and sold. */
export function Orders() {
  const [side, setSide] = useState<Side>('all')
  const list = useInfiniteQuery({
    ...getOrdersInfiniteOptions({ query: { limit: 20, ...(side === 'all' ? {} : { role: side }) } }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })
  const rows = rowsOf(list.data)
  const isAwaited = isComing(list)
  return (
    <div className={classes.page}>
      <TextLink to="/you" py="sm" display="inline-block">
        {texts.back}
      </TextLink>
      <PageTitle>{texts.title}</PageTitle>
      <NativeSelect
        mt="sm"
        label={texts.show}
        value={side}
        onChange={({ target }) => setSide(sides.find((one) => one === target.value) ?? 'all')}
        data={sides.map((value) => ({ value, label: texts.sides[value] }))}
      />
      {isAwaited && rows.length === 0 && <Waiting />}
      {list.isError && rows.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && !isAwaited && rows.length === 0 && (
        <Empty title={texts.empty} hint={texts.emptyHint} />
      )}
      <ul className={classes.list} aria-label={texts.title} aria-busy={list.isPlaceholderData}>
        {rows.map((order) => (
          <Row key={order._id} order={order} />
        ))}
      </ul>
      <More query={list} />
    </div>
  )
}

const Row = ({ order }: { order: Order }) => (
  <li>
    <Link to="/orders/$orderId" params={{ orderId: order._id }} className={classes.row}>
      <span className={classes.photo}>
        <Picture url={order.postImage} alt="" sizes="56px" />
      </span>
      <span className={classes.words}>
        <strong dir="auto">{order.title}</strong>
        <br />
        <span className={classes.soft}>
          {[
            order.role !== 'staff' && texts.sides[order.role],
            texts.statuses[order.status],
            date(order.createdAt),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <strong>{money(order.total, order.currency)}</strong>
    </Link>
  </li>
)
