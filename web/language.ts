import path from 'node:path'
import type { Plugin } from 'vite'
import { texts as german } from './texts/de/wellness.ts'
import { texts as english } from './texts/en/wellness.ts'
import type { languageNames } from './texts/languages.ts'

const texts = path.join(import.meta.dirname, 'texts')
const written = path.join(texts, 'en') + path.sep

/** What a document says by itself, before any script of its app is there. */
const wayIn: Record<keyof typeof languageNames, string> = {
  en: english.signIn.title,
  de: german.signIn.title,
}

/** What the wellness app is called where it is put on a start screen. */
export const nameIn = (language: string) => (language === 'de' ? german : english).installed

/**
 * Builds the pages in one language: what `texts/*.ts` passes on comes from that language's folder, so no other
 * language is in what a browser loads.
 */
export const inLanguage = (language: string): Plugin => ({
  name: 'in-language',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer?.startsWith(texts) || !source.startsWith('.')) return null
    const file = path.resolve(path.dirname(importer), source)
    return file.startsWith(written) ? path.join(texts, language, file.slice(written.length)) : null
  },
  transformIndexHtml: (html) =>
    html
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace('%way-in%', wayIn[language as keyof typeof languageNames]),
})
