import { Button, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { addBankAccountMutation, getBalanceOptions } from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/payouts.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useCardForm } from '../payments/card-form.ts'
import { HostedForm } from './hosted-form.tsx'

/** With the sandbox, the accounts to try out; any other provider asks for the number on its own pages. */
export function AddBankAccount({ hasOne }: { hasOne: boolean }) {
  const { provider, isPending, error, refetch } = useCardForm()
  const balance = useQuery(getBalanceOptions())
  const currency = balance.data?.data[0]?.currency
  return (
    <section aria-label={texts.add}>
      <Title order={2} size="h3" mt="xl" mb="xs">
        {texts.add}
      </Title>
      {isPending && <Waiting />}
      {error && <Failed error={error} retry={() => refetch()} />}
      {provider && provider !== 'sandbox' && <HostedForm hasOne={hasOne} />}
      {provider === 'sandbox' && currency && <TestAccounts currency={currency} />}
    </section>
  )
}

type Scenario = keyof typeof texts.scenarios

function TestAccounts({ currency }: { currency: string }) {
  const client = useQueryClient()
  // Another one for each account that was saved: the same one may be removed and added again.
  const [round, setRound] = useState(newId)
  const form = useServerForm({
    initialValues: { scenario: 'verified' as Scenario, holder_name: '', country: 'DE', currency },
    mutation: addBankAccountMutation(),
    request: ({ scenario, holder_name, ...place }, { keyOf }) => {
      const [country, currency] = [place.country.toUpperCase(), place.currency.toUpperCase()]
      const body = { bank_token: `btok_sandbox_${scenario}`, holder_name, country, currency }
      return { body, headers: { 'Idempotency-Key': keyOf([body, round]) } }
    },
    onSuccess: async () => {
      setRound(newId())
      await client.invalidateQueries(ofNoun('payouts'))
      say(texts.saved)
    },
  })
  const props = form.getInputProps
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Text c="var(--ink-soft)">{texts.addHint}</Text>
        <NativeSelect
          label={texts.scenario}
          data={Object.entries(texts.scenarios).map(([value, label]) => ({ value, label }))}
          {...props('scenario')}
        />
        <TextInput required dir="auto" maxLength={100} label={texts.holder} {...props('holder_name')} />
        <TextInput required maxLength={2} label={texts.country} {...props('country')} />
        <TextInput required maxLength={3} label={texts.currency} {...props('currency')} />
        <FormFailure message={form.failure} />
        <div>
          <Button type="submit" loading={form.isSending}>
            {texts.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
