import {
  Button,
  Checkbox,
  CloseButton,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { AdminQuestion, UpdateAdminQuestionnaireDto } from '@plaza/client/wellness'
import {
  adminCreateQuestionnaire,
  adminGetQuestionnaireDetail,
  adminUpdateQuestionnaire,
} from '@plaza/client/wellness'
import { useQueryClient } from '@tanstack/react-query'
import { texts as catalogue } from '../../../texts/admin/wellness/catalogue.ts'
import { texts } from '../../../texts/admin/wellness/questionnaires.ts'
import { languageNames } from '../../../texts/languages.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ask } from '../../../ui/failure.ts'
import { newId } from '../../../ui/ids.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { type ServerForm, useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { useRow } from '../../row.ts'

const t = texts.form

type Condition = AdminQuestion['enableWhen'][number]
type Translations = AdminQuestion['translations']

/** The languages of the pages, without the one that questions are written in first. */
const otherLanguages = Object.entries(languageNames).filter(([language]) => language !== 'en')

const valuesOf = (question: AdminQuestion | undefined) => ({
  question: question?.question ?? '',
  helpText: question?.helpText ?? '',
  type: question?.type ?? ('SINGLE_CHOICE' as AdminQuestion['type']),
  order: (question?.order ?? '') as number | string,
  min: (question?.min ?? '') as number | string,
  max: (question?.max ?? '') as number | string,
  step: (question?.step ?? '') as number | string,
  isRequired: question?.isRequired ?? true,
  translations: Object.fromEntries(
    otherLanguages.map(([language]) => {
      const known = question?.translations[language]
      return [language, { question: known?.question ?? '', helpText: known?.helpText ?? '' }]
    }),
  ),
  options: (question?.options ?? []).map(({ id, label, score, exclusive }, index) => ({
    id,
    label,
    inLanguages: Object.fromEntries(
      otherLanguages.map(([language]) => [
        language,
        question?.translations[language]?.options?.[index] ?? '',
      ]),
    ),
    score: (score ?? '') as number | string,
    exclusive,
    showsHelp:
      (question?.safetyRule?.optionIds?.includes(id) ?? false) ||
      (score !== null && score >= (question?.safetyRule?.minScore ?? Number.POSITIVE_INFINITY)),
  })),
  conditions: (question?.enableWhen ?? []).map(({ questionId, operator, value }) => ({
    questionId,
    operator: (operator === 'IN' ? 'EQ' : operator) as keyof typeof t.operators,
    value: String(Array.isArray(value) ? value[0] : value),
    // Several answers at once are kept as they are, as long as the condition is not touched.
    kept: { questionId, operator, value } as Condition | undefined,
  })),
  askAgain: false,
})
type Values = ReturnType<typeof valuesOf>

const amountOf = (value: number | string): number | null => (value === '' ? null : Number(value))

/** What is sent of the other languages: nothing empty, and those that the form does not show as they were. */
function translationsOf(
  { translations, options }: Values,
  isChoice: boolean,
  known: Translations,
): Translations {
  const written = Object.entries(translations).flatMap(([language, texts]) => {
    const labels = options.map(({ label, inLanguages }) => inLanguages[language]?.trim() || label)
    const areTold = isChoice && options.some(({ inLanguages }) => inLanguages[language]?.trim())
    const said = {
      ...(texts.question.trim() ? { question: texts.question } : {}),
      ...(texts.helpText.trim() ? { helpText: texts.helpText } : {}),
      ...(areTold ? { options: labels } : {}),
    }
    return Object.keys(said).length > 0 ? [[language, said] as const] : []
  })
  // Their labels are by place: they fit as long as the options are the same ones.
  const shown = new Set(otherLanguages.map(([language]) => language))
  const others = Object.entries(known).filter(
    ([language, texts]) =>
      !shown.has(language) && (texts.options?.length ?? options.length) === options.length,
  )
  return Object.fromEntries([...others, ...written])
}

/** Sums, scales and numbers have a rule that no box shows: it stays as long as it says of each option what its box does. */
function safetyRuleOf(options: Values['options'], before: AdminQuestion | undefined) {
  const rule = before?.safetyRule
  const least = rule?.minScore ?? Number.POSITIVE_INFINITY
  const isTouched = options.some(({ id, score, showsHelp }) => {
    const asksForHelp =
      rule?.optionIds?.includes(id) || (amountOf(score) ?? Number.NEGATIVE_INFINITY) >= least
    return showsHelp !== asksForHelp
  })
  const showsHelp = (option: Values['options'][number]) =>
    isTouched ? option.showsHelp : rule?.optionIds?.includes(option.id)
  const optionIds = options.filter(showsHelp).map(({ id }) => id)
  const kept = {
    ...(!isTouched && rule?.minScore !== undefined && { minScore: rule.minScore }),
    ...(optionIds.length > 0 && { optionIds }),
  }
  return Object.keys(kept).length > 0 ? kept : null
}

function contentOf(
  values: Values,
  others: readonly AdminQuestion[],
  before: AdminQuestion | undefined,
): UpdateAdminQuestionnaireDto {
  const { options, conditions, order, min, max, step, translations: _, ...rest } = values
  const isChoice = values.type === 'SINGLE_CHOICE' || values.type === 'MULTI_CHOICE'
  return {
    ...rest,
    ...(order === '' ? {} : { order: Number(order) }),
    min: amountOf(min),
    max: amountOf(max),
    step: amountOf(step),
    options: isChoice
      ? options.map(({ id, label, score, exclusive }) => ({ id, label, score: amountOf(score), exclusive }))
      : [],
    safetyRule: safetyRuleOf(isChoice ? options : [], before),
    translations: translationsOf(values, isChoice, before?.translations ?? {}),
    enableWhen: conditions.map((condition) => condition.kept ?? conditionOf(condition, others)),
  }
}

function conditionOf(
  { questionId, operator, value }: Values['conditions'][number],
  others: readonly AdminQuestion[],
): Condition {
  const type = others.find(({ id }) => id === questionId)?.type
  if (operator === 'EXISTS') return { questionId, operator, value: value !== 'false' }
  if (type === 'BOOLEAN') return { questionId, operator, value: value === 'true' }
  if (type === 'SCALE' || type === 'NUMBER') return { questionId, operator, value: Number(value) }
  return { questionId, operator, value }
}

/** A question is written in a window of its own; publishing makes the next version of its questionnaire. */
export function QuestionForm({
  instrument,
  question,
  others,
  onClose,
}: {
  instrument: string
  /** The one that is changed; undefined for a new one. */
  question: AdminQuestion | undefined
  /** The rest of the questionnaire. */
  others: readonly AdminQuestion[]
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  // What was read anew meanwhile is not what the form was filled with.
  const { row: before, filling } = useRow(question, valuesOf, (request) =>
    ask(adminGetQuestionnaireDetail(request)),
  )
  const form = useServerForm({
    ...filling,
    mutation: {
      mutationFn: ({ body, key }: { body: UpdateAdminQuestionnaireDto; key: string }) =>
        before
          ? ask(
              adminUpdateQuestionnaire({
                path: { id: before.id },
                body: { ...body, version: before.version },
              }),
            )
          : ask(
              adminCreateQuestionnaire({
                body: { ...body, instrument, type: body.type ?? 'TEXT' },
                headers: { 'Idempotency-Key': key },
              }),
            ),
    },
    request: (values, { keyOf }) => {
      const body = contentOf(values, others, before)
      return { body, key: keyOf(body) }
    },
    names: { enableWhen: 'conditions' },
    onSuccess: ({ data }) => {
      void queryClient.invalidateQueries(ofNoun('questionnaires'))
      say(t.published(data.instrumentVersion))
      onClose()
    },
  })
  const { type } = form.values
  const isChoice = type === 'SINGLE_CHOICE' || type === 'MULTI_CHOICE'
  return (
    <Dialog onClose={onClose} title={before ? t.edit : t.add} size="lg">
      <form onSubmit={form.submit()}>
        <Stack>
          <FormFailure message={form.isRebased ? catalogue.rebased : form.failure} />
          <Textarea
            required
            autosize
            maxLength={500}
            label={t.question}
            {...form.getInputProps('question')}
          />
          <Textarea autosize maxLength={500} label={t.help} {...form.getInputProps('helpText')} />
          <Group grow align="end">
            <NativeSelect
              label={t.type}
              data={Object.entries(texts.types).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('type')}
            />
            <NumberInput
              min={0}
              max={10_000}
              allowDecimal={false}
              label={t.order}
              {...form.getInputProps('order')}
            />
          </Group>
          {(type === 'SCALE' || type === 'NUMBER') && (
            <Group grow align="end">
              <NumberInput required={type === 'SCALE'} label={t.min} {...form.getInputProps('min')} />
              <NumberInput required={type === 'SCALE'} label={t.max} {...form.getInputProps('max')} />
              <NumberInput label={t.step} {...form.getInputProps('step')} />
            </Group>
          )}
          {isChoice && <OptionFields form={form} />}
          <ConditionFields form={form} others={others} />
          <TranslationFields form={form} isChoice={isChoice} />
          <Switch size="md" label={t.required} {...form.getInputProps('isRequired', { type: 'checkbox' })} />
          <Switch size="md" label={t.askAgain} {...form.getInputProps('askAgain', { type: 'checkbox' })} />
          <Button type="submit" loading={form.isSending}>
            {t.save}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

function OptionFields({ form }: { form: ServerForm<Values> }) {
  return (
    <Fieldset legend={t.options}>
      <Stack gap="xs">
        {form.values.options.map(({ id }, index) => (
          <Group key={id} gap="xs" align="center">
            <TextInput
              required
              flex={1}
              miw="10rem"
              maxLength={200}
              aria-label={t.option(index + 1)}
              {...form.getInputProps(`options.${index}.label`)}
            />
            <NumberInput
              w="5rem"
              min={-100}
              max={100}
              aria-label={t.score(index + 1)}
              {...form.getInputProps(`options.${index}.score`)}
            />
            <Checkbox
              label={t.exclusive}
              {...form.getInputProps(`options.${index}.exclusive`, { type: 'checkbox' })}
            />
            <Checkbox
              label={t.showsHelp}
              {...form.getInputProps(`options.${index}.showsHelp`, { type: 'checkbox' })}
            />
            <CloseButton
              aria-label={t.removeOption(index + 1)}
              onClick={() => form.removeListItem('options', index)}
            />
          </Group>
        ))}
        <Button
          variant="default"
          disabled={form.values.options.length >= 50}
          onClick={() =>
            form.insertListItem('options', {
              id: newId(),
              label: '',
              inLanguages: Object.fromEntries(otherLanguages.map(([language]) => [language, ''])),
              score: '',
              exclusive: false,
              showsHelp: false,
            })
          }
        >
          {t.addOption}
        </Button>
      </Stack>
    </Fieldset>
  )
}

const TranslationFields = ({ form, isChoice }: { form: ServerForm<Values>; isChoice: boolean }) =>
  otherLanguages.map(([language, spoken]) => (
    <Fieldset key={language} legend={catalogue.inLanguage(spoken)} lang={language}>
      <Stack gap="xs">
        <Textarea
          autosize
          maxLength={500}
          label={catalogue.labelIn(t.question, spoken)}
          {...form.getInputProps(`translations.${language}.question`)}
        />
        <Textarea
          autosize
          maxLength={500}
          label={catalogue.labelIn(t.help, spoken)}
          {...form.getInputProps(`translations.${language}.helpText`)}
        />
        {isChoice &&
          form.values.options.map(({ id, label }, index) => (
            <TextInput
              key={id}
              maxLength={200}
              placeholder={label}
              aria-label={catalogue.labelIn(t.option(index + 1), spoken)}
              {...form.getInputProps(`options.${index}.inLanguages.${language}`)}
            />
          ))}
      </Stack>
    </Fieldset>
  ))

const answersTo = (question: AdminQuestion | undefined) =>
  question?.type === 'BOOLEAN'
    ? [
        { value: 'true', label: texts.yes },
        { value: 'false', label: texts.no },
      ]
    : (question?.options ?? []).map(({ id, label }) => ({ value: id, label }))

function ConditionFields({ form, others }: { form: ServerForm<Values>; others: readonly AdminQuestion[] }) {
  const touched = (index: number, change: Partial<Values['conditions'][number]>) => {
    const before = form.values.conditions[index]
    if (before) form.setFieldValue(`conditions.${index}`, { ...before, ...change, kept: undefined })
  }
  const active = others.filter(({ status }) => status === 'ACTIVE')
  return (
    <Fieldset legend={t.conditions}>
      <Stack gap="xs">
        {form.values.conditions.map((condition, index) => {
          const about = active.find(({ id }) => id === condition.questionId)
          const answers = answersTo(about)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place among the others
            <Group key={index} gap="xs" align="center">
              <NativeSelect
                flex={1}
                miw="10rem"
                aria-label={t.about(index + 1)}
                value={condition.questionId}
                data={active.map(({ id, question }) => ({ value: id, label: question }))}
                onChange={({ currentTarget: { value: questionId } }) => {
                  const [first] = answersTo(active.find(({ id }) => id === questionId))
                  touched(index, { questionId, value: first?.value ?? '' })
                }}
              />
              <NativeSelect
                aria-label={t.operator(index + 1)}
                value={condition.operator}
                data={Object.entries(t.operators).map(([value, label]) => ({ value, label }))}
                onChange={({ currentTarget: { value } }) =>
                  touched(index, { operator: value as keyof typeof t.operators })
                }
              />
              {condition.operator !== 'EXISTS' &&
                (answers.length > 0 ? (
                  <NativeSelect
                    aria-label={t.value(index + 1)}
                    value={condition.value}
                    data={answers}
                    onChange={({ currentTarget: { value } }) => touched(index, { value })}
                  />
                ) : (
                  <TextInput
                    aria-label={t.value(index + 1)}
                    value={condition.value}
                    onChange={({ currentTarget: { value } }) => touched(index, { value })}
                  />
                ))}
              <CloseButton
                aria-label={t.removeCondition(index + 1)}
                onClick={() => form.removeListItem('conditions', index)}
              />
            </Group>
          )
        })}
        <Button
          variant="default"
          disabled={active.length === 0 || form.values.conditions.length >= 10}
          onClick={() =>
            form.insertListItem('conditions', {
              questionId: active[0]?.id ?? '',
              operator: 'EQ',
              value: answersTo(active[0])[0]?.value ?? '',
              kept: undefined,
            })
          }
        >
          {t.addCondition}
        </Button>
      </Stack>
    </Fieldset>
  )
}
