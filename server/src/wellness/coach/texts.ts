import { type InEachLanguage, languageOf } from '../../platform/language.ts'
import { de } from './texts.de.ts'
import { type CoachTexts, en } from './texts.en.ts'

const texts: InEachLanguage<CoachTexts> = { en, de }

/** What the coach says to somebody who asked for a language. */
export const coachTextsIn = (tag: string): CoachTexts => texts[languageOf(tag)]
