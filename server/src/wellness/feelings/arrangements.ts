import type { Arrangements } from '../../testing/arranged.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = { getFeelings: () => ({}) }
