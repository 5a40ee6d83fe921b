import { Button, Stack, Text, TextInput } from '@mantine/core'
import { createIdentityLinkMutation, refreshBankAccountsMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { texts } from '../../texts/payouts.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'

/** Leads to the provider's own pages, where the number of an account is typed and nowhere else. */
export function HostedForm({ hasOne }: { hasOne: boolean }) {
  const form = useServerForm({
    initialValues: { country: 'DE' },
    mutation: createIdentityLinkMutation(),
    request: ({ country }) => ({ query: hasOne ? {} : { country: country.toUpperCase() } }),
    onSuccess: ({ data }) => window.location.assign(data.url),
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Text c="var(--ink-soft)">{texts.hostedHint}</Text>
        {!hasOne && (
          <TextInput required maxLength={2} label={texts.country} {...form.getInputProps('country')} />
        )}
        <FormFailure message={form.failure} />
        <div>
          <Button type="submit" loading={form.isSending}>
            {texts.toProvider}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Whoever comes back from there has the provider asked what they added. */
export function ReturnedBanks() {
  const [client, navigate] = [useQueryClient(), useNavigate()]
  const { mutate, isError, error } = useMutation({
    ...refreshBankAccountsMutation(),
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('payouts'))
      await navigate({ to: '/wallet/bank-accounts', replace: true })
    },
  })
  useEffect(() => mutate({}), [mutate])
  return isError ? <Failed error={error} retry={() => mutate({})} /> : <Waiting />
}
