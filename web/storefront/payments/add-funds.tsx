import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import type { AddFundsResponse, FundingSource } from '@plaza/client/marketplace'
import {
  addFundsMutation,
  getBalanceOptions,
  getFundingSourcesOptions,
  getPaymentMethodsOptions,
} from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/payments.ts'
import { texts as wallet } from '../../texts/wallet.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dataOf } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { useWhileShown } from '../../ui/while-shown.ts'
import { PriceInput } from '../price-input.tsx'
import { rangeOf } from '../wallet/range.ts'
import classes from '../wallet/wallet.module.css'
import { CardChoice } from './card-choice.tsx'

/** Money from a card, or through PayPal, into the wallet. */
export function AddFunds() {
  const balance = useQuery(getBalanceOptions())
  const first = balance.data?.data[0]
  return (
    <div className={classes.page}>
      <TextLink to="/wallet" py="sm" display="inline-block">
        {texts.toWallet}
      </TextLink>
      <PageTitle>{texts.funds}</PageTitle>
      {balance.isPending && <Waiting />}
      {balance.isError && !first && <Failed error={balance.error} retry={() => balance.refetch()} />}
      {first && <FundsForm currency={first.currency} isTest={first.mode === 'test'} />}
    </div>
  )
}

function FundsForm({ currency, isTest }: { currency: string; isTest: boolean }) {
  const [navigate, client] = [useNavigate(), useQueryClient()]
  const goOn = useWhileShown(async ({ _id, approval_url: approvalUrl }: AddFundsResponse['data']) => {
    // What it waits for, and what came of it, stands there; also for who comes back from PayPal.
    await navigate({ to: '/wallet/$transactionId', params: { transactionId: _id }, replace: true })
    if (approvalUrl !== null) window.location.assign(approvalUrl)
  })
  const cards = useQuery(getPaymentMethodsOptions())
  const sources = useQuery({ ...getFundingSourcesOptions(), select: dataOf })
  const form = useServerForm({
    initialValues: { amount: '' as number | '', card: '', source: 'card' as FundingSource['source'] },
    mutation: addFundsMutation(),
    request: ({ amount, card, source }, { keyOf }) => {
      const from = source === 'paypal' ? { source } : card === '' ? {} : { payment_method_id: card }
      const body = { amount: Number(amount), currency, ...from }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: async ({ data }) => {
      await goOn(data)
      await client.invalidateQueries()
    },
  })
  const isPayPal = form.values.source === 'paypal'
  const canPay = isPayPal || Boolean(cards.data?.data.length)
  return (
    <form onSubmit={form.submit()}>
      <Stack mt="md">
        <PriceInput required currency={currency} label={texts.amount} {...form.getInputProps('amount')} />
        {sources.data?.some(({ source }) => source === 'paypal') && (
          <Radio.Group label={texts.from} {...form.getInputProps('source')}>
            <Group mt="xs" gap="lg">
              {sources.data.map(({ source }) => (
                <Radio key={source} value={source} label={texts.sources[source]} />
              ))}
            </Group>
          </Radio.Group>
        )}
        {isPayPal ? (
          <Text c="var(--ink-soft)">{texts.paypalHint}</Text>
        ) : (
          <CardChoice input={form.getInputProps('card')} />
        )}
        {isTest && <Text c="var(--ink-soft)">{wallet.test}</Text>}
        <FormFailure message={rangeOf(form.refusal, texts.range) ?? form.failure} />
        <Button type="submit" size="lg" loading={form.isSending} disabled={!canPay}>
          {isPayPal ? texts.toPayPal : texts.addFunds}
        </Button>
      </Stack>
    </form>
  )
}
