import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import type { BankAccount, WalletBalance } from '@plaza/client/marketplace'
import {
  getBalanceOptions,
  getBankAccountsOptions,
  transferToConnectedAccountMutation,
} from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/payouts.ts'
import { texts as wallet } from '../../texts/wallet.ts'
import { dateTime } from '../../ui/dates.ts'
import type { Failure } from '../../ui/failure.ts'
import { money } from '../../ui/formats.ts'
import { newId } from '../../ui/ids.ts'
import { TextLink } from '../../ui/links.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { PriceInput } from '../price-input.tsx'
import { rangeOf } from '../wallet/range.ts'
import { bankName } from './bank-name.ts'

/** From which balance, to which of the accounts in its currency. */
export function PayOut() {
  const [balance, banks] = [useQuery(getBalanceOptions()), useQuery(getBankAccountsOptions())]
  const [chosen, choose] = useState('')
  if (balance.isPending || banks.isPending) return <Waiting />
  if (!balance.data) return <Failed error={balance.error} retry={() => balance.refetch()} />
  if (!banks.data) return <Failed error={banks.error} retry={() => banks.refetch()} />
  const full = balance.data.data.filter(({ available_minor }) => available_minor > 0)
  const from = full.find(({ currency }) => currency === chosen) ?? full[0]
  if (!from) return <Text>{texts.nothing}</Text>
  const isFitting = ({ status, currency }: BankAccount) => status === 'verified' && currency === from.currency
  return (
    <Stack mt="md">
      <NativeSelect
        label={texts.from}
        value={from.currency}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={full.map(({ currency, available }) => ({ value: currency, label: money(available, currency) }))}
      />
      <PayOutForm key={from.currency} from={from} banks={banks.data.data.filter(isFitting)} />
    </Stack>
  )
}

/** Why nothing is paid out, where the server's sentence names a detail that people do not see. */
function sentenceOf(refusal: Failure | undefined): string | undefined {
  if (refusal?.code !== 'PAYOUTS_HELD') return rangeOf(refusal, texts.range)
  const { reason, until, owed, held, available, currency } = refusal.details
  if (reason === 'identity') return texts.held.identity
  if (typeof held === 'number')
    return texts.held.disputed(money(held, String(currency)), money(Number(available), String(currency)))
  if (typeof owed === 'number') return texts.held.owed(money(owed, String(currency)))
  return typeof until === 'string' ? texts.held.newBank(dateTime(until)) : undefined
}

function PayOutForm({ from, banks }: { from: WalletBalance; banks: readonly BankAccount[] }) {
  const { currency, available, mode } = from
  const client = useQueryClient()
  // Another one for each payout: the same amount may be asked for again.
  const [round, setRound] = useState(newId)
  const form = useServerForm({
    initialValues: { amount: available as number | '', bank: banks[0]?._id ?? '' },
    mutation: transferToConnectedAccountMutation(),
    request: ({ amount, bank }, { keyOf }) => {
      const body = { amount: Number(amount), currency, ...(bank === '' ? {} : { bank_account_id: bank }) }
      return { body, headers: { 'Idempotency-Key': keyOf([body, round]) } }
    },
    onSuccess: async () => {
      setRound(newId())
      await client.invalidateQueries()
      say(texts.asked)
    },
  })
  if (banks.length === 0)
    return (
      <Text>
        {texts.noBankHere(currency)}{' '}
        <TextLink to="/wallet/bank-accounts" py="sm" display="inline-block">
          {texts.addOne}
        </TextLink>
      </Text>
    )
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <PriceInput required currency={currency} label={texts.amount} {...form.getInputProps('amount')} />
        <NativeSelect
          label={texts.to}
          data={banks.map((bank) => ({ value: bank._id, label: bankName(bank) }))}
          {...form.getInputProps('bank')}
        />
        {mode === 'test' && <Text c="var(--ink-soft)">{wallet.test}</Text>}
        <FormFailure message={sentenceOf(form.refusal) ?? form.failure} />
        <Button type="submit" size="lg" loading={form.isSending}>
          {texts.pay}
        </Button>
      </Stack>
    </form>
  )
}
