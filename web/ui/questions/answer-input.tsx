import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { texts } from '../../texts/questionnaires.ts'
import { DecimalInput } from '../decimal-input.tsx'
import type { Answer, Question } from './branching.ts'
import classes from './questions.module.css'

type Given = Omit<Answer, 'questionId'>

interface AnswerInputProps {
  question: Question
  given: Given
  onChange: (given: Given) => void
  /** What names the question. */
  labelledBy: string
  describedBy: string
}

const mostChoices = 11

/** Something to answer a question with, by its type. */
export function AnswerInput({ question, given, onChange, labelledBy, describedBy }: AnswerInputProps) {
  const named = { 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }
  switch (question.type) {
    case 'SINGLE_CHOICE':
      return (
        <Choices
          named={named}
          choices={question.options.map(({ id, label }) => [id, label])}
          value={given.optionIds?.[0]}
          onChange={(id) => onChange({ optionIds: [id] })}
        />
      )
    case 'MULTI_CHOICE':
      return <Several question={question} given={given} onChange={onChange} named={named} />
    case 'BOOLEAN':
      return (
        <Choices
          named={named}
          choices={[
            ['true', texts.yes],
            ['false', texts.no],
          ]}
          value={given.value === undefined ? undefined : String(given.value)}
          onChange={(value) => onChange({ value: value === 'true' })}
        />
      )
    case 'SCALE':
      return <Scale question={question} given={given} onChange={onChange} named={named} />
    case 'NUMBER':
      return <Amount question={question} given={given} onChange={onChange} named={named} />
    case 'DATE':
      return (
        <TextInput
          {...named}
          type="date"
          size="md"
          value={given.date ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(value ? { date: value } : {})}
        />
      )
    case 'TEXT':
      return (
        <Textarea
          {...named}
          autosize
          minRows={3}
          maxLength={2000}
          size="md"
          value={given.text ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(value ? { text: value } : {})}
        />
      )
  }
}

type Named = { 'aria-labelledby': string; 'aria-describedby': string }

function Choices({
  named,
  choices,
  value,
  onChange,
}: {
  named: Named
  choices: readonly (readonly [value: string, label: string])[]
  value: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <Radio.Group {...named} value={value ?? ''} onChange={onChange}>
      <Stack gap="xs">
        {choices.map(([each, label]) => (
          <Radio
            key={each}
            value={each}
            label={<span dir="auto">{label}</span>}
            size="md"
            className={classes.choice}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function Several({
  question: { options },
  given: { optionIds = [] },
  onChange,
  named,
}: Pick<AnswerInputProps, 'question' | 'given' | 'onChange'> & { named: Named }) {
  const choose = (chosen: string[]) => {
    const added = options.find(({ id }) => chosen.includes(id) && !optionIds.includes(id))
    const isAlone = (id: string) => options.some((option) => option.id === id && option.exclusive)
    const kept = added?.exclusive ? [added.id] : chosen.filter((id) => !added || !isAlone(id))
    onChange(kept.length > 0 ? { optionIds: kept } : {})
  }
  return (
    <Checkbox.Group {...named} value={optionIds} onChange={choose}>
      <Stack gap="xs">
        {options.map(({ id, label }) => (
          <Checkbox
            key={id}
            value={id}
            label={<span dir="auto">{label}</span>}
            size="md"
            className={classes.choice}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** A short scale is a row of numbers; a long one is typed. */
function Scale(props: Pick<AnswerInputProps, 'question' | 'given' | 'onChange'> & { named: Named }) {
  const { question, given, onChange, named } = props
  const { min, max, step } = question
  const [first, last, by] = [min ?? 0, max ?? 0, step ?? 1]
  const count = Math.floor((last - first) / by) + 1
  if (count > mostChoices) return <Amount {...props} />
  const values = Array.from({ length: count }, (_, index) => Math.round((first + index * by) * 1e6) / 1e6)
  return (
    <Radio.Group
      {...named}
      value={given.value === undefined ? '' : String(given.value)}
      onChange={(value) => onChange({ value: Number(value) })}
    >
      <div className={classes.scale}>
        {values.map((value) => (
          <Radio key={value} value={String(value)} label={String(value)} size="md" className={classes.step} />
        ))}
      </div>
    </Radio.Group>
  )
}

function Amount({
  question: { min, max, step },
  given,
  onChange,
  named,
}: Pick<AnswerInputProps, 'question' | 'given' | 'onChange'> & { named: Named }) {
  return (
    <DecimalInput
      {...named}
      size="md"
      hideControls={false}
      allowedDecimalSeparators={['.', ',']}
      // What phones show for numbers may have no minus.
      {...(min !== null && min < 0 ? { inputMode: 'text' } : {})}
      value={typeof given.value === 'number' ? given.value : ''}
      onChange={(value) => onChange(value === '' ? {} : { value })}
      {...(min === null ? {} : { min })}
      {...(max === null ? {} : { max })}
      {...(step === null ? {} : { step })}
    />
  )
}
