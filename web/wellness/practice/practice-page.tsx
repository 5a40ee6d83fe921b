import type { ExerciseDetail } from '@plaza/client/wellness'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { useIsOnline } from '../../ui/connection.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { useExercise } from '../offline/use-exercise.ts'
import { session } from '../session.ts'
import { tell } from './delivery.ts'
import { type End, endKept, endUnasked } from './ending.ts'
import { FeelingScale } from './feelings.tsx'
import { begin, endOf, isOver, keep, kept, onEndElsewhere, type Practice, stored } from './practice.ts'
import classes from './practice-page.module.css'
import { Room } from './room.tsx'
import { Running } from './running.tsx'

const route = getRouteApi('/inside/exercise/$exerciseId/practice')

export function PracticePage() {
  const { exerciseId } = route.useParams()
  const { query, exercise, recording } = useExercise(exerciseId, { staleTime: Number.POSITIVE_INFINITY })
  if (!exercise)
    return query.isError ? <Failed error={query.error} retry={() => query.refetch()} /> : <Waiting />
  return <Practising exercise={exercise} recording={recording} renew={() => void query.refetch()} />
}

interface PractisingProps {
  exercise: ExerciseDetail
  /** What is heard or seen, where it is kept on the device. */
  recording: Blob | undefined
  renew: () => void
}

/** From the feeling before, through the exercise, to the feeling after. Every end is kept before it is sent. */
function Practising({ exercise, recording, renew }: PractisingProps) {
  const navigate = useNavigate()
  const [personId] = useState(session.personId)
  const [practice, setPractice] = useState<Practice | undefined>(() => {
    const open = kept(personId, Date.now())
    return open?.exerciseId === exercise.id ? open : undefined
  })
  const [isDone, setDone] = useState(false)
  const hold = (next: Practice) => {
    keep(personId, next)
    setPractice(next)
  }
  const change = (next: Practice) => {
    // What another tab began since is not to be lost.
    if (stored(personId)?.startedAt === next.startedAt) hold(next)
    else void navigate({ to: '/' })
  }
  const part = !practice ? 'before' : practice.endedAt === null ? 'during' : isDone ? 'done' : 'after'
  // Each part is read from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is what it happens for
  useEffect(() => void window.scrollTo(0, 0), [part])

  const start = async (feeling: number | undefined) => {
    const now = Date.now()
    const open = kept(personId, now)
    // Another tab has begun it meanwhile.
    if (open?.exerciseId === exercise.id && !isOver(open, now)) return setPractice(open)
    await endKept(personId, (left) => endUnasked(left, now))
    const begun = begin(exercise, now)
    hold(begun)
    await tell(begun.startedAt, { exerciseId: exercise.id, title: exercise.title, type: 'START', feeling })
  }
  /** Tells of the end, unless another tab already did; what was begun there since stays. */
  const end = ({ startedAt }: Practice, told: End) =>
    endKept(personId, (open) => (open.startedAt === startedAt ? told : undefined))
  const stop = async (stopped: Practice) => {
    await end(stopped, { at: endOf(stopped, Date.now()), type: 'ABANDON', feeling: undefined })
    await navigate({ to: '/' })
  }
  const finish = async (finished: Practice, endedAt: number, feeling: number | undefined) => {
    await end(finished, { at: endedAt, type: 'COMPLETE', feeling })
    setDone(true)
  }
  const isOpen = practice !== undefined && !isDone
  useEffect(
    () => (isOpen ? onEndElsewhere(personId, () => void navigate({ to: '/' })) : undefined),
    [isOpen, personId, navigate],
  )

  const { name, color } = exercise.category
  const room = { color, name }
  // What was begun may be finished.
  if (!practice && exercise.isLocked)
    return (
      <Room {...room} exerciseId={exercise.id}>
        <div className={classes.quiet}>
          <PageTitle>{exercise.title}</PageTitle>
          <p role="note">{texts.exercise.locked}</p>
        </div>
      </Room>
    )
  if (!practice)
    return (
      <Asking
        key="before"
        within={(feeling, children) => (
          <Room {...room} exerciseId={exercise.id} feeling={feeling}>
            {children}
          </Room>
        )}
        question={texts.practice.before}
        answer={texts.practice.start}
        onAnswer={start}
      />
    )
  const { startedAt, endedAt } = practice
  if (endedAt === null)
    return (
      <Room {...room}>
        <Running
          practice={practice}
          exercise={exercise}
          recording={recording}
          onChange={change}
          onFinish={() => change({ ...practice, endedAt: endOf(practice, Date.now()) })}
          onStop={() => stop(practice)}
          onExpired={renew}
        />
      </Room>
    )
  if (!isDone)
    return (
      <Asking
        key="after"
        within={(feeling, children) => (
          <Room {...room} feeling={feeling}>
            {children}
          </Room>
        )}
        question={texts.practice.after}
        answer={texts.practice.save}
        onAnswer={(feeling) => finish(practice, endedAt, feeling)}
      />
    )
  return (
    <Room {...room}>
      <Done minutes={Math.floor((endedAt - startedAt) / 60_000)} />
    </Room>
  )
}

interface AskingProps {
  question: string
  answer: string
  /** The room around it, which takes its warmth from what is chosen. */
  within: (feeling: number | undefined, children: ReactNode) => ReactNode
  onAnswer: (feeling: number | undefined) => Promise<void>
}

/** How one feels; who does not want to say goes on without. */
function Asking({ question, answer, within, onAnswer }: AskingProps) {
  const [feeling, setFeeling] = useState<number>()
  // A second press would be a second answer.
  const [isKeeping, setKeeping] = useState(false)
  return within(
    feeling,
    <form
      className={classes.asking}
      onSubmit={(event) => {
        event.preventDefault()
        setKeeping(true)
        void onAnswer(feeling).finally(() => setKeeping(false))
      }}
    >
      <PageTitle>{question}</PageTitle>
      <FeelingScale value={feeling} onChange={setFeeling} />
      <button
        type="submit"
        className={classes.answer}
        data-filled={feeling !== undefined || undefined}
        disabled={isKeeping}
      >
        {feeling === undefined ? texts.practice.skip : answer}
      </button>
    </form>,
  )
}

function Done({ minutes }: { minutes: number }) {
  const isOnline = useIsOnline()
  return (
    <div className={classes.done} role="status">
      <svg viewBox="0 0 64 64" className={classes.leaf} aria-hidden>
        <path d="M14 50C10 26 26 10 54 10c0 28-16 44-40 40Zm0 0 22-22" />
      </svg>
      <PageTitle>{texts.practice.doneTitle}</PageTitle>
      <p>{texts.practice.done(minutes)}</p>
      {!isOnline && <p className={classes.soft}>{texts.practice.offline}</p>}
      <Link to="/" className={classes.answer} data-filled>
        {texts.practice.again}
      </Link>
    </div>
  )
}
