/** So many parts of ten thousand of an amount, in whole minor units; what is exactly between two goes to the even one. */
export function feeOf(amountMinor: number, basisPoints: number): number {
  const product = BigInt(amountMinor) * BigInt(basisPoints)
  const [whole, rest] = [product / 10_000n, product % 10_000n]
  const isUp = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n)
  return Number(isUp ? whole + 1n : whole)
}
