import { Button, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import type { ExportTransactionsData, WalletBalance, WalletTransaction } from '@plaza/client/marketplace'
import {
  exportTransactionsMutation,
  getBalanceOptions,
  getUserTransactionsInfiniteOptions,
  getUserTransactionsOptions,
} from '@plaza/client/marketplace/queries'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { texts as payments } from '../../texts/payments.ts'
import { texts as payouts } from '../../texts/payouts.ts'
import { texts } from '../../texts/wallet.ts'
import { dateTime } from '../../ui/dates.ts'
import { deviceZone } from '../../ui/device-zone.ts'
import { Failure } from '../../ui/failure.ts'
import { money } from '../../ui/formats.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, isComing, rowsOf } from '../../ui/queries.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Empty, Failed, FormFailure, More, messageOf, Waiting } from '../../ui/states.tsx'
import { readWalletSearch, type WalletSearch } from './search.ts'
import { TransactionRow } from './transaction-row.tsx'
import classes from './wallet.module.css'

/** What the person has, and what came and went. */
export function Wallet() {
  return (
    <div className={classes.page}>
      <TextLink to="/you" py="sm" display="inline-block">
        {texts.back}
      </TextLink>
      <PageTitle>{texts.title}</PageTitle>
      <Balances />
      <nav className={classes.links} aria-label={texts.title}>
        <ButtonLink to="/wallet/add-money">{payments.funds}</ButtonLink>
        <ButtonLink to="/wallet/payouts" variant="default">
          {payouts.title}
        </ButtonLink>
        <ButtonLink to="/wallet/cards" variant="default">
          {payments.title}
        </ButtonLink>
        <ButtonLink to="/wallet/bank-accounts" variant="default">
          {payouts.banks}
        </ButtonLink>
        <ButtonLink to="/wallet/receipts" variant="default">
          {texts.receipts}
        </ButtonLink>
      </nav>
      <TestHint />
      <UnderWay />
      <Title order={2} size="h3">
        {texts.history}
      </Title>
      <History />
    </div>
  )
}

function Balances() {
  const query = useQuery(getBalanceOptions())
  // What stands below does not move under the finger when the balance comes.
  if (query.isPending)
    return (
      <div className={classes.balances}>
        <div className={classes.balance} data-coming>
          <Waiting />
        </div>
      </div>
    )
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  return (
    <ul className={classes.balances} aria-label={texts.balance}>
      {query.data.data.map((balance) => (
        <Balance key={balance.currency} balance={balance} />
      ))}
    </ul>
  )
}

function TestHint() {
  const { data } = useQuery(getBalanceOptions())
  if (!data?.data.some(({ mode }) => mode === 'test')) return null
  return (
    <Text c="var(--ink-soft)" mb="sm">
      {texts.test}
    </Text>
  )
}

const kinds = ['pending', 'escrow', 'reserved', 'in_payout'] as const

const Balance = ({ balance }: { balance: WalletBalance }) => (
  <li className={classes.balance}>
    <p className={classes.soft}>{texts.available}</p>
    <div className={classes.available}>{money(balance.available, balance.currency)}</div>
    {kinds
      .filter((kind) => balance[kind] !== 0)
      .map((kind) => (
        <p key={kind} className={classes.soft}>
          {texts.waiting[kind]}: {money(balance[kind], balance.currency)}
        </p>
      ))}
  </li>
)

const waiting = ['requires_action', 'processing'] as const

