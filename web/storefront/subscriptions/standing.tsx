import { Title } from '@mantine/core'
import type { SubscriptionRecord, ToolUser } from '@plaza/client/marketplace'
import { getUserOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/subscriptions.ts'
import { date, lastDay } from '../../ui/dates.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { Changes } from './changes.tsx'
import { endsAtOnce, isOfShop } from './choices.ts'
import { priceOf } from './price.ts'
import classes from './subscriptions.module.css'

/** What the person has, until when, what they have used of it, and what they can do about it. */
export function Standing({ subscription }: { subscription: SubscriptionRecord }) {
  const { plan, state, has_access: isOpen } = subscription
  return (
    <section className={classes.standing} aria-label={texts.yours}>
      <p className={classes.soft}>{texts.yours}</p>
      <Title order={2} size="h3" dir="auto">
        {state === 'trialing' ? texts.onTrial(plan.name) : plan.name}
      </Title>
      <p>{sentenceOf(subscription)}</p>
      {state === 'past_due' && !isOpen && <p>{texts.states.shut}</p>}
      {isOfShop(subscription) && <p>{texts.shops[subscription.provider]}</p>}
      <Quotas />
      {!isOfShop(subscription) && <Changes subscription={subscription} />}
      {!isOfShop(subscription) && endsAtOnce(subscription) && (
        <p className={classes.soft}>{texts.endsAtOnce}</p>
      )}
    </section>
  )
}

/** How it stands, and until when. */
function sentenceOf(subscription: SubscriptionRecord): string {
  const { state, plan, trial_ends_at, renews_at, cancel_at, paused_until, ended_at } = subscription
  const day = (instant: string | null) => date(instant ?? '')
  const until = (instant: string | null) => lastDay(instant ?? '')
  switch (state) {
    case 'trialing':
      if (cancel_at !== null) return texts.states.trialCancelled(until(cancel_at))
      return subscription.converts
        ? texts.states.converts(until(trial_ends_at), priceOf(plan))
        : texts.states.trialing(until(trial_ends_at))
    case 'active':
      return texts.states.active(day(renews_at), priceOf(plan))
    case 'cancel_scheduled':
      return texts.states.cancel_scheduled(until(cancel_at))
    case 'paused':
      return texts.states.paused(day(paused_until))
    case 'canceled':
      return texts.states.canceled(day(ended_at))
    case 'expired':
      return texts.states.expired(day(ended_at))
    default:
      return texts.states[state]
  }
}

type Feature = keyof typeof texts.features
const features = ['saved_searches', 'transaction_exports'] as const satisfies readonly Feature[]

function Quotas() {
  const query = useQuery(getUserOptions())
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const { quotas } = query.data.data.plan
  return (
    <ul className={classes.quotas} aria-label={texts.used}>
      {features.map((feature) => (
        <Quota key={feature} name={texts.features[feature]} quota={quotas[feature]} />
      ))}
    </ul>
  )
}

function Quota({ name, quota }: { name: string; quota: ToolUser['plan']['quotas'][Feature] }) {
  const { used, limit, resets_at: resetsAt } = quota
  const said = limit === 0 && used === 0 ? texts.notOpen : texts.usedOf(used, limit)
  return (
    <li>
      <span className={classes.quota}>
        <span>{name}</span>
        <strong>{said}</strong>
      </span>
      {limit > 0 && <progress value={Math.min(used, limit)} max={limit} aria-label={name} />}
      {resetsAt !== null && used >= limit && (
        <span className={classes.soft}>{texts.comesBack(date(resetsAt))}</span>
      )}
    </li>
  )
}
