/** Letters of other scripts that look like ours, and what is written for a letter on purpose. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ї: 'i',
  ѕ: 's',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  т: 't',
  в: 'b',
  ӏ: 'l',
  ԁ: 'd',
  ո: 'n',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const insteadOfLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g
const apostrophes = /['’‘`´]/g
const signsInWord =
  /(?<=\p{L})[0134579@$|](?=[\p{L}0134579@$|])|(?<=\p{L})!(?=\p{L})|(?<![\p{L}\d])[01345@$](?=\p{L}{2})/gu

/** Lower case, without accents, look-alikes and signs for letters. What stands between words stays. */
function plainLetters(text: string): string {
  const lower = text.normalize('NFKC').replace(invisible, '').replace(apostrophes, '').toLowerCase()
  const ours = [...lower].map((letter) => lookalikes[letter] ?? letter).join('')
  return ours
    .replace(signsInWord, (sign) => insteadOfLetters[sign] ?? sign)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
}

/** One spelling of what is spelt in several ways: umlauts written with an e, and doubled letters. */
const oneSpelling = (text: string): string => text.replace(/([aou])e/g, '$1').replace(/([a-z])\1+/g, '$1')

/** A word as it is compared. */
export const foldWord = (word: string): string => oneSpelling(plainLetters(word))

/**
 * The readings of a text as lists of folded words: with what stands between letters taken as a space, and
 * left out; letters that stand alone in a row are one word.
 */
export function readingsOf(text: string): string[][] {
  const plain = plainLetters(text)
  const apart = plain
  const together = plain.replace(/(?<=[a-z])[^a-z0-9\s]+(?=[a-z])/g, '')
  const readings = apart === together ? [apart] : [apart, together]
  return readings.map((reading) =>
    joinLetters(
      reading
        .replace(endOfSentence, ` ${sentenceEnd} `)
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== ''),
    ).map(oneSpelling),
  )
}

/** Stands among the words where a sentence ends; no word is folded to it. */
export const sentenceEnd = '000'
const endOfSentence = /(?<=[a-z]{2})[.!?;:]+(?=\s)/g

const fewestInRow = 3

function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let row: string[] = []
  const endRow = () => {
    if (row.length >= fewestInRow) joined.push(row.join(''))
    else joined.push(...row)
    row = []
  }
  for (const word of words) {
    if (word.length === 1) row.push(word)
    else {
      endRow()
      joined.push(word)
    }
  }
  endRow()
  return joined
}
