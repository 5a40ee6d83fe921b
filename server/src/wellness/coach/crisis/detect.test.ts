import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages } from '../../../platform/language.ts'
import { isOneLetterAway } from '../reading/spelling.ts'
import { detectCrisis } from './detect.ts'

const phrasesOf = (language: string): { caught: string[]; notCaught: string[] } =>
  JSON.parse(readFileSync(new URL(`./phrases/${language}.json`, import.meta.url), 'utf8'))

describe.each(languages)('in %s', (language) => {
  const { caught, notCaught } = phrasesOf(language)

  test('who speaks of dying or of hurting themselves is heard, however it is spelt', () => {
    expect(caught.length).toBeGreaterThanOrEqual(60)
    expect(caught.filter((phrase) => detectCrisis(phrase) === undefined)).toEqual([])
  })

  test('idioms, films and questions about the word are left alone', () => {
    expect(notCaught.length).toBeGreaterThanOrEqual(60)
    expect(notCaught.filter((phrase) => detectCrisis(phrase) !== undefined)).toEqual([])
  })

  test('it is heard amid other talk, and not because of the talk', () => {
    const around =
      language === 'de'
        ? ['Heute war viel los. ', '. Das Wetter ist schön.']
        : ['Today was long. ', '. The weather is nice.']
    const missed = caught.filter((phrase) => detectCrisis(around.join(phrase)) === undefined)
    const found = notCaught.filter((phrase) => detectCrisis(around.join(phrase)) !== undefined)
    expect({ missed, found }).toEqual({ missed: [], found: [] })
  })
})

test('the answer is in the language in which it was said', () => {
  expect(detectCrisis('I want to kill myself')).toBe('en')
  expect(detectCrisis('Ich will mich umbringen')).toBe('de')
})

test('a text of any length and kind is read in no time to speak of', () => {
  expect(detectCrisis('')).toBeUndefined()
  expect(detectCrisis('\u200b\ud800 🙂 ...')).toBeUndefined()
  expect(detectCrisis('a '.repeat(2000))).toBeUndefined()
  expect(detectCrisis('ich '.repeat(1000))).toBeUndefined()
  expect(detectCrisis(`${'mich nicht mehr '.repeat(300)} umbringen`)).toBe('de')
})

test.each([
  ['suicide', 'suicde', true],
  ['suicide', 'siucide', true],
  ['suicide', 'suicidee', true],
  ['suicide', 'suixide', true],
  ['suicide', 'suicide', false],
  ['suicide', 'decide', false],
  ['umbringen', 'unterbringen', false],
])('%s and %s are one letter apart: %s', (one, other, expected) => {
  expect(isOneLetterAway(one, other)).toBe(expected)
})
