import { language } from '../../texts/language.ts'

/** A country in the language of the page. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
