import currencyOfCountry from 'country-to-currency'
import { loadLater } from '../../platform/load-later.ts'
import { checkCurrency, isCurrency } from '../../platform/money.ts'
import type { UserChange, UserRow } from '../users/public.ts'

const countries = loadLater<typeof import('@rapideditor/country-coder')>('@rapideditor/country-coder')

type Place = Pick<UserRow, 'longitude' | 'latitude'>

/** The currency of the country or territory that a place lies in; euros at sea, as where nobody said where they are. */
export function currencyAt({ longitude, latitude }: Place): string {
  const country = countries().iso1A2Code([longitude, latitude], { level: 'territory' })
  const currency = currencyOfCountry[country as keyof typeof currencyOfCountry]
  return currency && isCurrency(currency) ? currency : 'EUR'
}

/**
 * A person's currency is that of their country until they choose one; null lets it follow the country again.
 * @throws VALIDATION_FAILED when it is no currency
 */
export function currencyChange(
  user: UserRow,
  wanted: string | null | undefined,
  moved: Place | undefined,
): UserChange {
  if (wanted === undefined && (!moved || user.has_own_currency)) return {}
  if (wanted === undefined || wanted === null)
    return { currency: currencyAt(moved ?? user), has_own_currency: false }
  checkCurrency(wanted, 'body.currency')
  return { currency: wanted, has_own_currency: true }
}
