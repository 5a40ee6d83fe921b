import { Button, Group, Text } from '@mantine/core'
import type { Questionnaire } from '@plaza/client/wellness'
import { getQuestionnaireOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/questionnaires.ts'
import { Failure } from '../../ui/failure.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import {
  type Answer,
  type Answers,
  followingOf,
  isLast,
  openOf,
  visibleOf,
} from '../../ui/questions/branching.ts'
import { OneQuestion } from '../../ui/questions/one-question.tsx'
import { useQueue } from '../../ui/queue.ts'
import { Empty, Failed, Waiting } from '../../ui/states.tsx'
import { Safety } from '../coach/safety.tsx'
import { give, answers as queue, useSafetyCard } from './delivery.ts'
import classes from './questionnaire.module.css'

/** A questionnaire, one question at a time. It goes on where it was left, here or on another device. */
export function QuestionnairePage() {
  const { instrument } = useParams({ from: '/inside/questionnaires/$instrument' })
  const asked = useQuery(getQuestionnaireOptions({ query: { instrument } }))
  const title = texts.titles[instrument as keyof typeof texts.titles] ?? texts.titles.other
  if (asked.isPending) return <Waiting />
  if (!asked.data) {
    const isUnknown = asked.error instanceof Failure && asked.error.status === 404
    return isUnknown ? (
      <Empty title={texts.empty} hint={texts.emptyHint} />
    ) : (
      <Failed error={asked.error} retry={() => asked.refetch()} />
    )
  }
  const questionnaire = asked.data.data
  return (
    <div className={classes.page}>
      <PageTitle>{title}</PageTitle>
      {questionnaire.questions.length === 0 ? (
        <Empty title={texts.empty} hint={texts.emptyHint} />
      ) : (
        <Asking key={`${instrument} ${questionnaire.version}`} questionnaire={questionnaire} />
      )}
    </div>
  )
}

/** What was answered, with what is still on its way; `after` begins anew. */
function useAnswers({ instrument, answers }: Questionnaire, after: string | undefined) {
  const waiting = useQueue(queue).filter(({ item }) => item.instrument === instrument)
  const known = new Map<string, Answer>(
    after === undefined ? answers.map(({ answeredAt: _, ...answer }) => [answer.questionId, answer]) : [],
  )
  for (const { item } of waiting)
    if (item.newSetAfter === after || after === undefined) known.set(item.answer.questionId, item.answer)
  return { known: known as Answers, waiting }
}

function Asking({ questionnaire }: { questionnaire: Questionnaire }) {
  const { instrument, version, questions, newerVersion, answerSetId } = questionnaire
  const [after, setAfter] = useState<string>()
  // Once its first answer is there, the other time of answering is what the server tells of.
  const isBegun = after !== undefined && answerSetId !== after
  const { known, waiting } = useAnswers(questionnaire, isBegun ? undefined : after)
  const visible = visibleOf(questions, known)
  const [at, setAt] = useState<string | undefined>(() => openOf(visible, known)?.id)
  const card = useSafetyCard()
  const index = visible.findIndex(({ id }) => id === at)
  const question = visible[index]
  const go = async (answer: Answer) => {
    await give({ instrument, version, answer, ...(after === undefined ? {} : { newSetAfter: after }) })
    const answered = new Map(known).set(answer.questionId, answer)
    setAt(followingOf(questions, answered, answer.questionId)?.id)
  }
  const refused = waiting.find(({ refusal }) => refusal !== undefined)
  return (
    <>
      {card && (
        <div role="alert">
          <Safety card={card} isOpen />
        </div>
      )}
      {newerVersion !== null && questionnaire.status === 'IN_PROGRESS' && (
        <Text className={classes.notice}>{texts.newer}</Text>
      )}
      {refused && (
        <div role="alert" className={classes.notice}>
          <Text>{texts.refused(refused.refusal ?? '')}</Text>
          <Button
            variant="default"
            mt="xs"
            onClick={() => {
              setAt(refused.item.answer.questionId)
              void queue.remove(refused.id)
            }}
          >
            {texts.discard}
          </Button>
        </div>
      )}
      {question ? (
        <OneQuestion
          key={question.id}
          question={question}
          place={index}
          count={visible.length}
          isLast={(given) => isLast(questions, known, question.id, given)}
          given={known.get(question.id)}
          onAnswer={go}
          onBack={index > 0 ? () => setAt(visible[index - 1]?.id) : undefined}
        />
      ) : (
        <Done
          questionnaire={questionnaire}
          isWaiting={waiting.length > 0}
          change={() => setAt(visible[0]?.id)}
          again={() => {
            setAfter(answerSetId ?? undefined)
            setAt(questions[0]?.id)
          }}
        />
      )}
      {waiting.length > 0 && !refused && (
        <Text role="status" className={classes.notice}>
          {texts.waiting(waiting.length)}
        </Text>
      )}
    </>
  )
}

function Done({
  questionnaire: { score, answerSetId, status },
  isWaiting,
  change,
  again,
}: {
  questionnaire: Questionnaire
  isWaiting: boolean
  change: () => void
  again: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={classes.question}>
        {texts.done}
      </h2>
      <Text>{isWaiting ? texts.stillWaiting : texts.doneHint}</Text>
      {score && !isWaiting && (
        <div className={classes.score}>
          <strong>
            {score.score === null
              ? texts.incomplete
              : texts.score(String(score.score), String(score.max), score.band?.label ?? '')}
          </strong>
          <p>{score.note}</p>
        </div>
      )}
      <Group>
        <Button size="md" onClick={() => navigate({ to: '/' })}>
          {texts.home}
        </Button>
        <Button variant="default" size="md" onClick={change}>
          {texts.change}
        </Button>
        {score && answerSetId && status === 'COMPLETED' && !isWaiting && (
          <Button variant="subtle" size="md" onClick={again}>
            {texts.again}
          </Button>
        )}
      </Group>
    </>
  )
}
