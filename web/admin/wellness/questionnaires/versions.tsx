import { Group, NumberInput, Text } from '@mantine/core'
import type { AdminQuestion } from '@plaza/client/wellness'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/questionnaires.ts'
import { languageNames } from '../../../texts/languages.ts'
import { number } from '../../../ui/formats.ts'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { State } from '../../state.tsx'
import { allQuestionsOptions } from './all-questions.ts'
import classes from './questionnaires.module.css'

/** What is different between two versions. */
export function Versions({ instrument, newest }: { instrument: string; newest: number }) {
  const [from, setFrom] = useState(Math.max(1, newest - 1))
  const [to, setTo] = useState(newest)
  const before = useQuery(allQuestionsOptions(instrument, from))
  const after = useQuery(allQuestionsOptions(instrument, to))
  if (newest === 1) return <Text>{t.oneVersion}</Text>
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

type Facts = readonly (readonly [name: string, value: string])[]

const joined = (...parts: readonly (string | number | null | undefined)[]) =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ')

/** Everything that a version says of a question, by name; empty where it says nothing. */
function factsOf(question: AdminQuestion, all: readonly AdminQuestion[]): Facts {
  const { options, min, max, step, translations } = question
  const optionsOf = ({ label, score, exclusive }: AdminQuestion['options'][number]) =>
    `${label}${score === null ? '' : ` (${number(score)})`}${exclusive ? ` (${t.form.exclusive})` : ''}`
  return [
    [t.form.question, question.question],
    [t.form.help, question.helpText ?? ''],
    [t.form.type, t.types[question.type]],
    [t.form.order, number(question.order)],
    [t.form.required, question.isRequired ? t.yes : t.no],
    [t.range, joined(min, max, step)],
    [t.form.options, options.map(optionsOf).join(' · ')],
    [t.form.conditions, question.enableWhen.map((one) => conditionOf(one, all)).join(' · ')],
    [t.form.showsHelp, helpOf(question)],
    ...Object.entries(languageNames).flatMap(([language, name]): Facts => {
      const said = translations[language]
      return said ? [[name, joined(said.question, said.helpText, ...(said.options ?? []))]] : []
    }),
  ]
}

function conditionOf(
  { questionId, operator, value }: AdminQuestion['enableWhen'][number],
  all: readonly AdminQuestion[],
): string {
  const about = all.find(({ id }) => id === questionId)
  const nameOf = (answer: unknown) =>
    about?.options.find(({ id }) => id === answer)?.label ??
    (typeof answer === 'boolean' ? (answer ? t.yes : t.no) : String(answer))
  const answers = operator === 'EXISTS' ? [] : [value].flat().map(nameOf)
  const compared = operator === 'IN' ? t.form.operators.EQ : t.form.operators[operator]
  return [`“${about?.question ?? questionId}”`, compared, ...answers].join(' ')
}

function helpOf({ safetyRule, options }: AdminQuestion): string {
  const { minScore, optionIds = [] } = safetyRule ?? {}
  const labels = options.filter(({ id }) => optionIds.includes(id)).map(({ label }) => label)
  return joined(minScore === undefined ? '' : t.fromScore(number(minScore)), ...labels)
}

const isSaid = ([, value]: Facts[number]) => value !== ''

function Difference({
  before,
  after,
}: {
  before: readonly AdminQuestion[]
  after: readonly AdminQuestion[]
}) {
  const earlier = new Map(before.map((question) => [question.id, question]))
  const later = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !earlier.has(id))
  const removed = before.filter(({ id }) => !later.has(id))
  // A question that is called otherwise now is still the one that another depends on.
  const named = [...after, ...before]
  const changed = after.flatMap((now) => {
    const then = earlier.get(now.id)
    if (!then) return []
    const [old, fresh] = [new Map(factsOf(then, named)), new Map(factsOf(now, named))]
    const names = [...new Set([...fresh.keys(), ...old.keys()])]
    const changes = names.flatMap((name) => {
      const [was, is] = [old.get(name) ?? '', fresh.get(name) ?? '']
      return was === is ? [] : [{ name, was, is }]
    })
    return changes.length > 0 ? [{ now, changes }] : []
  })
  if (added.length + removed.length + changed.length === 0) return <Text>{t.same}</Text>
  return (
    <ul className={classes.questions}>
      {changed.map(({ now, changes }) => (
        <li key={now.id} className={classes.question}>
          <State tone="warn">{t.changed}</State>
          <h2 dir="auto">{now.question}</h2>
          <dl className={classes.facts}>
            {changes.map(({ name, was, is }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">
                  {was !== '' && <del>{was}</del>}
                  {is !== '' && <ins>{is}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
      {added.map((question) => (
        <Whole key={question.id} question={question} all={after} isAdded />
      ))}
      {removed.map((question) => (
        <Whole key={question.id} question={question} all={before} isAdded={false} />
      ))}
    </ul>
  )
}

interface WholeProps {
  question: AdminQuestion
  all: readonly AdminQuestion[]
  isAdded: boolean
}

/** A question that only one of the versions asks. */
const Whole = ({ question, all, isAdded }: WholeProps) => (
  <li className={classes.question}>
    <State tone={isAdded ? 'good' : 'bad'}>{isAdded ? t.added : t.removed}</State>
    <h2 dir="auto">{question.question}</h2>
    <dl className={classes.facts}>
      {factsOf(question, all)
        .filter(isSaid)
        .slice(1)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  </li>
)
