/** A page or a part of one, in which everything that came from outside is escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | number | Html | readonly Html[] | undefined

/** Makes every character that could be markup harmless, in text and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`)

function markupOf(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(markupOf).join('')
  return escapeHtml(String(part))
}

/** Writes a page: html`<p>${name}</p>` escapes the name; what is `Html` already stays as it is. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((page, text, index) => page + markupOf(parts[index - 1]) + text))
