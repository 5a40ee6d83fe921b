import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

const id = '0197b3a1-0000-7000-8000-000000000001'

test.each([
  [`goals/${id}`, { to: '/goals/$goalId', params: { goalId: id } }],
  [`goals/${id}?reminder=${id}`, { to: '/goals/$goalId', params: { goalId: id } }],
  [`/exercises/${id}`, { to: '/exercise/$exerciseId', params: { exerciseId: id } }],
  ['/questionnaires/phq-9', { to: '/questionnaires/$instrument', params: { instrument: 'phq-9' } }],
  ['invite', { to: '/invite' }],
  ['goals/today', { to: '/' }],
  ['https://example.org/a', { href: 'https://example.org/a' }],
  ['http://example.org/a', undefined],
  ['javascript:alert(1)', undefined],
  ['somewhere/else', undefined],
  [null, undefined],
])('a notice with %s leads where it says', (link, place) => {
  expect(placeOf(link)).toEqual(place)
})
