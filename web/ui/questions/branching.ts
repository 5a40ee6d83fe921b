import type { Questionnaire } from '@plaza/client/wellness'

export type Question = Questionnaire['questions'][number]

/** What was given to a question, as the server takes it. */
export interface Answer {
  questionId: string
  optionIds?: string[]
  value?: number | boolean
  text?: string
  date?: string
  skipped?: boolean
}

export type Answers = ReadonlyMap<string, Answer>

/** The questions that are asked of somebody who gave these answers, by the same rules as the server's. */
export function visibleOf(questions: readonly Question[], answers: Answers): Question[] {
  const known = new Map<string, boolean>()
  const isVisible = (question: Question): boolean => {
    const found = known.get(question.id)
    if (found !== undefined) return found
    known.set(question.id, false)
    const isAsked = question.enableWhen.every((condition) => {
      const about = questions.find(({ id }) => id === condition.questionId)
      return holds(condition, about && isVisible(about) ? answers.get(about.id) : undefined)
    })
    known.set(question.id, isAsked)
    return isAsked
  }
  return questions.filter(isVisible)
}

/** The next that has no answer yet, from a place on; else the first that has none. */
export const openOf = (visible: readonly Question[], answers: Answers, from = -1): Question | undefined =>
  visible.slice(from + 1).find(({ id }) => !answers.has(id)) ?? visible.find(({ id }) => !answers.has(id))

/** What comes after a question that was answered: the one behind it, also to look at its answer again, or what is open. */
export function followingOf(
  questions: readonly Question[],
  answers: Answers,
  id: string,
): Question | undefined {
  const visible = visibleOf(questions, answers)
  const place = visible.findIndex((question) => question.id === id)
  const next = visible[place + 1]
  return next && answers.has(next.id) ? next : openOf(visible, answers, place)
}

/** Whether nothing comes after a question with what is given to it; while nothing is, no answer to it may lead on. */
export function isLast(
  questions: readonly Question[],
  answers: Answers,
  id: string,
  given: Answer | undefined,
): boolean {
  const answered = new Map(answers).set(id, given ?? { questionId: id, skipped: true })
  const leadsOn =
    !given && questions.some(({ enableWhen }) => enableWhen.some(({ questionId }) => questionId === id))
  return !leadsOn && followingOf(questions, answered, id) === undefined
}

function holds({ operator, value }: Question['enableWhen'][number], answer: Answer | undefined): boolean {
  const given: readonly unknown[] =
    answer?.optionIds ?? [answer?.value, answer?.text, answer?.date].filter((one) => one !== undefined)
  if (operator === 'EXISTS') return given.length > 0 === (value !== false)
  if (given.length === 0) return false
  const wanted: readonly unknown[] = Array.isArray(value) ? value : [value]
  const [first] = given
  const isComparable = (bound: unknown): bound is number | string =>
    typeof first === typeof bound && (typeof bound === 'number' || typeof bound === 'string')
  switch (operator) {
    case 'EQ':
    case 'IN':
      return given.some((one) => wanted.includes(one))
    case 'NE':
      return !given.some((one) => wanted.includes(one))
    case 'GT':
      return wanted.some((bound) => isComparable(bound) && (first as typeof bound) > bound)
    case 'LT':
      return wanted.some((bound) => isComparable(bound) && (first as typeof bound) < bound)
  }
}
