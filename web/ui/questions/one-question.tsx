import { Button, Group, Text } from '@mantine/core'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { texts } from '../../texts/questionnaires.ts'
import { FormFailure } from '../states.tsx'
import { AnswerInput } from './answer-input.tsx'
import type { Answer, Question } from './branching.ts'
import classes from './questions.module.css'

interface OneQuestionProps {
  question: Question
  /** Which of them it is, from 0. */
  place: number
  count: number
  /** Whether nothing comes after it, with what is given to it by now. */
  isLast: (given: Answer | undefined) => boolean
  given: Answer | undefined
  onAnswer: (answer: Answer) => Promise<void> | void
  onBack: (() => void) | undefined
  /** Where it is not the language of the page. */
  lang?: string | undefined
}

/** One question with its answer, and the ways on and back. To be keyed by its question. */
export function OneQuestion(props: OneQuestionProps) {
  const { question, place, count, isLast, given, onAnswer, onBack, lang } = props
  const { id: questionId, helpText, isRequired } = question
  const [{ questionId: _, skipped: __, ...answer }, setAnswer] = useState<Answer>(given ?? { questionId })
  const [isMissing, setMissing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const [titleId, helpId] = [useId(), useId()]
  // Whoever listens hears the next question, and the keyboard goes on from it.
  useLayoutEffect(() => heading.current?.focus(), [])
  const isGiven = Object.keys(answer).length > 0
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!isGiven)
    if (isGiven) void onAnswer({ questionId, ...answer })
  }
  return (
    <form onSubmit={send} noValidate>
      <div className={classes.page}>
        <Text size="sm" c="var(--ink-soft)">
          {texts.at(place + 1, count)}
        </Text>
        <progress
          className={classes.progress}
          max={count}
          value={place}
          aria-label={texts.at(place + 1, count)}
        />
        <h2 ref={heading} tabIndex={-1} id={titleId} className={classes.question} dir="auto" lang={lang}>
          {question.question}
        </h2>
        <p id={helpId} className={classes.help} dir="auto" lang={helpText ? lang : undefined}>
          {helpText ?? texts.privacy}
        </p>
        <AnswerInput
          question={question}
          given={answer}
          onChange={(next) => {
            setAnswer({ questionId, ...next })
            setMissing(false)
          }}
          labelledBy={titleId}
          describedBy={helpId}
        />
        <FormFailure message={isMissing ? texts.needed : undefined} />
        <Group justify="space-between">
          {onBack ? (
            <Button variant="default" size="md" onClick={onBack}>
              {texts.back}
            </Button>
          ) : (
            <span />
          )}
          <Group>
            {!isRequired && (
              <Button variant="subtle" size="md" onClick={() => void onAnswer({ questionId, skipped: true })}>
                {texts.skip}
              </Button>
            )}
            <Button type="submit" size="md">
              {isLast(isGiven ? { questionId, ...answer } : undefined) ? texts.finish : texts.next}
            </Button>
          </Group>
        </Group>
      </div>
    </form>
  )
}
