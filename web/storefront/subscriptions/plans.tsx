import { Text, Title } from '@mantine/core'
import type { PlanRecord, SubscriptionRecord } from '@plaza/client/marketplace'
import { getPlansOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/subscriptions.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dataOf, keptApart } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { Failed, Waiting } from '../../ui/states.tsx'
import { session } from '../session.ts'
import { Plan } from './plan.tsx'
import { Standing } from './standing.tsx'
import classes from './subscriptions.module.css'

/** What plans there are, for everybody, and what the person has. */
export function Plans() {
  const personId = usePersonId(session)
  const query = useQuery({ ...keptApart(getPlansOptions(), personId), select: dataOf })
  return (
    <div className={classes.page}>
      {personId !== '' && (
        <TextLink to="/you" py="sm" display="inline-block">
          {texts.back}
        </TextLink>
      )}
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      {query.isPending && <Waiting />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.data && <All {...query.data} subscription={personId === '' ? null : query.data.subscription} />}
    </div>
  )
}

interface AllProps {
  plans: readonly PlanRecord[]
  free: PlanRecord
  subscription: SubscriptionRecord | null
}

const All = ({ plans, free, subscription }: AllProps) => (
  <>
    {subscription && <Standing subscription={subscription} />}
    <Title order={2} size="h3" mt="lg">
      {texts.all}
    </Title>
    <ul className={classes.plans} aria-label={texts.all}>
      {[free, ...plans].map((plan) => (
        <Plan key={plan.plan_id} plan={plan} isFree={plan === free} subscription={subscription} />
      ))}
    </ul>
  </>
)
