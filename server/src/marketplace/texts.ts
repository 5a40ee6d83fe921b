import { type InEachLanguage, languageOf, saidFrom } from '../platform/language.ts'
import { de } from './texts.de.ts'
import { en, type Texts } from './texts.en.ts'

// What the marketplace says of itself in notices and mails. What people write to each other is not here.

export const texts: InEachLanguage<Texts> = { en, de }

/** The texts for somebody who asked for a language. */
export const textsIn = (tag: string): Texts => texts[languageOf(tag)]

/** For a notice: the statement that writes it takes the reader's language. */
export const inEachLanguage = saidFrom(texts)
