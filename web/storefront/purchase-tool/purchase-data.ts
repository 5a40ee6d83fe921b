import type { PurchaseListingDetail } from '@plaza/client/marketplace'
import { getPurchaseListingOptions } from '@plaza/client/marketplace/queries'
import { decimalsOf, money } from '../../ui/formats.ts'
import { dataOf } from '../../ui/queries.ts'

/** A purchase with its costs and its sale, as it is now. */
export const purchaseQuery = (id: string) => ({
  ...getPurchaseListingOptions({ path: { id } }),
  staleTime: 0,
  select: dataOf<PurchaseListingDetail>,
})

export const majorOf = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency)

export const minorMoney = (minor: number, currency: string): string =>
  money(majorOf(minor, currency), currency)
