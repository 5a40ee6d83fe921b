import { type InEachLanguage, languageOf } from '../platform/language.ts'
import { de } from './texts.de.ts'
import { en, type Texts } from './texts.en.ts'

// What the wellness app says of itself in notices and mails. What its administrators write is not here.

export const texts: InEachLanguage<Texts> = { en, de }

/** The texts for somebody who asked for a language. */
export const textsIn = (tag: string): Texts => texts[languageOf(tag)]
