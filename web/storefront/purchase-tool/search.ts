const shown = ['owned', 'listed', 'sold', 'removed'] as const
const sorts = ['newest', 'price_high'] as const

/** What of the purchase list is shown, and how. */
export interface PurchaseSearch {
  status?: (typeof shown)[number]
  sort?: (typeof sorts)[number]
  q?: string
}

export function readPurchaseSearch(search: Record<string, unknown>): PurchaseSearch {
  const status = shown.find((name) => name === search.status)
  const sort = sorts.find((name) => name === search.sort)
  const q = typeof search.q === 'string' ? search.q.slice(0, 200) : ''
  return { ...(status ? { status } : {}), ...(sort ? { sort } : {}), ...(q ? { q } : {}) }
}
