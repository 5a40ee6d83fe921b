import type { Given } from './answers.ts'
import type { AskedQuestion, Condition } from './question.ts'

type Asked = Pick<AskedQuestion, 'id' | 'enable_when'>

/** Which questions are asked of somebody who gave these answers: those whose conditions hold, of questions that are asked themselves. */
export function visibleOf(questions: readonly Asked[], answers: ReadonlyMap<string, Given>): Set<string> {
  const known = new Map<string, boolean>()
  const byId = new Map(questions.map((question) => [question.id, question]))
  const isVisible = (question: Asked): boolean => {
    const found = known.get(question.id)
    if (found !== undefined) return found
    // Circles are refused where questions are written; one that got in hides itself instead of going on for ever.
    known.set(question.id, false)
    const isAsked = question.enable_when.every((condition) => {
      const about = byId.get(condition.questionId)
      return holds(condition, about && isVisible(about) ? answers.get(about.id) : undefined)
    })
    known.set(question.id, isAsked)
    return isAsked
  }
  return new Set(questions.filter(isVisible).map(({ id }) => id))
}

function holds({ operator, value }: Condition, answer: Given | undefined): boolean {
  const given = answer === undefined ? [] : valuesOf(answer)
  if (operator === 'EXISTS') return given.length > 0 === (value !== false)
  // What was not answered is different from nothing.
  if (given.length === 0) return false
  const wanted = Array.isArray(value) ? value : [value]
  const [first] = given
  switch (operator) {
    case 'EQ':
    case 'IN':
      return given.some((one) => wanted.includes(one as never))
    case 'NE':
      return !given.some((one) => wanted.includes(one as never))
    case 'GT':
      return wanted.some((bound) => typeof first === typeof bound && (first ?? '') > bound)
    case 'LT':
      return wanted.some((bound) => typeof first === typeof bound && (first ?? '') < bound)
  }
}

function valuesOf({ optionIds, value, text, date }: Given): (string | number | boolean)[] {
  if (optionIds) return optionIds
  return [value, text, date].filter((one) => one !== undefined)
}

/** The ids of a circle of questions that wait for each other; undefined when there is none. */
export function circleIn(questions: readonly Asked[]): string[] | undefined {
  const waitsFor = new Map(
    questions.map(({ id, enable_when }) => [id, enable_when.map(({ questionId }) => questionId)]),
  )
  const done = new Set<string>()
  const follow = (id: string, path: string[]): string[] | undefined => {
    if (path.includes(id)) return path.slice(path.indexOf(id))
    if (done.has(id)) return undefined
    for (const next of waitsFor.get(id) ?? []) {
      const circle = follow(next, [...path, id])
      if (circle) return circle
    }
    done.add(id)
    return undefined
  }
  for (const { id } of questions) {
    const circle = follow(id, [])
    if (circle) return circle
  }
  return undefined
}
