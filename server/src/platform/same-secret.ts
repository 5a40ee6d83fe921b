import { timingSafeEqual } from 'node:crypto'

/** Whether two secrets are alike, in a time that does not tell how far they are. Their length is no secret. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
