import { Group, NumberInput, Text } from '@mantine/core'
import type { AdminQuestion } from '@plaza/client/wellness'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/questionnaires.ts'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { allQuestionsOptions } from './all-questions.ts'
import classes from './questionnaires.module.css'

/** What is different between two versions. */
export function Versions({ instrument, newest }: { instrument: string; newest: number }) {
  const [from, setFrom] = useState(Math.max(1, newest - 1))
  const [to, setTo] = useState(newest)
  const before = useQuery(allQuestionsOptions(instrument, from))
  const after = useQuery(allQuestionsOptions(instrument, to))
  const limits = { min: 1, max: newest, allowDecimal: false, clampBehavior: 'strict' } as const
  return (
    <>
      <Group mb="md" align="end">
        <NumberInput
          {...limits}
          label={t.from}
          value={from}
          onChange={(value) => setFrom(Number(value) || 1)}
        />
        <NumberInput {...limits} label={t.to} value={to} onChange={(value) => setTo(Number(value) || 1)} />
      </Group>
      {before.isPending || after.isPending ? (
        <Waiting />
      ) : before.isError || after.isError ? (
        <Failed
          error={before.error ?? after.error}
          retry={() => Promise.all([before.refetch(), after.refetch()])}
        />
      ) : (
        <Difference before={before.data} after={after.data} />
      )}
    </>
  )
}

/** What somebody who is asked sees of a question, line by line. */
const wordsOf = ({
  question,
  helpText,
  type,
  options,
  min,
  max,
  step,
  isRequired,
  enableWhen,
}: AdminQuestion) =>
  [
    question,
    helpText,
    t.types[type],
    isRequired ? '' : t.optional,
    [min, max, step].filter((one) => one !== null).join(' – '),
    options.map(({ label, score }) => (score === null ? label : `${label} (${score})`)).join(', '),
    enableWhen.map(({ operator, value }) => `${operator} ${String(value)}`).join(', '),
  ].filter((line): line is string => typeof line === 'string' && line !== '')

const isSame = (one: AdminQuestion, other: AdminQuestion) =>
  JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other))

function Difference({
  before,
  after,
}: {
  before: readonly AdminQuestion[]
  after: readonly AdminQuestion[]
}) {
  const earlier = new Map(before.map((question) => [question.id, question]))
  const later = new Map(after.map((question) => [question.id, question]))
  const added = after.filter(({ id }) => !earlier.has(id))
  const removed = before.filter(({ id }) => !later.has(id))
  const changed = after.flatMap((now) => {
    const then = earlier.get(now.id)
    return then && !isSame(then, now) ? [{ then, now }] : []
  })
  if (added.length + removed.length + changed.length === 0) return <Text>{t.same}</Text>
  return (
    <ul className={classes.questions}>
      {added.map((question) => (
        <li key={question.id} className={classes.question}>
          <h2>{t.added}</h2>
          <Words lines={wordsOf(question)} />
        </li>
      ))}
      {removed.map((question) => (
        <li key={question.id} className={classes.question}>
          <h2>{t.removed}</h2>
          <Words lines={wordsOf(question)} />
        </li>
      ))}
      {changed.map(({ then, now }) => (
        <li key={now.id} className={classes.question}>
          <h2>{t.changed}</h2>
          <h3>{t.before}</h3>
          <del>
            <Words lines={wordsOf(then).filter((line) => !wordsOf(now).includes(line))} />
          </del>
          <h3>{t.after}</h3>
          <ins>
            <Words lines={wordsOf(now)} />
          </ins>
        </li>
      ))}
    </ul>
  )
}

const Words = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <Text key={line} component="span" display="block" dir="auto">
      {line}
    </Text>
  ))
