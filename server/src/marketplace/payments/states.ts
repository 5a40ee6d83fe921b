export const purposeKinds = ['add_funds', 'order', 'boost', 'subscription'] as const
/** What somebody pays for. */
export interface Purpose {
  kind: (typeof purposeKinds)[number]
  id: string
}

export const statuses = ['processing', 'requires_action', 'succeeded', 'failed'] as const
export type Status = (typeof statuses)[number]

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** How far a bank's dispute has come: it asks, has taken the money for now, has given it back, or keeps it. */
export const disputePhases = ['asked', 'withdrawn', 'returned', 'lost'] as const
export type DisputePhase = (typeof disputePhases)[number]

export const isSettled = (status: Status): boolean => status === 'succeeded' || status === 'failed'
