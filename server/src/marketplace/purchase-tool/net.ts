interface Sale {
  sold_price_minor: number
  fees_minor: number
  shipping_cost_minor: number
  shipping_paid_minor: number
}

interface Cost {
  kind: string
  amount_minor: number
}

/** How a sale adds up, in minor units: what came in, and below zero what went out. */
export const linesOf = (priceMinor: number, costs: readonly Cost[], sale: Sale): Cost[] => [
  { kind: 'sale', amount_minor: sale.sold_price_minor },
  { kind: 'shipping_paid', amount_minor: sale.shipping_paid_minor },
  { kind: 'purchase', amount_minor: -priceMinor },
  ...costs.map(({ kind, amount_minor }) => ({ kind, amount_minor: -amount_minor })),
  { kind: 'fees', amount_minor: -sale.fees_minor },
  { kind: 'shipping_cost', amount_minor: -sale.shipping_cost_minor },
]

/** What a sale left over. */
export const netOf = (lines: readonly Cost[]): number =>
  lines.reduce((sum, line) => sum + line.amount_minor, 0)
