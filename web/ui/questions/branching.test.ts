import { expect, test } from 'vitest'
import { type Answer, isLast, type Question, visibleOf } from './branching.ts'

const question = (id: string, enableWhen: Question['enableWhen'] = []): Question => ({
  id,
  question: id,
  helpText: null,
  type: 'TEXT',
  options: [],
  min: null,
  max: null,
  step: null,
  isRequired: true,
  sensitive: true,
  enableWhen,
})

const on = (
  questionId: string,
  operator: Question['enableWhen'][number]['operator'],
  value: string | number | boolean | string[],
) => [{ questionId, operator, value }]

const shown = (conditions: Question['enableWhen'], answer?: Omit<Answer, 'questionId'>) =>
  visibleOf(
    [question('one'), question('two', conditions)],
    new Map(answer ? [['one', { questionId: 'one', ...answer }]] : []),
  ).length === 2

test('a question is asked where its conditions hold', () => {
  expect(shown([])).toBe(true)
  expect(shown(on('one', 'EQ', 'a'))).toBe(false)
  expect(shown(on('one', 'EQ', 'a'), { optionIds: ['b', 'a'] })).toBe(true)
  expect(shown(on('one', 'IN', ['a', 'c']), { optionIds: ['c'] })).toBe(true)
  expect(shown(on('one', 'NE', 'a'), { optionIds: ['c'] })).toBe(true)
  expect(shown(on('one', 'NE', 'a'), { optionIds: ['a'] })).toBe(false)
  expect(shown(on('one', 'NE', 'a'))).toBe(false)
  expect(shown(on('one', 'GT', 3), { value: 4 })).toBe(true)
  expect(shown(on('one', 'GT', 3), { value: 3 })).toBe(false)
  expect(shown(on('one', 'LT', '2026-01-01'), { date: '2025-12-31' })).toBe(true)
  expect(shown(on('one', 'LT', 3), { text: '2' })).toBe(false)
  expect(shown(on('one', 'EXISTS', true), { value: false })).toBe(true)
  expect(shown(on('one', 'EXISTS', true), { skipped: true })).toBe(false)
  expect(shown(on('one', 'EXISTS', false))).toBe(true)
})

test('what waits for a question that is not asked is not asked either', () => {
  const answers = new Map([['two', { questionId: 'two', text: 'yes' }]])
  const questions = [
    question('one'),
    question('two', on('one', 'EXISTS', true)),
    question('three', on('two', 'EXISTS', true)),
  ]
  expect(visibleOf(questions, answers).map(({ id }) => id)).toEqual(['one'])
})

test('a question is the last one once no answer to it leads on', () => {
  const questions = [question('one'), question('two', on('one', 'EQ', 'a'))]
  const given = (id: string) => ({ questionId: 'one', optionIds: [id] })
  expect(isLast(questions, new Map(), 'one', undefined)).toBe(false)
  expect(isLast(questions, new Map(), 'one', given('a'))).toBe(false)
  expect(isLast(questions, new Map(), 'one', given('b'))).toBe(true)
  expect(isLast(questions, new Map([['one', given('a')]]), 'two', undefined)).toBe(true)
  expect(isLast([question('one'), question('two')], new Map(), 'one', given('b'))).toBe(false)
})
