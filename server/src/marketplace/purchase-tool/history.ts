/** What became of each field: `{ price_minor: { from: 1250, to: 2000 } }`. */
export type Changes = Record<string, { from: unknown; to: unknown }>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What a wish would change; fields that it leaves out stay. */
export const changesBetween = (before: object, wanted: object): Changes =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([field, to]) => {
      const from = before[field as keyof typeof before]
      return to === undefined || isSame(from, to) ? [] : [[field, { from, to }]]
    }),
  )

export const hasChanges = (changes: Changes): boolean => Object.keys(changes).length > 0
