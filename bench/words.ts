// The words of the listings: made from syllables, so that they belong to nobody, and in several scripts.
import { below, type Draw, drawsOf, oneOf, zipf } from './random.ts'

const wordCount = 20_000
const kind = 1

const scripts = [
  'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bra cle dri flo gru sha tre sti plo spu',
  'bä çe dí fø gü hå jé kî lö mü ña pè ró šu tą vę wí žo zů brá clé drö',
  'βα γε δι ζο θη κα λε μι νο ξυ πα ρε σι το φω χα ψε',
  'ба ве ги до жу за ки ло му на по ре си ту фа хо це чи шу',
].map((syllables) => syllables.split(' '))
/** Most words are of the first script. */
const scriptOf = zipf(scripts.length, 1.5)

function makeWord(draw: Draw): string {
  const syllables = scripts[scriptOf(draw)] ?? []
  return Array.from({ length: 2 + below(draw, 3) }, () => oneOf(draw, syllables)).join('')
}

/** The only one that syllables make of those that a search in English leaves out. */
const stopWord = 'have'

function makeWords(): string[] {
  const draw = drawsOf(kind, 0)
  const made = new Set<string>()
  while (made.size < wordCount) {
    const word = makeWord(draw)
    if (word !== stopWord) made.add(word)
  }
  return [...made]
}

/** By rank, the most frequent first. */
export const words: readonly string[] = makeWords()
const known = new Set(words)
const rankOf = zipf(wordCount, 1)

export const wordOf = (rank: number): string => {
  const word = words[rank]
  if (word === undefined) throw new Error(`there is no word of rank ${rank}`)
  return word
}

export const text = (draw: Draw, length: number): string =>
  Array.from({ length }, () => wordOf(rankOf(draw))).join(' ')

/** In every listing. */
export const stockWords = [
  'pickup',
  'delivery',
  'cash',
  'preferred',
  'questions',
  'welcome',
  'price',
  'negotiable',
]
export const stockSentence = 'Pickup or delivery, cash preferred, questions welcome, price negotiable.'

/** The share of listings that have a word, of a text of so many drawn ones. */
export function shareWith(rank: number, length: number): number {
  let total = 0
  for (let each = 1; each <= wordCount; each += 1) total += 1 / each
  return 1 - (1 - 1 / ((rank + 1) * total)) ** length
}

/** The word with two neighbouring letters exchanged, so that no listing has it. */
export function misspelt(word: string): string {
  const letters = [...word]
  for (let at = letters.length - 2; at >= 1; at -= 1) {
    const [one = '', other = ''] = letters.slice(at, at + 2)
    const wrong = [...letters.slice(0, at), other, one, ...letters.slice(at + 2)].join('')
    if (!known.has(wrong)) return wrong
  }
  return `${word}h`
}

/** A word that is not known and like none that is. */
export const unknownWord = (draw: Draw): string =>
  Array.from({ length: 9 }, () => oneOf(draw, [...'qxzjvkwy'])).join('')
