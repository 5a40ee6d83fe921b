import { NativeSelect } from '@mantine/core'
import type { Offer } from '@plaza/client/marketplace'
import { getOffersInfiniteOptions } from '@plaza/client/marketplace/queries'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/offers.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { byCursor, isComing, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import orders from '../orders/orders.module.css'
import { Answers, amountOf, State } from './offer-card.tsx'
import classes from './offers.module.css'

const sides = ['all', 'seller', 'buyer'] as const
type Side = (typeof sides)[number]

/** Every offer that the person made or got, with what they can do about it. */
export function Offers() {
  const [side, setSide] = useState<Side>('all')
  const [isOpen, setOpen] = useState(false)
  const list = useInfiniteQuery({
    ...getOffersInfiniteOptions({
      query: {
        limit: 20,
        ...(side === 'all' ? {} : { role: side }),
        ...(isOpen ? { status: 'open' as const } : {}),
      },
    }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })
  const rows = rowsOf(list.data)
  const isAwaited = isComing(list)
  return (
    <div className={orders.page}>
      <TextLink to="/you" py="sm" display="inline-block">
        {texts.back}
      </TextLink>
      <PageTitle>{texts.title}</PageTitle>
      <div className={classes.filters}>
        <NativeSelect
          label={texts.show}
          value={side}
          onChange={({ target }) => setSide(sides.find((one) => one === target.value) ?? 'all')}
          data={sides.map((value) => ({ value, label: texts.sides[value] }))}
        />
        <NativeSelect
          label={texts.state}
          value={isOpen ? 'open' : ''}
          onChange={({ target }) => setOpen(target.value === 'open')}
          data={[
            { value: '', label: texts.sides.all },
            { value: 'open', label: texts.onlyOpen },
          ]}
        />
      </div>
      {isAwaited && rows.length === 0 && <Waiting />}
      {list.isError && rows.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && !isAwaited && rows.length === 0 && (
        <Empty title={texts.empty} hint={texts.emptyHint} />
      )}
      <ul className={orders.list} aria-label={texts.title} aria-busy={list.isPlaceholderData}>
        {rows.map((offer) => (
          <Row key={offer._id} offer={offer} />
        ))}
      </ul>
      <More query={list} />
    </div>
  )
}

function Row({ offer }: { offer: Offer }) {
  const isOwn = offer.made_by === offer.role
  const other = offer.role === 'buyer' ? offer.seller : offer.buyer
  return (
    <li className={classes.row}>
      <Link to="/chats/$roomId" params={{ roomId: offer.chatroom_id }} className={classes.about}>
        <span className={orders.photo}>
          <Picture url={offer.postImage} alt="" sizes="56px" />
        </span>
        <span className={classes.words}>
          <strong dir="auto">{offer.title}</strong>
          <br />
          <span className={orders.soft}>{texts.with[offer.role][isOwn ? 'own' : 'other'](other.name)}</span>
          <br />
          <State offer={offer} isOwn={isOwn} />
        </span>
        <strong>{amountOf(offer)}</strong>
      </Link>
      <Answers offer={offer} isOwn={isOwn} />
    </li>
  )
}
