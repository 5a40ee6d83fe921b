import { expect, test } from 'vitest'
import { isGuessable } from './guessable.ts'

test.each([
  'password',
  'Password12',
  'p@ssw0rd!',
  '123123123',
  'iloveyou1',
  '!!Welcome2026',
  'qwertyuiop',
  '87654321',
  'abcdefgh1',
  'aaaaaaaa',
  '1qaz2wsx',
  'q1w2e3r4',
  'samantha',
  'S@mantha-77',
  'vgbh12!!',
  'ada.lovelace9',
  'Lovelace!1',
])('%s would be tried first', (password) => {
  expect(isGuessable(password, 'ada.lovelace@example.org', 'Ada Lovelace')).toBe(true)
})

test.each([
  'a quiet harbour at dusk',
  'correct horse battery',
  'Tr0ub4dor&3x',
  'passwordless lighthouse',
  'plaza-demo-2026',
])('%s would not', (password) => {
  expect(isGuessable(password, 'ada.lovelace@example.org', 'Ada Lovelace')).toBe(false)
})
