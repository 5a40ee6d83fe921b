import path from 'node:path'
import type { Plugin } from 'vite'

const texts = path.join(import.meta.dirname, 'texts')
const written = path.join(texts, 'en') + path.sep

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
  transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
})
