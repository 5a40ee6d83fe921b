import { newId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { circleIn } from './branching.ts'
import {
  dependsOnInactive,
  duplicateQuestion,
  enableWhenCycle,
  optionsRequired,
  referencedByEnableWhen,
} from './problems.ts'
import type { QuestionRow } from './queries.ts'
import {
  type AskedQuestion,
  type Condition,
  isChoice,
  type Option,
  type QuestionContent,
  type QuestionTexts,
} from './question.ts'
import type { SentContent } from './shapes.ts'

type Known = Pick<QuestionRow, 'id' | 'text' | 'status' | 'type' | 'options' | 'enable_when'>

const nothing: QuestionContent = {
  text: '',
  help_text: null,
  type: 'TEXT',
  min: null,
  max: null,
  step: null,
  is_required: true,
  is_sensitive: true,
  enable_when: [],
  safety_rule: null,
  translations: {},
  options: [],
}

const replaced = <T>(sent: T | undefined, kept: T): T => (sent === undefined ? kept : sent)

/**
 * What a question says after somebody sent what of it changes.
 * @param isFormer whether an id was one of an option of the question that it has no more
 * @throws VALIDATION_FAILED naming the field
 */
export function contentAfter(
  before: QuestionContent = nothing,
  sent: SentContent,
  isFormer: (id: string) => boolean = () => false,
): QuestionContent {
  const { question = sent.title } = sent
  const named = sent.options && withIds(sent.options, before.options, isFormer)
  const type = replaced(sent.type, before.type)
  const options = isChoice(type) ? (named?.options ?? before.options) : []
  const idOf = (id: string) => named?.ids.get(id) ?? id
  const rule = replaced(sent.safetyRule, before.safety_rule)
  return {
    text: replaced(question, before.text),
    help_text: replaced(sent.helpText, before.help_text) || null,
    type,
    min: replaced(sent.min, before.min),
    max: replaced(sent.max, before.max),
    step: replaced(sent.step, before.step),
    is_required: replaced(sent.isRequired, before.is_required),
    is_sensitive: replaced(sent.sensitive, before.is_sensitive),
    enable_when: replaced(sent.enableWhen, before.enable_when),
    safety_rule: rule && { ...rule, ...(rule.optionIds ? { optionIds: rule.optionIds.map(idOf) } : {}) },
    translations: sent.translations ? keyed(sent.translations, options) : before.translations,
    options,
  }
}

/** Options that were there keep their ids; new ones get their own, whatever the body calls them. */
function withIds(
  sent: NonNullable<SentContent['options']>,
  before: readonly Option[],
  isFormer: (id: string) => boolean,
): { options: Option[]; ids: Map<string, string> } {
  const ids = new Map<string, string>()
  const options = sent.map(({ id, label, score = null, exclusive = false }, index): Option => {
    const at = `body.options.${index}.id`
    if (id !== undefined && ids.has(id)) throw invalidField(at, 'unique', 'stands above already')
    const isKnown = before.some((option) => option.id === id)
    if (id !== undefined && !isKnown && isFormer(id))
      throw invalidField(at, 'retired', 'was taken away before; add a new option instead')
    const own = id !== undefined && isKnown ? id : newId()
    ids.set(id ?? own, own)
    return { id: own, label, score, isExclusive: exclusive }
  })
  return { options, ids }
}

function keyed(
  translations: NonNullable<SentContent['translations']>,
  options: readonly Option[],
): Record<string, QuestionTexts> {
  return Object.fromEntries(
    Object.entries(translations).map(([language, { options: labels, ...texts }]) => {
      if (labels && labels.length !== options.length)
        throw invalidField(`body.translations.${language}.options`, 'length', 'needs a label for each option')
      const byId = labels && Object.fromEntries(options.map(({ id }, index) => [id, labels[index] ?? '']))
      return [language, { ...texts, ...(byId ? { options: byId } : {}) }]
    }),
  )
}

/**
 * Whether a question can be asked as it is written.
 * @param others the rest of its questionnaire, without those that are retired
 */
export function checkQuestion(
  question: QuestionContent & { id: string; status: QuestionRow['status'] },
  others: readonly Known[],
): void {
  const { type, options, min, max, step, text, safety_rule: rule } = question
  if (text === '') throw invalidField('body.question', 'required', 'is required')
  if (isChoice(type) && options.length < 2) throw optionsRequired()
  if (type === 'SCALE' && min === null) throw invalidField('body.min', 'required', 'is required for a scale')
  if (type === 'SCALE' && max === null) throw invalidField('body.max', 'required', 'is required for a scale')
  if (min !== null && max !== null && min >= max)
    throw invalidField('body.max', 'minimum', 'must be more than min')
  if (type === 'SCALE' && ((max ?? 0) - (min ?? 0)) / (step ?? 1) > mostSteps)
    throw invalidField('body.step', 'minimum', `leaves more than ${mostSteps} steps`)
  if (rule && rule.minScore === undefined && rule.optionIds === undefined)
    throw invalidField('body.safetyRule', 'required', 'needs minScore or optionIds')
  if (rule?.optionIds?.some((id) => !options.some((option) => option.id === id)))
    throw invalidField('body.safetyRule.optionIds', 'option', 'has an option that the question does not have')
  const same = (other: string) => other.toLowerCase() === text.toLowerCase()
  if (others.some((other) => other.status === 'ACTIVE' && same(other.text))) throw duplicateQuestion()
  if (question.status === 'ACTIVE') checkConditions(question, others)
}

const mostSteps = 100

function checkConditions(
  { id, enable_when }: QuestionContent & { id: string },
  others: readonly Known[],
): void {
  for (const [index, condition] of enable_when.entries()) {
    const at = `body.enableWhen.${index}`
    if (condition.questionId === id) throw enableWhenCycle()
    const about = others.find((other) => other.id === condition.questionId)
    if (!about) throw invalidField(`${at}.questionId`, 'exists', 'is not a question of this questionnaire')
    if (about.status !== 'ACTIVE') throw dependsOnInactive()
    if (!fits(condition, about))
      throw invalidField(`${at}.value`, 'type', 'is not an answer to that question')
  }
  const active = others.filter(({ status }) => status === 'ACTIVE')
  if (circleIn([...active, { id, enable_when }])) throw enableWhenCycle()
}

/** Whether a condition compares with something that the question can be answered with. */
function fits(
  { operator, value }: Condition,
  { type, options }: Pick<AskedQuestion, 'type' | 'options'>,
): boolean {
  if (operator === 'EXISTS') return typeof value === 'boolean'
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isOrder = operator === 'GT' || operator === 'LT'
  switch (type) {
    case 'SINGLE_CHOICE':
    case 'MULTI_CHOICE':
      return !isOrder && values.every((one) => options.some(({ id }) => id === one))
    case 'SCALE':
    case 'NUMBER':
      return values.every((one) => typeof one === 'number')
    case 'BOOLEAN':
      return !isOrder && values.every((one) => typeof one === 'boolean')
    case 'TEXT':
      return !isOrder && values.every((one) => typeof one === 'string')
    case 'DATE':
      return values.every((one) => typeof one === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(one))
  }
}

/**
 * Whether those that are asked depending on a question still can be.
 * @param after the question as it will be; undefined when it will not be asked
 * @throws REFERENCED_BY_ENABLE_WHEN naming them
 */
export function checkDependents(
  id: string,
  after: Pick<AskedQuestion, 'type' | 'options'> | undefined,
  others: readonly Known[],
): void {
  const dependents = others.filter(
    ({ status, enable_when }) =>
      status === 'ACTIVE' &&
      enable_when.some((condition) => condition.questionId === id && !(after && fits(condition, after))),
  )
  if (dependents.length > 0)
    throw referencedByEnableWhen({
      details: { questions: dependents.map((one) => ({ id: one.id, question: one.text })) },
    })
}

const comparable = ({
  text,
  help_text,
  type,
  min,
  max,
  step,
  is_required,
  is_sensitive,
  enable_when,
  safety_rule,
  translations,
  options,
}: QuestionContent) =>
  JSON.stringify([
    [text, help_text, type, min, max, step, is_required, is_sensitive],
    enable_when.map(({ questionId, operator, value }) => [questionId, operator, value]),
    safety_rule && [safety_rule.minScore, safety_rule.optionIds],
    Object.entries(translations)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([language, { question, helpText, options: labels }]) => [
        language,
        question,
        helpText,
        options.map(({ id }) => labels?.[id]),
      ]),
    options.map(({ id, label, score, isExclusive }) => [id, label, score, isExclusive]),
  ])

/** Whether two wordings are the same in everything. */
export const isSameContent = (one: QuestionContent, other: QuestionContent): boolean =>
  comparable(one) === comparable(other)
