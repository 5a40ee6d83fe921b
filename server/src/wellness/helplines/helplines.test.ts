import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newDataDir } from '../../testing/data-dir.ts'
import { listOf } from './list.ts'
import { checkHelplines, countryToHelpIn, safetyCard } from './public.ts'

const builtIn = { helplinesFile: undefined }
const fileWith = (text: string) => {
  const helplinesFile = join(newDataDir(), 'list.json')
  writeFileSync(helplinesFile, text)
  return { helplinesFile }
}
const phones = (country: string | null, language: string) =>
  safetyCard(builtIn, country, language).helplines.map(({ phone }) => phone)

describe('the card', () => {
  test.each([
    ['US', '911', '988'],
    ['GB', '999', '116 123'],
    ['DE', '112', '0800 111 0 111'],
    ['AU', '000', '13 11 14'],
  ])('of %s has its emergency number and a helpline', (country, emergency, phone) => {
    const card = safetyCard(builtIn, country, 'en')
    expect(card).toMatchObject({ country, emergency: { number: emergency } })
    expect(card.helplines.map((line) => line.phone)).toContain(phone)
  })

  test('of an unknown country has the general number, the directory and no helplines', () => {
    for (const country of [null, 'XX', 'toString'])
      expect(safetyCard(builtIn, country, 'en')).toMatchObject({
        country: null,
        emergency: { number: '112' },
        helplines: [],
        directory: { url: 'https://findahelpline.com' },
      })
  })

  test('speaks the language of its reader, and helplines that do come first', () => {
    expect(safetyCard(builtIn, 'DE', 'de-AT').title).toBe('Du musst da nicht allein durch')
    expect(phones('BE', 'en')).toEqual(['1813', '0800 32 123'])
  })

  test('has a page and a day of each entry', () => {
    for (const { helplines } of Object.values(listOf(builtIn).countries))
      for (const { url, writtenOn, phone, sms } of helplines) {
        expect(url).toMatch(/^https:\/\//)
        expect(Number.isNaN(Date.parse(writtenOn))).toBe(false)
        expect(phone ?? sms).not.toBeNull()
      }
  })
})

describe('the country', () => {
  test.each([
    ['Europe/Berlin', 'en', 'DE'],
    ['America/New_York', 'de', 'US'],
    ['Europe/Zurich', 'de', 'CH'],
    ['UTC', 'en-GB', 'GB'],
    ['UTC', 'en', null],
    ['Asia/Kathmandu', 'en', null],
    ['UTC', 'no tag at all', null],
  ])('of somebody in %s who speaks %s is %s', (timezone, language, country) => {
    expect(countryToHelpIn(builtIn, { timezone, language })).toBe(country)
  })
})

describe('a list of the operator', () => {
  test('takes the place of the one that comes with the program', () => {
    const settings = fileWith(
      JSON.stringify({
        emergency: '112',
        directory: { name: 'All', url: 'https://example.org' },
        countries: { IS: { emergency: '112', helplines: [] } },
      }),
    )
    expect(safetyCard(settings, 'IS', 'en').directory.url).toBe('https://example.org')
    expect(safetyCard(settings, 'US', 'en').country).toBeNull()
  })

  test('with a fault is named, and what is wrong in it', () => {
    const settings = fileWith(JSON.stringify({ emergency: 'call us' }))
    expect(() => checkHelplines(settings)).toThrow(settings.helplinesFile)
    expect(() => checkHelplines(fileWith('no JSON'))).toThrow()
    expect(() => checkHelplines({ helplinesFile: '/nowhere/at-all.json' })).toThrow()
  })
})
