import { expect, test } from 'vitest'
import { suggestWords } from './suggestion.ts'

test.each([
  ['bycicle bell', ['Bicycle with a bell'], 'bicycle bell'],
  ['Fahrrd', ['Fahrräder', 'Ein Fahrrad'], 'fahrrad'],
  ['oak  table', ['Oak table'], 'oak table'],
  ['bicycle', ['Bicycle'], null],
  ['xyz', ['Bicycle'], null],
  ['lamp', [], null],
])('%s among %j is %j', (text, titles, suggestion) => {
  expect(suggestWords(text, titles)).toBe(suggestion)
})
