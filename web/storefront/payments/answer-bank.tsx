import { Button, Group, Text } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { texts } from '../../texts/payments.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import classes from '../wallet/wallet.module.css'
import { type CardForm, useCardForm } from './card-form.ts'
import { useStanding } from './standing.ts'
import { useStripe } from './stripe.ts'

/** The question of the bank about a payment by card, in the window of who processes it. */
export function AnswerBank() {
  const { paymentId } = useParams({ from: '/signed-in/wallet/answer/$paymentId' })
  const { next = '/wallet' } = useSearch({ from: '/signed-in/wallet/answer/$paymentId' })
  const { form, isPending, error, refetch } = useCardForm()
  const standing = useStanding(paymentId)
  const secret = standing.data?.client_secret ?? null
  const isOver = standing.isSuccess && !standing.isFetching && secret === null
  useEffect(() => {
    if (isOver) window.location.replace(next)
  }, [isOver, next])
  return (
    <div className={classes.page}>
      <PageTitle>{texts.bank}</PageTitle>
      {standing.isError && <Failed error={standing.error} retry={() => standing.refetch()} />}
      {error && <Failed error={error} retry={() => refetch()} />}
      {(isPending || standing.isPending || isOver) && <Waiting />}
      {form && secret !== null && (
        <Question form={form} secret={secret} next={next} onAnswered={() => standing.refetch()} />
      )}
      {!form && !isPending && secret !== null && <Text>{texts.bankLive}</Text>}
    </div>
  )
}

interface QuestionProps {
  form: CardForm
  secret: string
  next: string
  onAnswered: () => unknown
}

function Question({ form, secret, next, onAnswered }: QuestionProps) {
  const { stripe, hasFailed } = useStripe(form)
  const [refusal, setRefusal] = useState<string>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each try
  useEffect(() => {
    if (!stripe) return
    let isShown = true
    setRefusal(undefined)
    void stripe.handleNextAction({ clientSecret: secret }).then(({ error }) => {
      if (!isShown) return
      if (error) setRefusal(error.message ?? texts.notAnswered)
      // Whatever was answered, it is the provider who says what came of it.
      void onAnswered()
    })
    return () => {
      isShown = false
    }
  }, [stripe, secret, tries])
  const message = hasFailed ? texts.formFailed : refusal
  if (message === undefined) return <Waiting />
  const again = () => (hasFailed ? window.location.reload() : setTries(tries + 1))
  return (
    <>
      <FormFailure message={message} />
      <Group mt="md">
        <Button onClick={again}>{texts.tryAgain}</Button>
        <ButtonLink to={next} variant="default" reloadDocument>
          {texts.goBack}
        </ButtonLink>
      </Group>
    </>
  )
}
