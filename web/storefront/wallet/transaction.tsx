import { Title } from '@mantine/core'
import type { WalletTransactionDetail } from '@plaza/client/marketplace'
import { getTransactionDetailOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts as reviews } from '../../texts/reviews.ts'
import { texts } from '../../texts/wallet.ts'
import { dateTime } from '../../ui/dates.ts'
import { money } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { BankQuestion } from '../payments/bank-question.tsx'
import { PdfButton } from './pdf-button.tsx'
import { signed } from './transaction-row.tsx'
import classes from './wallet.module.css'

const askAgainMs = 5000
const isWaiting = (status: string | undefined) => status === 'requires_action' || status === 'processing'

/** All of one transaction. */
export function Transaction() {
  const { transactionId: id } = useParams({ from: '/signed-in/wallet/$transactionId' })
  const query = useQuery({
    ...getTransactionDetailOptions({ path: { id } }),
    // What is on its way arrives while somebody looks.
    refetchInterval: ({ state }) => (isWaiting(state.data?.data.status) ? askAgainMs : false),
  })
  return (
    <div className={classes.page}>
      <TextLink to="/wallet" py="sm" display="inline-block">
        {texts.toWallet}
      </TextLink>
      {query.isPending && <Waiting />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.data && <Detail transaction={query.data.data} />}
    </div>
  )
}

function Detail({ transaction }: { transaction: WalletTransactionDetail }) {
  const {
    _id,
    type,
    status,
    amount,
    fee,
    currency,
    counterpart,
    timeline,
    lines,
    related,
    receipt_url,
    createdAt,
  } = transaction
  const { paid } = useSearch({ from: '/signed-in/wallet/$transactionId' })
  const facts = [
    [texts.amount, signed(amount, currency)],
    [texts.status, texts.statuses[status] ?? status],
    ...(fee === 0 ? [] : [[texts.fee, money(fee, currency)] as const]),
    ...(counterpart ? [[texts.counterpart, <Counterpart key="with" person={counterpart} />] as const] : []),
    [texts.begun, dateTime(createdAt)],
  ] as const
  return (
    <>
      <PageTitle>{texts.types[type] ?? type}</PageTitle>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      {type === 'add_funds' && isWaiting(status) && (
        <BankQuestion paymentId={_id} isAsked={status === 'requires_action'} isBack={paid} />
      )}
      {receipt_url !== null && <PdfButton receiptId={receipt_url.split('/').at(-2) ?? ''} name={texts.pdf} />}
      <Part title={texts.timeline}>
        {timeline.map((event) => (
          <Row key={event.at + event.status} name={texts.statuses[event.status]} at={event.at} />
        ))}
      </Part>
      <Part title={texts.booked}>
        {lines.map((line) => (
          <Row key={line.entry + line.account + line.at} name={texts.accounts[line.account]} at={line.at}>
            <strong>{signed(line.amount, currency)}</strong>
            <br />
            <span className={classes.soft}>{texts.balanceAfter(money(line.balance, currency))}</span>
          </Row>
        ))}
      </Part>
      <Part title={texts.related}>
        {related.map((other) => (
          <li key={other._id}>
            <Link to="/wallet/$transactionId" params={{ transactionId: other._id }} className={classes.row}>
              <span>{texts.types[other.type] ?? other.type}</span>
              <strong className={classes.amounts}>{signed(other.amount, currency)}</strong>
            </Link>
          </li>
        ))}
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <section>
      <Title order={2} size="h4" mt="lg">
        {title}
      </Title>
      <ul className={classes.list} aria-label={title}>
        {children}
      </ul>
    </section>
  )

const Row = ({ name, at, children }: { name: string | undefined; at: string; children?: ReactNode }) => (
  <li className={classes.row}>
    <span>
      {name}
      <br />
      <span className={classes.soft}>{dateTime(at)}</span>
    </span>
    {children && <span className={classes.amounts}>{children}</span>}
  </li>
)

/** With whom it was, and what others think of them. */
function Counterpart({ person }: { person: NonNullable<WalletTransactionDetail['counterpart']> }) {
  const { average, count } = person.rating
  return (
    <>
      <TextLink to="/sellers/$sellerId" params={{ sellerId: person._id }} py={4} display="inline-block">
        <bdi>{person.name}</bdi>
      </TextLink>
      {average !== null && ` · ${reviews.average(average, count)}`}
    </>
  )
}
