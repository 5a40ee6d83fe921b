import fc from 'fast-check'

/** Every order of a few things. */
export const ordersOf = <T>(things: readonly T[]): T[][] =>
  things.length === 0
    ? [[]]
    : things.flatMap((thing, index) => ordersOf(things.toSpliced(index, 1)).map((rest) => [thing, ...rest]))

/** So many orders of a few things, as a seed draws them. */
export const someOrdersOf = <T>(things: T[], seed: number, count: number): T[][] =>
  fc.sample(fc.shuffledSubarray(things, { minLength: things.length }), { seed, numRuns: count })
