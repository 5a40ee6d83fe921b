import { Text } from '@mantine/core'
import type { AdminQuestion } from '@plaza/client/wellness'
import { texts as t } from '../../../texts/admin/wellness/questionnaires.ts'
import { Empty } from '../../../ui/states.tsx'
import classes from './questionnaires.module.css'

/** The questionnaire as somebody new is asked it, all at once. */
export function Preview({ questions }: { questions: readonly AdminQuestion[] }) {
  const asked = questions.filter(({ status }) => status === 'ACTIVE')
  if (asked.length === 0) return <Empty title={t.none} hint={t.noneHint} />
  return (
    <>
      <Text mb="md" c="var(--ink-soft)">
        {t.previewHint}
      </Text>
      <ol className={classes.questions}>
        {asked.map((question) => (
          <Asked key={question.id} question={question} all={asked} />
        ))}
      </ol>
    </>
  )
}

function Asked({ question, all }: { question: AdminQuestion; all: readonly AdminQuestion[] }) {
  const conditions = question.enableWhen.map(
    ({ questionId }) => all.find(({ id }) => id === questionId)?.question,
  )
  return (
    <li className={classes.question}>
      <h2 dir="auto">{question.question}</h2>
      {question.helpText && <p dir="auto">{question.helpText}</p>}
      <p>
        {[
          t.types[question.type],
          question.isRequired ? '' : t.optional,
          question.min === null || question.max === null ? '' : `${question.min} – ${question.max}`,
          ...conditions.map((about) => (about === undefined ? '' : t.onlyWhen(about))),
        ]
          .filter((fact) => fact !== '')
          .join(' · ')}
      </p>
      {question.options.length > 0 && (
        <ul>
          {question.options.map(({ id, label }) => (
            <li key={id} dir="auto">
              {label}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
