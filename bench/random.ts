// Draws that are the same on every machine: each row has a sequence of its own, whatever is made before it.

/** A number from 0 up to, not including, 1. */
export type Draw = () => number

/** The n-th sequence of a kind (mulberry32). */
export function drawsOf(kind: number, n: number): Draw {
  let state = (Math.imul(kind, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b)) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const below = (draw: Draw, most: number): number => Math.floor(draw() * most)

export function oneOf<T>(draw: Draw, choices: readonly T[]): T {
  const chosen = choices[below(draw, choices.length)]
  if (chosen === undefined) throw new Error('there is nothing to choose from')
  return chosen
}

/** Around 0, with a deviation of 1. */
export const gauss = (draw: Draw): number =>
  Math.sqrt(-2 * Math.log(draw() + 1e-12)) * Math.cos(2 * Math.PI * draw())

/** Ranks from 0, of which the r-th comes up with a weight of 1 / (r + 1) ** exponent. */
export function zipf(ranks: number, exponent: number): (draw: Draw) => number {
  const sums = new Float64Array(ranks)
  let total = 0
  for (let rank = 0; rank < ranks; rank += 1) {
    total += 1 / (rank + 1) ** exponent
    sums[rank] = total
  }
  return (draw) => {
    const wanted = draw() * total
    let low = 0
    let high = ranks - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

const stride = 7919

/** The i-th of n in a scattered order, each once as long as i is less than n. */
export const scattered = (i: number, n: number): number => (i * (n % stride === 0 ? 7907 : stride)) % n
