import type { Language } from '../../../platform/language.ts'
import { readingsOf, sentenceEnd } from '../reading/fold.ts'
import { anyOf } from '../reading/phrase.ts'
import { spellingOf } from '../reading/spelling.ts'
import { german } from './rules.de.ts'
import { english } from './rules.en.ts'
import type { Rules } from './rules.ts'

const compiled = (
  [
    ['en', english],
    ['de', german],
  ] as const
).map(([language, rules]) => ({ language, ...compile(rules) }))

function compile({ core, idioms, own, others, about }: Rules) {
  return {
    spell: spellingOf(core),
    idioms: anyOf(idioms),
    own: anyOf(own),
    others: anyOf(others),
    about: anyOf(about),
  }
}

/** More than anybody writes at once; what comes after it is not looked at. */
const mostWords = 1000

/**
 * Whether somebody says that they, or others, may take or hurt their own life. Every language is looked
 * for, whichever is spoken with them; a denial counts as well, since the one who says it thinks of it.
 * @returns the language in which it was said; undefined when it was not.
 */
export function detectCrisis(text: string): Language | undefined {
  const readings = readingsOf(text).map((words) => words.slice(0, mostWords))
  return compiled.find((rules) => readings.some((words) => isCaught(words, rules)))?.language
}

function isCaught(words: readonly string[], rules: ReturnType<typeof compile>): boolean {
  // What is left out still parts what stood around it.
  const said = ` ${rules.spell(words).join(' ')}`.replace(rules.idioms, ' 0')
  // No dot in the middle hides anything.
  const inOne = said.replaceAll(` ${sentenceEnd}`, '')
  const has = (pattern: RegExp) => said.search(pattern) >= 0 || inOne.search(pattern) >= 0
  return has(rules.own) || (has(rules.others) && !has(rules.about))
}
