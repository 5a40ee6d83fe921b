export const payoutStatuses = ['requested', 'in_transit', 'paid', 'failed', 'returned'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