/** Money that was begun to be added and is not there yet, so that it can be taken up again. */
function UnderWay() {
  const lists = useQueries({
    queries: waiting.map((status) =>
      getUserTransactionsOptions({ query: { type: 'add_funds', status, limit: 10 } }),
    ),
  })
  const rows = lists.flatMap(({ data }) => data?.data ?? [])
  if (rows.length === 0) return null
  return (
    <section className={classes.question} aria-labelledby="under-way">
      <Title order={2} size="h4" id="under-way">
        {texts.underWay}
      </Title>
      <ul className={classes.list}>
        {rows.map(({ _id, amount, currency, createdAt }) => (
          <li key={_id} className={classes.row}>
            <span>
              <strong>{money(amount, currency)}</strong>
              <br />
              <span className={classes.soft}>{dateTime(createdAt)}</span>
            </span>
            <ButtonLink
              to="/wallet/$transactionId"
              params={{ transactionId: _id }}
              variant="default"
              aria-label={texts.goOnWith(money(amount, currency))}
            >
              {texts.goOn}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function History() {
  const search = useSearch({ from: '/signed-in/wallet' })
  const isFiltered = Object.keys(search).length > 0
  const asked = {
    ...search,
    // The address is read by the words that there are.
    type: search.type as WalletTransaction['type'],
    status: search.status as WalletTransaction['status'],
    tz: deviceZone(),
  }
  const list = useInfiniteQuery({
    ...getUserTransactionsInfiniteOptions({ query: { limit: 20, ...asked } }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })
  const rows = rowsOf(list.data)
  const isAwaited = isComing(list)
  return (
    <>
      {(rows.length > 0 || isFiltered || list.isPlaceholderData) && <Filters search={search} />}
      {rows.length > 0 && <TableButton asked={asked} />}
      {isAwaited && rows.length === 0 && <Waiting />}
      {list.isError && rows.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && !isAwaited && rows.length === 0 && <Nothing isFiltered={isFiltered} />}
      <ul className={classes.list} aria-label={texts.history} aria-busy={list.isPlaceholderData}>
        {rows.map((transaction) => (
          <TransactionRow key={transaction._id} transaction={transaction} />
        ))}
      </ul>
      <More query={list} />
    </>
  )
}

/** Saves what the list shows as a table, as often as the person’s plan says. */
function TableButton({ asked }: { asked: NonNullable<ExportTransactionsData['body']> }) {
  const taken = useMutation({
    ...exportTransactionsMutation({ parseAs: 'blob' }),
    onSuccess: (file) => saveFile(file as Blob, texts.tableName),
  })
  const isOverPlan = taken.error instanceof Failure && taken.error.code === 'QUOTA_EXCEEDED'
  return (
    <div className={classes.pdf}>
      <Button
        variant="default"
        leftSection={<IconDownload aria-hidden size={18} />}
        loading={taken.isPending}
        onClick={() => taken.mutate({ body: asked })}
      >
        {texts.table}
      </Button>
      <FormFailure message={taken.error ? messageOf(taken.error) : undefined} />
      {isOverPlan && <TextLink to="/plans">{texts.toPlans}</TextLink>}
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const navigate = useNavigate({ from: '/wallet' })
  if (!isFiltered) return <Empty title={texts.empty} hint={texts.emptyHint} />
  return (
    <Empty title={texts.noneFound} hint={texts.noneFoundHint}>
      <Button variant="default" onClick={() => navigate({ search: {}, replace: true })}>
        {texts.showAll}
      </Button>
    </Empty>
  )
}

const choicesOf = (words: Readonly<Record<string, string>>) => [
  { value: '', label: texts.all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]
const typeChoices = choicesOf(texts.types)
const statusChoices = choicesOf(texts.statuses)

function Filters({ search }: { search: WalletSearch }) {
  const navigate = useNavigate({ from: '/wallet' })
  const change = (changed: WalletSearch) =>
    navigate({ search: readWalletSearch({ ...search, ...changed }), replace: true })
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={texts.type}
        data={typeChoices}
        value={search.type ?? ''}
        onChange={(event) => change({ type: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.status}
        data={statusChoices}
        value={search.status ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={texts.from}
        value={search.from ?? ''}
        max={search.to}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={texts.to}
        value={search.to ?? ''}
        min={search.from}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </div>
  )
}
