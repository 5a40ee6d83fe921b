import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import type { AdminQuestion } from '@plaza/client/wellness'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/questionnaires.ts'
import { language } from '../../../texts/language.ts'
import { languageNames } from '../../../texts/languages.ts'
import {
  type Answer,
  type Answers,
  followingOf,
  isLast,
  openOf,
  type Question,
  visibleOf,
} from '../../../ui/questions/branching.ts'
import { OneQuestion } from '../../../ui/questions/one-question.tsx'
import { Empty } from '../../../ui/states.tsx'
import classes from './questionnaires.module.css'

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }))

/** The questionnaire as somebody new is asked it: one question at a time, in a language of theirs. Nothing is kept. */
export function Preview({ questions }: { questions: readonly AdminQuestion[] }) {
  const [spoken, setSpoken] = useState<string>(language)
  const asked = questions.filter(({ status }) => status === 'ACTIVE')
  if (asked.length === 0) return <Empty title={t.none} hint={t.noneHint} />
  return (
    <>
      <Text mb="sm" c="var(--ink-soft)">
        {t.previewHint}
      </Text>
      <SegmentedControl
        aria-label={t.language}
        data={languages}
        value={spoken}
        onChange={setSpoken}
        mb="md"
      />
      <Asking asked={asked} spoken={spoken} />
    </>
  )
}

function Asking({ asked, spoken }: { asked: readonly AdminQuestion[]; spoken: string }) {
  const questions = asked.map((question) => inLanguage(question, spoken))
  const [answers, setAnswers] = useState<Answers>(new Map())
  const visible = visibleOf(questions, answers)
  const [at, setAt] = useState(() => openOf(visible, answers)?.id)
  const index = visible.findIndex(({ id }) => id === at)
  const question = visible[index]
  const answer = (given: Answer) => {
    const answered = new Map(answers).set(given.questionId, given)
    setAnswers(answered)
    setAt(followingOf(questions, answered, given.questionId)?.id)
  }
  const restart = () => {
    setAnswers(new Map())
    setAt(questions[0]?.id)
  }
  const original = asked.find(({ id }) => id === at)
  return (
    <div className={classes.preview}>
      <div className={classes.phone}>
        {question ? (
          <OneQuestion
            key={`${question.id} ${spoken}`}
            question={question}
            place={index}
            count={visible.length}
            isLast={(given) => isLast(questions, answers, question.id, given)}
            given={answers.get(question.id)}
            onAnswer={answer}
            onBack={index > 0 ? () => setAt(visible[index - 1]?.id) : undefined}
            lang={spoken}
          />
        ) : (
          <>
            <Text fw={600} role="status">
              {t.end}
            </Text>
            <Group mt="md">
              <Button onClick={restart}>{t.restart}</Button>
              <Button variant="default" onClick={() => setAt(visible.at(-1)?.id)}>
                {t.lastQuestion}
              </Button>
            </Group>
          </>
        )}
      </div>
      <Notes
        question={original}
        spoken={spoken}
        helps={asked.filter((one) => {
          const given = answers.get(one.id)
          return given !== undefined && showsHelp(one, given)
        })}
      />
    </div>
  )
}

/** A question with its words in a language, or as it was written where that has none for them. */
function inLanguage({ translations, ...question }: AdminQuestion, spoken: string): Question {
  const said = translations[spoken] ?? {}
  return {
    ...question,
    question: said.question ?? question.question,
    helpText: said.helpText ?? question.helpText,
    options: question.options.map((option, place) => ({
      ...option,
      label: said.options?.[place] || option.label,
    })),
  }
}

/** English is what questions are written in. */
const isTranslated = ({ translations, helpText, options }: AdminQuestion, spoken: string): boolean => {
  if (spoken === 'en') return true
  const said = translations[spoken]
  const hasOptions = options.every((_, place) => Boolean(said?.options?.[place]))
  return Boolean(said?.question) && (helpText === null || Boolean(said?.helpText)) && hasOptions
}

function showsHelp({ safetyRule, options }: AdminQuestion, { optionIds = [], value }: Answer): boolean {
  if (!safetyRule) return false
  const { optionIds: telling = [], minScore = Number.POSITIVE_INFINITY } = safetyRule
  const scored = options.filter(({ id, score }) => optionIds.includes(id) && score !== null)
  const score = typeof value === 'number' ? value : scored.reduce((sum, { score }) => sum + (score ?? 0), 0)
  const isScored = typeof value === 'number' || scored.length > 0
  return (isScored && score >= minScore) || optionIds.some((id) => telling.includes(id))
}

interface NotesProps {
  question: AdminQuestion | undefined
  spoken: string
  /** Questions whose answers lead to the card of those who help. */
  helps: readonly AdminQuestion[]
}

/** What the person does not see: why they are asked, and what becomes of their answer. */
function Notes({ question, spoken, helps }: NotesProps) {
  const notes = [
    question && question.enableWhen.length > 0 ? t.branched : '',
    question && !isTranslated(question, spoken) ? t.untranslated : '',
    ...helps.map((one) => t.helpHere(one.question)),
  ].filter((note) => note !== '')
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes} aria-label={t.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
