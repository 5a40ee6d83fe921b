/** What a plan opens, and how it is counted. */
export const features = {
  /** As many as somebody has at the same moment. */
  saved_searches: { most: 50, perMonth: false },
  /** As often as somebody does it in a month. */
  transaction_exports: { most: 1000, perMonth: true },
} as const

export type Feature = keyof typeof features
export const featureNames = ['saved_searches', 'transaction_exports'] as const satisfies readonly Feature[]

export type Quotas = Readonly<Record<Feature, number>>
