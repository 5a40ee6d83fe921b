import type { Failure } from '../../ui/failure.ts'
import { money } from '../../ui/formats.ts'

/** What an amount may be, where the server refused it and said so. */
export function rangeOf(
  refusal: Failure | undefined,
  say: (least: string, most: string) => string,
): string | undefined {
  if (refusal?.code !== 'AMOUNT_OUT_OF_RANGE') return undefined
  const { least, minimum = least, most, maximum = most, currency } = refusal.details
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || typeof currency !== 'string')
    return undefined
  return say(money(minimum, currency), money(maximum, currency))
}
