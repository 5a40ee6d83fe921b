import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { Boost, PackageOffer } from '@plaza/client/marketplace'
import {
  applyForPackageMutation,
  getBoostsOptions,
  getBoostsQueryKey,
  getPackagesOptions,
  getPackagesQueryKey,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { texts } from '../../texts/boosts.ts'
import { useContentKey } from '../../ui/content-key.ts'
import { dateTime } from '../../ui/dates.ts'
import { Failure } from '../../ui/failure.ts'
import { money } from '../../ui/formats.ts'
import { ofNoun } from '../../ui/queries.ts'
import { Failed, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { BankQuestion } from '../payments/bank-question.tsx'
import { CardChoice } from '../payments/card-choice.tsx'

type Source = 'wallet' | 'card'

/** How what is bought here is paid. */
interface Paying {
  source: Source
  /** Empty: the default card. */
  card: string
}

/** What can be bought for one of the person's listings, and what was. */
export function Boosts({ postId }: { postId: string }) {
  const query = { post_id: postId }
  const offers = useQuery(getPackagesOptions({ query }))
  const boosts = useQuery(getBoostsOptions({ query }))
  const [paying, setPaying] = useState<Paying>({ source: 'wallet', card: '' })
  return (
    <Stack component="section" mt="xl" gap="md" aria-label={texts.title}>
      <Title order={2} size="h3">
        {texts.title}
      </Title>
      <Text c="var(--ink-soft)">{texts.hint}</Text>
      {offers.isPending && <Waiting />}
      {offers.isError && <Failed error={offers.error} retry={() => offers.refetch()} />}
      {offers.data?.data.length === 0 && <Text>{texts.none}</Text>}
      {offers.data && offers.data.data.length > 0 && <PayingChoice paying={paying} change={setPaying} />}
      {offers.data?.data.map((offer) => (
        <Offer key={offer._id} offer={offer} postId={postId} paying={paying} />
      ))}
      {boosts.data && boosts.data.data.length > 0 && (
        <Title order={3} size="h4">
          {texts.mine}
        </Title>
      )}
      {boosts.data?.data.map((boost) => (
        <Bought key={boost._id} boost={boost} />
      ))}
    </Stack>
  )
}

function PayingChoice({ paying, change }: { paying: Paying; change: (paying: Paying) => void }) {
  const { source, card } = paying
  return (
    <Group align="end">
      <NativeSelect
        label={texts.source}
        data={[
          { value: 'wallet', label: texts.sources.wallet },
          { value: 'card', label: texts.sources.card },
        ]}
        value={source}
        onChange={({ currentTarget: { value } }) =>
          change({ source: value === 'card' ? value : 'wallet', card })
        }
      />
      {source === 'card' && (
        <CardChoice
          input={{
            value: card,
            onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) =>
              change({ source, card: currentTarget.value }),
          }}
        />
      )}
    </Group>
  )
}

interface OfferProps {
  offer: PackageOffer
  postId: string
  paying: Paying
}

function Offer({ offer, postId, paying }: OfferProps) {
  const { forecast, refusal } = offer
  return (
    <Group justify="space-between" wrap="wrap" role="group" aria-label={offer.name}>
      <Stack gap={2}>
        <Text fw={650}>{offer.name}</Text>
        <Text>
          {texts.kinds[offer.kind]} · {texts.length(offer.duration_days)}
        </Text>
        <Text c="var(--ink-soft)">
          {forecast
            ? texts.forecast(forecast.views_low, forecast.views_high, forecast.boosts)
            : texts.noForecast}
        </Text>
      </Stack>
      {refusal ? (
        <Text>{texts.refusals[refusal]}</Text>
      ) : (
        <BuyButton offer={offer} postId={postId} paying={paying} />
      )}
    </Group>
  )
}

function BuyButton({ offer, postId, paying: { source, card } }: OfferProps) {
  const client = useQueryClient()
  const { keyOf, forget } = useContentKey()
  const buy = useMutation({
    ...applyForPackageMutation(),
    onSuccess: async ({ data }) => {
      say(data.status === 'pending_payment' ? texts.awaited : texts.bought)
      forget()
      const query = { post_id: postId }
      await client.invalidateQueries({ queryKey: getBoostsQueryKey({ query }) })
      await client.invalidateQueries({ queryKey: getPackagesQueryKey({ query }) })
      // What it cost is no longer in the wallet, of which the profile tells as well.
      await Promise.all(['wallet', 'users'].map((noun) => client.invalidateQueries(ofNoun(noun))))
    },
    onError: (error) => {
      if (error instanceof Failure && error.isFinal) forget()
      say(messageOf(error), 'bad')
    },
  })
  const named = source === 'card' && card !== '' ? { payment_method_id: card } : {}
  const body = { package_id: offer._id, post_id: postId, source, ...named }
  return (
    <Button
      loading={buy.isPending}
      onClick={() => buy.mutate({ body, headers: { 'Idempotency-Key': keyOf(body) } })}
    >
      {texts.buy(money(offer.price, offer.currency))}
    </Button>
  )
}

function Bought({ boost }: { boost: Boost }) {
  const { report } = boost
  return (
    <Stack gap={2}>
      <Text fw={650}>
        {boost.package_name} · {texts.states[boost.status]}
      </Text>
      {boost.status === 'pending_payment' && boost.payment_id !== null && (
        <BankQuestion paymentId={boost.payment_id} isAsked={false} />
      )}
      <Text>{texts.span(dateTime(boost.starts_at), dateTime(boost.over_at ?? boost.ends_at))}</Text>
      <Text c="var(--ink-soft)">{texts.shown(boost.promoted_impressions)}</Text>
      {report && <Result report={report} />}
      {boost.refunded_minor > 0 && <Text>{texts.refunded(money(boost.refunded, boost.currency))}</Text>}
    </Stack>
  )
}

/** What it brought, beside the week before. */
const Result = ({ report: { impressions, views, before } }: { report: NonNullable<Boost['report']> }) => (
  <>
    {impressions !== null && (
      <Text c="var(--ink-soft)">{texts.inLists(impressions, before.impressions ?? 0)}</Text>
    )}
    <Text c="var(--ink-soft)">{texts.result(views, before.views)}</Text>
  </>
)
