/** What became of each field: `{ price_minor: { from: 1250, to: 2000 } }`. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** So many characters are kept of a text, and so many of a list, as it is written in JSON. */
const longestText = 200
const longestList = 1000

/** Of a long text its beginning, of a long list how many entries it has: the whole is kept once, as it is now. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    const characters = [...value]
    return characters.length <= longestText ? value : `${characters.slice(0, longestText - 1).join('')}…`
  }
  const isLong = Array.isArray(value) && JSON.stringify(value).length > longestList
  return isLong ? { entries: value.length } : value
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What a wish would change, as short as it is kept; fields that it leaves out stay. */
export const changesBetween = (before: object, wanted: object): Changes =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([field, to]) => {
      const from = before[field as keyof typeof before]
      const change = { from: shortened(from), to: shortened(to) }
      return to === undefined || isSame(from, to) ? [] : [[field, change]]
    }),
  )

export const hasChanges = (changes: Changes): boolean => Object.keys(changes).length > 0
