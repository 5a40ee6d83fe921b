import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Email, Nullable, OneOf, Text } from './schema.ts'
import { validate } from './validate.ts'

const schema = Type.Object({ email: Type.Optional(Email), text: Type.Optional(Text(1, 20_000)) })
const wrongIn = (body: object) => validate(schema, 'body', body).map(({ path, rule }) => `${path} ${rule}`)

test.each(['ada@example.org', 'ada+tag@mail.example.co.uk', 'ädä@bücher.example', 'a@b.c'])(
  '%s is an address',
  (email) => {
    expect(wrongIn({ email })).toEqual([])
  },
)

test.each([
  'ada@localhost',
  'ada@example..org',
  'ada@.example.org',
  'ada@example.org.',
  'ada@home@example.org',
  'a da@example.org',
  '@example.org',
])('%s is no address', (email) => {
  expect(wrongIn({ email })).toEqual(['body.email pattern'])
})

test('of a text that is far too long only its length is said, whatever its form', () => {
  expect(wrongIn({ email: `a@${'.'.repeat(250_000)}(` })).toEqual(['body.email maxLength'])
})

test('thirty marks may stand on a letter, and no more', () => {
  const marked = (count: number) => `a${'\u0316'.repeat(count)} b`
  expect(wrongIn({ text: marked(30) })).toEqual([])
  expect(wrongIn({ text: marked(31) })).toEqual(['body.text text'])
  expect(wrongIn({ text: `a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}` })).toEqual([
    'body.text text',
  ])
})

test('what may be empty or null is said so that a person can read it', () => {
  const forms = Type.Object({
    condition: Type.Optional(OneOf(['new', 'good', ''])),
    video: Type.Optional(OneOf([''])),
    kind: Type.Optional(Nullable(OneOf(['red', 'blue']))),
    nothing: Type.Optional(Type.Null()),
  })
  const said = (body: object) => validate(forms, 'body', body).map(({ message }) => message)
  expect(said({ condition: 'old' })).toEqual(['must be empty or one of new, good'])
  expect(said({ video: 'x' })).toEqual(['must be empty'])
  expect(said({ kind: 'green' })).toEqual(['must be one of red, blue'])
  expect(said({ kind: null })).toEqual([])
  expect(said({ nothing: 1 })).toEqual(['must be null'])
})
