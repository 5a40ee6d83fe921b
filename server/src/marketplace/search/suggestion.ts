/** Pieces of three letters that a word consists of, its edges marked. */
function trigramsOf(word: string): Set<string> {
  const letters = [...`  ${word} `]
  return new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')))
}

/** How alike two words are: the pieces they share, of all they have. */
function likeness(one: string, other: string): number {
  const [a, b] = [trigramsOf(one), trigramsOf(other)]
  const shared = [...a].filter((piece) => b.has(piece)).length
  return shared / (a.size + b.size - shared)
}

const leastLikeness = 0.2

/** Every word of a search replaced by the likest one of the titles found. @returns null when that changes nothing. */
export function suggestWords(text: string, titles: readonly string[]): string | null {
  const asked = text.toLowerCase()
  const known = [
    ...new Set(titles.flatMap((title) => title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])),
  ]
  const likest = (word: string) =>
    known
      .map((candidate) => ({ candidate, likeness: likeness(candidate, word) }))
      .reduce((best, one) => (one.likeness > best.likeness ? one : best), {
        candidate: word,
        likeness: leastLikeness,
      }).candidate
  const suggestion = asked.split(/\s+/).map(likest).join(' ')
  return suggestion === asked ? null : suggestion
}
