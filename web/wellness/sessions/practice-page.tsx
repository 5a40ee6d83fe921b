import { Button, Stack, Text } from '@mantine/core'
import type { ExerciseDetail } from '@plaza/client/wellness'
import { getCategoryExerciseOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { useIsOnline } from '../../ui/connection.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { session } from '../session.ts'
import { tell } from './delivery.ts'
import { FeelingScale } from './feelings.tsx'
import classes from './practice.module.css'
import { begin, endOf, keep, kept, type Practice } from './practice.ts'
import { Running } from './running.tsx'

const route = getRouteApi('/inside/exercise/$exerciseId/practice')

export function PracticePage() {
  const { exerciseId } = route.useParams()
  const query = useQuery({
    ...getCategoryExerciseOptions({ path: { exerciseId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  return <Practising exercise={query.data.data} renew={() => void query.refetch()} />
}

/** From the feeling before, through the exercise, to the feeling after. Every end is kept before it is sent. */
function Practising({ exercise, renew }: { exercise: ExerciseDetail; renew: () => void }) {
  const navigate = useNavigate()
  const [personId] = useState(session.personId)
  const [practice, setPractice] = useState<Practice | undefined>(() => {
    const open = kept(personId, Date.now())
    return open?.exerciseId === exercise.id ? open : undefined
  })
  const [isDone, setDone] = useState(false)
  const change = (next: Practice) => {
    keep(personId, next)
    setPractice(next)
  }
  const event = { exerciseId: exercise.id, title: exercise.title }

  const start = async (feeling: number | undefined) => {
    const begun = begin(exercise, Date.now())
    change(begun)
    await tell(begun.startedAt, { ...event, type: 'START', feeling })
  }
  const stop = async (stopped: Practice) => {
    await tell(endOf(stopped, Date.now()), { ...event, type: 'ABANDON', feeling: undefined })
    keep(personId, undefined)
    await navigate({ to: '/' })
  }
  const finish = async (endedAt: number, feeling: number | undefined) => {
    await tell(endedAt, { ...event, type: 'COMPLETE', feeling })
    keep(personId, undefined)
    setDone(true)
  }

  if (!practice)
    return (
      <Asking
        key="before"
        question={texts.practice.before}
        answer={texts.practice.start}
        skip={texts.practice.skip}
        onAnswer={start}
      />
    )
  const { startedAt, endedAt } = practice
  if (endedAt === null)
    return (
      <Running
        practice={practice}
        exercise={exercise}
        onChange={change}
        onFinish={() => change({ ...practice, endedAt: endOf(practice, Date.now()) })}
        onStop={() => stop(practice)}
        onExpired={renew}
      />
    )
  if (!isDone)
    return (
      <Asking
        key="after"
        question={texts.practice.after}
        answer={texts.practice.save}
        skip={texts.practice.saveSilently}
        onAnswer={(feeling) => finish(endedAt, feeling)}
      />
    )
  return <Done minutes={Math.floor((endedAt - startedAt) / 60_000)} />
}

function Asking({
  question,
  answer,
  skip,
  onAnswer,
}: {
  question: string
  answer: string
  skip: string
  onAnswer: (feeling: number | undefined) => Promise<void>
}) {
  const [feeling, setFeeling] = useState<number>()
  // A second press would be a second answer.
  const [isKeeping, setKeeping] = useState(false)
  return (
    <form
      className={classes.page}
      onSubmit={(event) => {
        event.preventDefault()
        setKeeping(true)
        void onAnswer(feeling).finally(() => setKeeping(false))
      }}
    >
      <Stack gap="lg">
        <PageTitle>{question}</PageTitle>
        <FeelingScale value={feeling} onChange={setFeeling} />
        <Button
          type="submit"
          size="lg"
          variant={feeling === undefined ? 'default' : 'filled'}
          loading={isKeeping}
        >
          {feeling === undefined ? skip : answer}
        </Button>
      </Stack>
    </form>
  )
}

function Done({ minutes }: { minutes: number }) {
  const isOnline = useIsOnline()
  const navigate = useNavigate()
  return (
    <Stack className={classes.done} role="status">
      <svg viewBox="0 0 64 64" className={classes.leaf} aria-hidden>
        <path d="M14 50C10 26 26 10 54 10c0 28-16 44-40 40Zm0 0 22-22" />
      </svg>
      <PageTitle>{texts.practice.doneTitle}</PageTitle>
      <Text size="lg">{texts.practice.done(minutes)}</Text>
      {!isOnline && <Text c="var(--ink-soft)">{texts.practice.offline}</Text>}
      <Button size="lg" onClick={() => navigate({ to: '/' })}>
        {texts.practice.again}
      </Button>
    </Stack>
  )
}
