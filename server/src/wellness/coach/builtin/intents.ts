import { readingsOf } from '../reading/fold.ts'
import { anyOf } from '../reading/phrase.ts'
import { type Intent, intents } from './intent.ts'
import { german } from './words.de.ts'
import { english } from './words.en.ts'

const patterns = intents.flatMap((intent) =>
  intent === 'UNKNOWN' ? [] : [english, german].map((words) => ({ intent, pattern: anyOf(words[intent]) })),
)

/** What a message is about, in whichever language. */
export function intentOf(text: string): Intent {
  const said = readingsOf(text).map((words) => ` ${words.join(' ')}`)
  return patterns.find(({ pattern }) => said.some((one) => one.search(pattern) >= 0))?.intent ?? 'UNKNOWN'
}

const longestMinutes = 60

/** How many minutes somebody has; undefined when they do not say. */
export function minutesIn(text: string): number | undefined {
  const [, digits] = /\b(\d{1,3})\s*-?\s*min/i.exec(text) ?? []
  const minutes = digits === undefined ? wordsForMinutes(text) : Number(digits)
  return minutes === undefined || minutes < 1 ? undefined : Math.min(minutes, longestMinutes)
}

const numbers: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  eine: 1,
  two: 2,
  zwei: 2,
  three: 3,
  drei: 3,
  four: 4,
  vier: 4,
  five: 5,
  fünf: 5,
  ten: 10,
  zehn: 10,
  fifteen: 15,
  fünfzehn: 15,
  twenty: 20,
  zwanzig: 20,
  thirty: 30,
  dreißig: 30,
}

function wordsForMinutes(text: string): number | undefined {
  const [, word] = /(\p{L}+) minuten?s?/iu.exec(text.toLowerCase()) ?? []
  return word === undefined ? undefined : numbers[word]
}
