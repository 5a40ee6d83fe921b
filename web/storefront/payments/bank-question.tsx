import { Button, Group, Text, Title } from '@mantine/core'
import { simulatePaymentMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/payments.ts'
import { FormFailure, messageOf, Waiting } from '../../ui/states.tsx'
import classes from '../wallet/wallet.module.css'
import { useTestMode } from './test-mode.ts'

interface BankQuestionProps {
  paymentId: string
  /** Whether the bank is known to ask; otherwise the payment only has no answer yet. */
  isAsked: boolean
  onAnswered?: (isPaid: boolean) => void
}

/** What a payment by card waits for. Where no real money moves, the person is their bank as well. */
export function BankQuestion({ paymentId, isAsked, onAnswered }: BankQuestionProps) {
  const { provider, isLive, isPending } = useTestMode()
  if (isPending) return <Waiting />
  if (provider !== 'sandbox') return <Text my="md">{isAsked && isLive ? texts.bankLive : texts.waits}</Text>
  const hint = isAsked ? texts.bankHint : texts.unpaidHint
  return <Answer paymentId={paymentId} hint={hint} onAnswered={onAnswered} />
}

interface AnswerProps {
  paymentId: string
  hint: string
  onAnswered: BankQuestionProps['onAnswered']
}

function Answer({ paymentId, hint, onAnswered }: AnswerProps) {
  const client = useQueryClient()
  const answer = useMutation({
    ...simulatePaymentMutation(),
    onSuccess: async (_answer, { body }) => {
      onAnswered?.(body.command === 'succeed')
      await client.invalidateQueries()
    },
  })
  const say = (command: 'succeed' | 'fail') => answer.mutate({ body: { payment_id: paymentId, command } })
  return (
    <section className={classes.question} aria-label={texts.bank}>
      <Title order={2} size="h4">
        {texts.bank}
      </Title>
      <Text my="xs">{hint}</Text>
      <FormFailure message={answer.error ? messageOf(answer.error) : undefined} />
      <Group>
        <Button loading={answer.isPending} onClick={() => say('succeed')}>
          {texts.allow}
        </Button>
        <Button variant="default" disabled={answer.isPending} onClick={() => say('fail')}>
          {texts.refuse}
        </Button>
      </Group>
    </section>
  )
}
