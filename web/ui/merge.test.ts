import { expect, test } from 'vitest'
import { changedFields, rebase } from './merge.ts'

test('what was touched stays, what was not follows what changed elsewhere', () => {
  const base = { title: 'Lamp', price: 5, tags: ['old'] }
  const typed = { ...base, title: 'Desk lamp' }
  const now = { title: 'Lamp!', price: 7, tags: ['new'] }
  expect(rebase(typed, base, now)).toEqual({ title: 'Desk lamp', price: 7, tags: ['new'] })
  expect(changedFields(typed, { ...base, tags: ['old'] })).toEqual(['title'])
})
