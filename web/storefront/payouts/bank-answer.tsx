import { Button, Group, Text } from '@mantine/core'
import type { Payout } from '@plaza/client/marketplace'
import { simulatePayoutMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/payouts.ts'
import { ofNoun } from '../../ui/queries.ts'
import { FormFailure, messageOf } from '../../ui/states.tsx'

/** Where no real money moves, the person is their bank as well, and says what becomes of a payout. */
export function BankAnswer({ payout: { _id: payout_id } }: { payout: Payout }) {
  const client = useQueryClient()
  const answer = useMutation({
    ...simulatePayoutMutation(),
    onSuccess: () => client.invalidateQueries(ofNoun('payouts')),
  })
  const say = (command: 'arrive' | 'bounce') => answer.mutate({ body: { payout_id, command } })
  return (
    <>
      <Text c="var(--ink-soft)" mt="xs">
        {texts.bankHint}
      </Text>
      <FormFailure message={answer.error ? messageOf(answer.error) : undefined} />
      <Group my="xs" role="group" aria-label={texts.bank}>
        <Button variant="default" loading={answer.isPending} onClick={() => say('arrive')}>
          {texts.arrive}
        </Button>
        <Button variant="default" disabled={answer.isPending} onClick={() => say('bounce')}>
          {texts.bounce}
        </Button>
      </Group>
    </>
  )
}
