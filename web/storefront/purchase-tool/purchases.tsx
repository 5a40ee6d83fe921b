import { Button, NativeSelect, SegmentedControl, Skeleton, Text, TextInput, Title } from '@mantine/core'
import type { PurchaseListing } from '@plaza/client/marketplace'
import {
  getPurchaseListingsInfiniteOptions,
  removePurchaseListingMutation,
} from '@plaza/client/marketplace/queries'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/purchase-tool.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { byCursor, isComing, ofNoun, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { useTypedSearch } from '../../ui/typed-search.ts'
import { useWhileShown } from '../../ui/while-shown.ts'
import { BackToYou } from '../accounts/back-to-you.tsx'
import { AddPurchase } from './add-form.tsx'
import { EditPurchase } from './edit-form.tsx'
import { type PurchaseAction, PurchaseRow } from './purchase-row.tsx'
import classes from './purchases.module.css'
import { Sale } from './sale-form.tsx'
import { type PurchaseSearch, readPurchaseSearch } from './search.ts'
import { Totals } from './totals.tsx'

/** What was bought to sell on. */
export function Purchases() {
  useTitle(texts.title)
  const search = useSearch({ from: '/signed-in/purchases' })
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<{ purchase: PurchaseListing; action: PurchaseAction }>()
  const purchases = useInfiniteQuery({
    ...getPurchaseListingsInfiniteOptions({ query: { limit: 20, ...search } }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })
  const list = rowsOf(purchases.data)
  const isAwaited = isComing(purchases)
  const isFiltered = Object.keys(search).some((name) => name !== 'sort')
  const totals = purchases.data?.pages[0]?.meta.totals ?? []
  return (
    <div className={classes.page}>
      <BackToYou />
      <div className={classes.head}>
        <div>
          <Title order={1} size="h2">
            {texts.title}
          </Title>
          <Text c="var(--ink-soft)">{texts.hint}</Text>
        </div>
        <Button leftSection={<IconPlus aria-hidden size={18} />} onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      </div>
      <Totals totals={totals} />
      {(list.length > 0 || isFiltered || purchases.isPlaceholderData) && <Filters search={search} />}
      {purchases.isError && list.length === 0 && (
        <Failed error={purchases.error} retry={() => purchases.refetch()} />
      )}
      {purchases.isSuccess && !isAwaited && list.length === 0 && <Nothing isFiltered={isFiltered} />}
      <ul className={classes.list} aria-busy={purchases.isPlaceholderData}>
        {isAwaited &&
          list.length === 0 &&
          [1, 2, 3].map((key) => <Skeleton key={key} component="li" height={92} radius="md" />)}
        {list.map((purchase) => (
          <PurchaseRow
            key={purchase._id}
            purchase={purchase}
            onAction={(action) => setChosen({ purchase, action })}
          />
        ))}
      </ul>
      <More query={purchases} />
      {isAdding && <AddPurchase onClose={() => setAdding(false)} />}
      {chosen && <Chosen {...chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

function Chosen({
  purchase,
  action,
  onClose,
}: {
  purchase: PurchaseListing
  action: PurchaseAction
  onClose: () => void
}) {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  const remove = useMutation({
    ...removePurchaseListingMutation(),
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('purchase-tool'))
      close()
    },
  })
  if (action === 'edit') return <EditPurchase id={purchase._id} onClose={onClose} />
  if (action === 'sell') return <Sale id={purchase._id} title={purchase.title} onClose={onClose} />
  return (
    <Confirmation
      title={texts.removeTitle(purchase.title)}
      hint={texts.removeHint}
      action={texts.remove}
      isGrave
      change={{ ...remove, mutate: () => remove.mutate({ path: { id: purchase._id } }) }}
      onClose={onClose}
    />
  )
}

const statusOptions = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }))
const sortOptions = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }))

function Filters({ search }: { search: PurchaseSearch }) {
  const navigate = useNavigate({ from: '/purchases' })
  const [words, setWords] = useState(search.q ?? '')
  const change = (changed: Record<string, string>) =>
    navigate({ search: readPurchaseSearch({ ...search, ...changed }), replace: true })
  const look = useTypedSearch((q) => change({ q }))
  return (
    <div className={classes.filters}>
      <TextInput
        type="search"
        maxLength={200}
        aria-label={texts.search}
        placeholder={texts.search}
        value={words}
        onChange={({ currentTarget: { value } }) => {
          setWords(value)
          look(value)
        }}
      />
      <SegmentedControl
        aria-label={texts.status}
        data={statusOptions}
        value={search.status ?? 'all'}
        onChange={(status) => change({ status })}
      />
      <NativeSelect
        aria-label={texts.sort}
        data={sortOptions}
        value={search.sort ?? 'newest'}
        onChange={(event) => change({ sort: event.currentTarget.value })}
      />
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const navigate = useNavigate({ from: '/purchases' })
  if (!isFiltered) return <Empty title={texts.empty} hint={texts.emptyHint} />
  return (
    <Empty title={texts.noMatch} hint={texts.noMatchHint}>
      <Button variant="default" onClick={() => navigate({ search: {} })}>
        {texts.showAll}
      </Button>
    </Empty>
  )
}
