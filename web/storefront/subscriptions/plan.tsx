import { Button, Group, Title } from '@mantine/core'
import type { PlanRecord, SubscriptionRecord } from '@plaza/client/marketplace'
import { trialStartMutation } from '@plaza/client/marketplace/queries'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../../texts/subscriptions.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { say } from '../../ui/toasts.tsx'
import { canSubscribe, canTry } from './choices.ts'
import { priceOf } from './price.ts'
import { SubscribeDialog } from './subscribe-dialog.tsx'
import classes from './subscriptions.module.css'
import { usePlanChange } from './use-plan-change.ts'

interface PlanProps {
  plan: PlanRecord
  isFree: boolean
  /** Of the person; null of somebody who is not signed in. */
  subscription: SubscriptionRecord | null
}

/** A plan with what it opens and costs, and how to have it. */
export function Plan({ plan, isFree, subscription }: PlanProps) {
  const { saved_searches: searches, transaction_exports: exports } = plan.quotas
  return (
    <li className={classes.plan} data-current={subscription?.plan.key === plan.key || undefined}>
      <Title order={3} size="h4" dir="auto">
        {plan.name}
      </Title>
      <div className={classes.price}>{isFree ? texts.free : priceOf(plan)}</div>
      <ul className={classes.opens}>
        <li>{texts.opens.saved_searches(searches)}</li>
        <li>{texts.opens.transaction_exports(exports)}</li>
      </ul>
      {plan.trial_days > 0 && subscription?.can_try !== false && (
        <p className={classes.soft}>{texts.trial(plan.trial_days)}</p>
      )}
      {subscription?.plan.key === plan.key && (
        <p className={classes.current}>
          <IconCheck aria-hidden size={18} />
          {texts.current}
        </p>
      )}
      {!isFree && subscription && <Choice plan={plan} subscription={subscription} />}
      {!isFree && !subscription && (
        <ButtonLink to="/sign-in" search={{ next: '/plans' }} variant="default">
          {texts.signIn}
        </ButtonLink>
      )}
    </li>
  )
}

function Choice({ plan, subscription }: { plan: PlanRecord; subscription: SubscriptionRecord }) {
  const [isBuying, setBuying] = useState(false)
  const start = usePlanChange(trialStartMutation(), () => say(texts.tried))
  const isTrial = canTry(subscription, plan)
  return (
    <Group>
      {isTrial && (
        <Button loading={start.isPending} onClick={() => start.mutate({ body: { plan_id: plan.plan_id } })}>
          {texts.try(plan.trial_days)}
        </Button>
      )}
      {canSubscribe(subscription) && (
        <Button variant={isTrial ? 'default' : 'filled'} onClick={() => setBuying(true)}>
          {subscription.state === 'past_due' ? texts.payAgain : texts.subscribe}
        </Button>
      )}
      {isBuying && (
        <SubscribeDialog plan={plan} subscription={subscription} onClose={() => setBuying(false)} />
      )}
    </Group>
  )
}
