import { Title } from '@mantine/core'
import type { Payout } from '@plaza/client/marketplace'
import { getBankAccountsOptions, getPayoutsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/payouts.ts'
import { date, dateTime } from '../../ui/dates.ts'
import { money } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import classes from '../wallet/wallet.module.css'
import { BankAnswer } from './bank-answer.tsx'
import { bankName } from './bank-name.ts'
import { PayOut } from './pay-out.tsx'

/** Being paid out, and what became of it. */
export function Payouts() {
  const list = useInfiniteQuery({ ...getPayoutsInfiniteOptions({ query: { limit: 20 } }), ...byCursor })
  const rows = rowsOf(list.data)
  return (
    <div className={classes.page}>
      <TextLink to="/wallet" py="sm" display="inline-block">
        {texts.toWallet}
      </TextLink>
      <PageTitle>{texts.title}</PageTitle>
      <PayOut />
      <Title order={2} size="h3" mt="xl">
        {texts.payouts}
      </Title>
      {list.isPending && <Waiting />}
      {list.isError && rows.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Empty title={texts.noPayouts} hint={texts.noPayoutsHint} />}
      <ul className={classes.list} aria-label={texts.payouts}>
        {rows.map((payout) => (
          <Row key={payout._id} payout={payout} />
        ))}
      </ul>
      <More query={list} />
    </div>
  )
}

function Row({ payout }: { payout: Payout }) {
  const { _id, amount, currency, status, arrives_at: arrivesAt, failure_code: failure, created_at } = payout
  const banks = useQuery(getBankAccountsOptions())
  const bank = banks.data?.data.find((one) => one._id === payout.bank_account_id)
  const isUnderWay = status === 'requested' || status === 'in_transit'
  const more = [
    dateTime(created_at),
    bank && bankName(bank),
    isUnderWay && arrivesAt && texts.arrives(date(arrivesAt)),
    failure && (texts.failures[failure] ?? failure),
  ]
  return (
    <li>
      <Link to="/wallet/$transactionId" params={{ transactionId: _id }} className={classes.row}>
        <span>
          <strong>{texts.states[status]}</strong>
          <br />
          <span className={classes.soft}>{more.filter(Boolean).join(' · ')}</span>
        </span>
        <strong className={classes.amounts}>{money(amount, currency)}</strong>
      </Link>
      {status === 'in_transit' && payout.provider === 'sandbox' && <BankAnswer payout={payout} />}
    </li>
  )
}
