import { Button, Group, Text, Title } from '@mantine/core'
import { simulatePaymentMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { texts } from '../../texts/payments.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Failed, FormFailure, messageOf, Waiting } from '../../ui/states.tsx'
import classes from '../wallet/wallet.module.css'
import { useCardForm } from './card-form.ts'
import { useStanding } from './standing.ts'

interface BankQuestionProps {
  paymentId: string
  /** Whether the bank is known to ask; otherwise the payment only has no answer yet. */
  isAsked: boolean
  /** Whether its payer comes from the page on which they paid. */
  isBack?: boolean | undefined
  onAnswered?: (isPaid: boolean) => void
}

/** What a payment waits for. Where no real money moves, the person is their bank as well. */
export function BankQuestion({ paymentId, isAsked, isBack = false, onAnswered }: BankQuestionProps) {
  const { provider, form, isPending } = useCardForm()
  const standing = useStanding(paymentId)
  if (standing.isError) return <Failed error={standing.error} retry={() => standing.refetch()} />
  if (isPending || !standing.data) return <Waiting />
  const { provider: paidThrough, client_secret: secret, approval_url: page } = standing.data
  if (paidThrough === 'paypal') return <AtPayPal page={page} isBack={isBack} />
  if (provider === 'sandbox') {
    const hint = isAsked ? texts.bankHint : texts.unpaidHint
    return <Answer paymentId={paymentId} hint={hint} onAnswered={onAnswered} />
  }
  if (secret === null) return <Text my="md">{texts.waits}</Text>
  return form ? <ToTheBank paymentId={paymentId} /> : <Text my="md">{texts.bankLive}</Text>
}

/** A payment on PayPal's own page, which is made there or not. */
const AtPayPal = ({ page, isBack }: { page: string | null; isBack: boolean }) => (
  <section className={classes.question} aria-label={texts.paypal}>
    <Title order={2} size="h4">
      {texts.paypal}
    </Title>
    <Text my="xs">{isBack ? texts.paypalBack : page === null ? texts.paypalWaits : texts.paypalOpen}</Text>
    {page !== null && !isBack && (
      <Button component="a" href={page}>
        {texts.toPayPal}
      </Button>
    )}
  </section>
)

/** Leads to the page into which the bank's question is let; it leads back here. */
function ToTheBank({ paymentId }: { paymentId: string }) {
  const { href } = useLocation()
  return (
    <section className={classes.question} aria-label={texts.bank}>
      <Title order={2} size="h4">
        {texts.bank}
      </Title>
      <Text my="xs">{texts.bankAsks}</Text>
      <ButtonLink
        to="/wallet/answer/$paymentId"
        params={{ paymentId }}
        search={{ next: href }}
        reloadDocument
      >
        {texts.toBank}
      </ButtonLink>
    </section>
  )
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
