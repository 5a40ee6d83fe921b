import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { problems } from '../texts/de/problems.ts'
import { languageNames } from '../texts/languages.ts'

const folder = path.join(import.meta.dirname, '../texts')
const openapi = path.join(import.meta.dirname, '../../openapi')
const filesOf = (language: string) => globSync('**/*.ts', { cwd: path.join(folder, language) }).sort()
const others = Object.keys(languageNames).filter((language) => language !== 'en')

type Texts = { [name: string]: unknown }

/** Every text with the way to it; a text with something in it is said with the first values that come to hand. */
function* textsIn(value: unknown, at: string): Generator<[string, unknown]> {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, `${at}.${key}`)
  else yield [at, value]
}
const textsOf = async (language: string, file: string) =>
  new Map(textsIn(((await import(path.join(folder, language, file))) as { texts?: Texts }).texts, file))

describe.each(others)('the texts in %s', (language) => {
  test('are in the same files as the English ones', () => {
    expect(filesOf(language)).toEqual(filesOf('en'))
  })

  test.each(filesOf('en'))('have what there is in English, and nothing else: %s', async (file) => {
    const [written, translated] = [await textsOf('en', file), await textsOf(language, file)]
    expect([...translated.keys()]).toEqual([...written.keys()])
    for (const [name, text] of translated) {
      expect([name, typeof text]).toEqual([name, typeof written.get(name)])
      expect([name, text]).not.toEqual([name, ''])
    }
  })

  test('were not left in English', async () => {
    const same: string[] = []
    for (const file of filesOf('en')) {
      const written = await textsOf('en', file)
      // A word or two may be the same in both.
      for (const [name, text] of await textsOf(language, file))
        if (typeof text === 'string' && text === written.get(name) && text.split(' ').length > 2)
          same.push(name)
    }
    expect(same).toEqual([])
  })
})

test('the German pages have a sentence for everything that the server refuses', () => {
  const codes = ['marketplace', 'wellness'].flatMap((product) =>
    [
      ...readFileSync(path.join(openapi, `${product}.json`), 'utf8').matchAll(
        /"description": "[A-Z][\w ]*: ([A-Z_, ]+)"/g,
      ),
    ].flatMap(([, list = '']) => list.split(', ')),
  )
  expect(codes.length).toBeGreaterThan(500)
  expect([...new Set(codes)].filter((code) => !(code in problems)).sort()).toEqual([])
})
