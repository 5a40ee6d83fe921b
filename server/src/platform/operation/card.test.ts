import { expect, test } from 'vitest'
import { cardOf, fill, hole, ownAddress } from './card.ts'

test('a card is what it was made from, with its holes filled', () => {
  const card = cardOf({
    title: 'Vase',
    photoUrl: `${ownAddress}/files/1.webp`,
    distance: hole(0),
    seller: { favourited: hole(17) },
  })
  const { text } = fill(card, 'https://plaza.example', ['null', 'x', ...Array(15).fill('0'), 'true'])
  expect(text).toBe(
    '{"title":"Vase","photoUrl":"https://plaza.example/files/1.webp","distance":null,"seller":{"favourited":true}}',
  )
})

test.each(['\\u000e', '"\\u000e"', '\\u0001/files', '"\\u0001/files', '\\\\u0010', '\u2028', 'a"\\'])(
  'what people write is no hole: %j',
  (title) => {
    const card = cardOf({ title, [title]: [title] })
    expect(fill(card, 'https://plaza.example', Array(18).fill('1')).text).toBe(
      JSON.stringify({ title, [title]: [title] }),
    )
  },
)

test('a hole without a value is nobody’s reply', () => {
  expect(() => fill(cardOf({ a: hole(3) }), '', ['1'])).toThrow('has no value')
  expect(() => hole(18)).toThrow(RangeError)
})
