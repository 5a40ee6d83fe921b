import { describe, expect, test } from 'vitest'
import { type AttributeDefinition, checkAttributes } from './attributes.ts'

const definition = (overrides: Partial<AttributeDefinition>): AttributeDefinition => ({
  key: 'colour',
  label: 'Colour',
  type: 'text',
  required: false,
  options: [],
  unit: '',
  ...overrides,
})
const rulesOf = (schema: AttributeDefinition[], attributes: Record<string, unknown>) =>
  checkAttributes(schema, attributes).map(({ path, rule }) => `${path} ${rule}`)

describe('attributes of a listing', () => {
  test.each([
    ['text', {}, 'red', []],
    ['empty text', {}, '', ['body.attributes.colour minLength']],
    ['long text', {}, 'é'.repeat(200), []],
    ['too long text', {}, 'x'.repeat(201), ['body.attributes.colour maxLength']],
    ['text that is a number', {}, 5, ['body.attributes.colour type']],
    ['a number', { type: 'number' }, -1.5, []],
    ['a number as text', { type: 'number' }, '5', ['body.attributes.colour type']],
    ['no number', { type: 'number' }, Number.NaN, ['body.attributes.colour type']],
    ['a huge number', { type: 'number' }, 1e13, ['body.attributes.colour maximum']],
    ['a truth', { type: 'bool' }, false, []],
    ['a truth as text', { type: 'bool' }, 'true', ['body.attributes.colour type']],
    ['an option', { type: 'enum', options: ['red', 'blue'] }, 'blue', []],
    ['no option', { type: 'enum', options: ['red', 'blue'] }, 'Blue', ['body.attributes.colour enum']],
    ['null for optional', {}, null, []],
    ['null for required', { required: true }, null, ['body.attributes.colour required']],
  ] as [string, Partial<AttributeDefinition>, unknown, string[]][])(
    '%s',
    (_name, overrides, value, rules) => {
      expect(rulesOf([definition(overrides)], { colour: value })).toEqual(rules)
    },
  )

  test('reports everything at once: what is missing, wrong, and unknown', () => {
    const schema = [definition({ required: true }), definition({ key: 'mileage', type: 'number' })]
    expect(rulesOf(schema, { mileage: 'far', doors: 4 })).toEqual([
      'body.attributes.colour required',
      'body.attributes.mileage type',
      'body.attributes.doors unknown',
    ])
  })

  test('does not take what every object inherits for an answer', () => {
    expect(rulesOf([definition({ key: 'constructor', required: true })], {})).toEqual([
      'body.attributes.constructor required',
    ])
  })
})
