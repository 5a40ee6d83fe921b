import { Button, Checkbox, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { getTestPaymentId, savePaymentMethod } from '@plaza/client/marketplace'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/payments.ts'
import { ask } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useCardForm } from './card-form.ts'
import { ReturnedCard, StripeCard } from './stripe-card.tsx'

/** The form of who processes cards; without one, the cards to try out, or that real ones cannot be saved here. */
export function AddCard() {
  const { provider, form, isLive, isPending, error, refetch } = useCardForm()
  const { add, setup_intent: returned, default: isDefault } = useSearch({ from: '/signed-in/wallet/cards' })
  const isTyped = add || returned !== undefined
  return (
    <section aria-label={texts.add}>
      <Title order={2} size="h3" mt="xl" mb="xs">
        {texts.add}
      </Title>
      {isPending && <Waiting />}
      {error && <Failed error={error} retry={() => refetch()} />}
      {form && returned !== undefined && (
        <ReturnedCard setupIntentId={returned} isDefault={isDefault ?? false} />
      )}
      {form && returned === undefined && add && <StripeCard form={form} />}
      {form && !isTyped && <FormLink />}
      {!form && isLive && <Text>{texts.liveOnly}</Text>}
      {!form && !isLive && provider && <TestCards provider={provider} />}
    </section>
  )
}

/** Begins a new document: only its policy lets the form's script in. */
const FormLink = () => (
  <>
    <Text c="var(--ink-soft)" mb="sm">
      {texts.formHint}
    </Text>
    <ButtonLink to="/wallet/cards" search={{ add: true }} reloadDocument>
      {texts.typeCard}
    </ButtonLink>
  </>
)

type Scenario = keyof typeof texts.scenarios

interface Wish {
  scenario: Scenario
  isDefault: boolean
  key: string
}

/** The provider names the card that behaves so; that name is what is saved. */
async function save({ scenario, isDefault, key }: Wish) {
  const { data } = await ask(getTestPaymentId({ query: { scenario } }))
  const body = { payment_method_id: data.payment_method_id, make_default: isDefault }
  return ask(savePaymentMethod({ body, headers: { 'Idempotency-Key': key } }))
}

function TestCards({ provider }: { provider: string }) {
  const client = useQueryClient()
  // Another one for each card that was saved: the same card may be removed and added again.
  const [round, setRound] = useState(newId)
  const form = useServerForm({
    initialValues: { scenario: 'success' as Scenario, isDefault: false },
    mutation: { mutationFn: save },
    request: (wish, { keyOf }) => ({ ...wish, key: keyOf([wish, round]) }),
    onSuccess: async () => {
      setRound(newId())
      await client.invalidateQueries(ofNoun('payments'))
      say(texts.saved)
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Text c="var(--ink-soft)">{texts.addHint(provider)}</Text>
        <NativeSelect
          label={texts.scenario}
          data={Object.entries(texts.scenarios).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('scenario')}
        />
        <Checkbox label={texts.makeDefault} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
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
