import { foldWord } from './fold.ts'

/**
 * Puts words right: of the core words whatever is one letter away, of those written as one or in pieces the
 * words themselves.
 */
export interface CoreWords {
  /** Found with one letter wrong, missing, too many or changed for its neighbour. */
  words: readonly string[]
  /** Words of their own that are one letter away from one of them. */
  others: readonly string[]
  /** Found when they are written as one word. */
  phrases: readonly string[]
}

export function spellingOf({ words, others, phrases }: CoreWords) {
  const core = words.map(foldWord)
  const known = new Set([...core, ...others.map(foldWord)])
  const written = phrases.map((phrase) => ({
    asOne: foldWord(phrase.replaceAll(' ', '')),
    apart: phrase.split(' ').map(foldWord),
  }))

  const meant = (word: string): string[] => {
    if (known.has(word)) return [word]
    const phrase = written.find(({ asOne }) => word.includes(asOne))
    if (phrase) return phrase.apart
    const near = core.find((one) => word.length >= 5 && isOneLetterAway(word, one))
    return [near ?? word]
  }

  return (reading: readonly string[]): string[] => inPieces(reading, core).flatMap(meant)
}

/** Words of the core that are written in two or three pieces. */
function inPieces(reading: readonly string[], core: readonly string[]): string[] {
  const whole: string[] = []
  for (let at = 0; at < reading.length; at += 1) {
    const pieces = [3, 2].find((count) => core.includes(foldWord(reading.slice(at, at + count).join(''))))
    const word = pieces ? foldWord(reading.slice(at, at + pieces).join('')) : (reading[at] ?? '')
    whole.push(word)
    if (pieces && at + pieces <= reading.length) at += pieces - 1
  }
  return whole
}

/** Whether a letter was changed, left out or added, or two neighbours changed places. */
export function isOneLetterAway(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1 || word === other) return false
  let start = 0
  while (start < word.length && word[start] === other[start]) start += 1
  let [end, otherEnd] = [word.length, other.length]
  while (end > start && otherEnd > start && word[end - 1] === other[otherEnd - 1]) {
    end -= 1
    otherEnd -= 1
  }
  const [left, right] = [word.slice(start, end), other.slice(start, otherEnd)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
