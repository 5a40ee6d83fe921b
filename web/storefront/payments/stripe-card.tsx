import { Button, Checkbox, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { createSetupIntent, savePaymentMethod } from '@plaza/client/marketplace'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/payments.ts'
import { ask, Failure } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import type { CardForm } from './card-form.ts'
import { type Stripe, type StripeElements, useStripe } from './stripe.ts'

interface Saving {
  setupIntentId: string
  isDefault: boolean
}

/** A card is kept; the page is without the form then. */
function useKept() {
  const [client, navigate] = [useQueryClient(), useNavigate()]
  return async () => {
    await client.invalidateQueries(ofNoun('payments'))
    say(texts.saved)
    await navigate({ to: '/wallet/cards', replace: true })
  }
}

/** Has a card kept that Stripe has saved. */
const keep = ({ setupIntentId, isDefault }: Saving) =>
  ask(
    savePaymentMethod({
      body: { setup_intent_id: setupIntentId, make_default: isDefault },
      headers: { 'Idempotency-Key': `${setupIntentId}:save` },
    }),
  )

/** Who was led away by their bank comes back with the name of what was finished there, and what they had chosen. */
export function ReturnedCard({ setupIntentId, isDefault }: Saving) {
  const { mutate, isError, error } = useMutation({ mutationFn: keep, onSuccess: useKept() })
  useEffect(() => mutate({ setupIntentId, isDefault }), [mutate, setupIntentId, isDefault])
  return isError ? <Failed error={error} /> : <Waiting />
}

/** Stripe's own form: what is typed goes from the browser to Stripe, and a name for the card comes here. */
export function StripeCard({ form }: { form: CardForm }) {
  const { stripe, hasFailed } = useStripe(form)
  const [key] = useState(newId)
  const intent = useQuery({
    queryKey: ['setup-intent', key],
    queryFn: () => ask(createSetupIntent({ body: {}, headers: { 'Idempotency-Key': key } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (hasFailed) return <NotLoaded />
  if (intent.isError) return <Failed error={intent.error} retry={() => intent.refetch()} />
  if (!stripe || !intent.data) return <Waiting />
  return <CardEntry stripe={stripe} clientSecret={intent.data.data.client_secret} />
}

const NotLoaded = () => (
  <Stack align="start">
    <FormFailure message={texts.formFailed} />
    <Button variant="default" onClick={() => window.location.reload()}>
      {texts.tryAgain}
    </Button>
  </Stack>
)

function CardEntry({ stripe, clientSecret }: { stripe: Stripe; clientSecret: string }) {
  const { place, elements, isReady, hasFailed } = useElement(stripe, clientSecret)
  const form = useServerForm({
    initialValues: { isDefault: false },
    mutation: { mutationFn: (isDefault: boolean) => save(stripe, elements, isDefault) },
    request: ({ isDefault }) => isDefault,
    onSuccess: useKept(),
  })
  if (hasFailed) return <NotLoaded />
  return (
    <form onSubmit={form.submit()}>
      <Stack>
        <Text c="var(--ink-soft)">{texts.formHint}</Text>
        {!isReady && <Waiting />}
        <div ref={place} />
        <Checkbox label={texts.makeDefault} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
        <FormFailure message={form.failure} />
        <div>
          <Button type="submit" loading={form.isSending} disabled={!isReady}>
            {texts.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Has Stripe save what is typed in its form, unless that leads to a bank first, and keeps its name here. */
async function save(stripe: Stripe, elements: StripeElements | undefined, isDefault: boolean) {
  if (!elements) throw new Failure(0, 'NOT_READY', texts.notSaved)
  const { error, setupIntent = error?.setup_intent } = await stripe.confirmSetup({
    elements,
    confirmParams: {
      return_url: `${window.location.origin}/wallet/cards${isDefault ? '?default=true' : ''}`,
    },
    redirect: 'if_required',
  })
  // What had succeeded before is only to be kept here, such as after an answer that got lost.
  if (setupIntent?.status !== 'succeeded')
    throw new Failure(402, 'CARD_REFUSED', error?.message ?? texts.notSaved)
  return keep({ setupIntentId: setupIntent.id, isDefault })
}

const appearanceOf = (scheme: 'light' | 'dark') => ({
  theme: scheme === 'dark' ? 'night' : 'stripe',
  variables: { borderRadius: '8px', fontSizeBase: '16px' },
})

/** The form's fields in their place, in the colours of the page; these change in place, so that nothing typed is lost. */
function useElement(stripe: Stripe, clientSecret: string) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const [elements, setElements] = useState<StripeElements>()
  const [isReady, setReady] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const made = stripe.elements({ clientSecret })
    const element = made.create('payment')
    element.on('ready', () => setReady(true))
    element.on('loaderror', () => setFailed(true))
    element.mount(place.current)
    setElements(made)
    return () => {
      setReady(false)
      element.destroy()
    }
  }, [stripe, clientSecret])
  useEffect(() => elements?.update({ appearance: appearanceOf(scheme) }), [elements, scheme])
  return { place, elements, isReady, hasFailed }
}
