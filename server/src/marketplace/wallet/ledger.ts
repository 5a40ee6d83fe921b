// The words of the ledger.

export const personKinds = ['available', 'pending', 'escrow', 'reserved', 'in_payout'] as const
/** What a person has money in. */
export type PersonKind = (typeof personKinds)[number]

export const houseKinds = ['revenue', 'fees', 'provider', 'promotion', 'receivables'] as const
/** What the house has money in; `provider` is below zero by what the processor holds for us. */
export type HouseKind = (typeof houseKinds)[number]

export type Account = { personId: string; kind: PersonKind } | { personId: null; kind: HouseKind }

export const ofPerson = (personId: string, kind: PersonKind): Account => ({ personId, kind })
export const ofHouse = (kind: HouseKind): Account => ({ personId: null, kind })

export interface Line {
  account: Account
  /** What comes to the account; negative for what leaves it. Lines of zero are left out. */
  amountMinor: number
}

/** What something is about, such as `{ model: 'order', id }`. */
export interface About {
  model: string
  id: string
}
