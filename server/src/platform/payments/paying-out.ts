import type { Asking } from './asking.ts'

// What Plaza asks of a processor about paying people what is theirs.

/** Somebody whom the processor pays. */
export interface Payee {
  id: string
  /** False until the processor knows who they are: see `payeeLink`. */
  isPayable: boolean
}

export interface NewPayee {
  /** Our id of the person. */
  personId: string
  email: string | null
  /** ISO 3166-1, where their bank is. */
  country: string
  /** When we first asked for it; nothing older is looked at. */
  askedAt: Date
}

/** `pending` waits for small amounts that its owner confirms; nothing can be sent to a `closed` one. */
export const bankStates = ['verified', 'pending', 'closed'] as const
export type BankState = (typeof bankStates)[number]

export interface NewBank {
  payeeId: string
  /** What the phone got from the processor for the number of the account, which we never see. */
  token: string
  holderName: string
  country: string
  currency: string
}

export interface Bank {
  id: string
  bankName: string
  last4: string
  /** The same for the same account, however often it is added. */
  fingerprint: string
  country: string
  currency: string
  status: BankState
}

/** One with whose it is, as far as the processor was told. */
export type FoundBank = Bank & { holderName: string | null }

export const payoutStates = ['in_transit', 'paid', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

export interface NewPayout {
  payeeId: string
  bankId: string
  amountMinor: number
  currency: string
}

export interface Payout {
  id: string
  status: PayoutState
  /** The bank's word for why not. */
  failureCode: string | null
  arrivesAt: Date | null
}

type Waiting = Pick<Asking, 'signal'>
type OfPayee = Pick<NewBank, 'payeeId'>

/** Calls that make something take a key and have their `find…`; see `Payments` for how they fail. */
export interface PayingOut {
  createPayee(payee: NewPayee, asking: Asking): Promise<Payee>
  findPayee(payee: Pick<NewPayee, 'askedAt'>, asking: Asking): Promise<Payee | undefined>
  readPayee(id: string, asking: Waiting): Promise<Payee>
  /** A page of the processor on which a payee says who they are. It is good for minutes and for one visit. */
  payeeLink(link: { payeeId: string; returnUrl: string }, asking: Waiting): Promise<{ url: string }>
  /** Forgets a payee with their banks, for good. One that is gone already is no failure. */
  deletePayee(id: string, asking: Waiting): Promise<void>

  /** @throws ProviderRefused of a token that is unknown, used up or of another country or currency */
  addBank(bank: NewBank, asking: Asking): Promise<Bank>
  findBank(bank: OfPayee, asking: Asking): Promise<Bank | undefined>
  readBank(bank: OfPayee & { bankId: string }, asking: Waiting): Promise<Bank>
  /** All that a payee has there; some were added on the processor's own pages. */
  listBanks(payeeId: string, asking: Waiting): Promise<FoundBank[]>
  /** One that is gone already, or that only its owner may remove there, is no failure. */
  removeBank(bank: OfPayee & { bankId: string }, asking: Waiting): Promise<void>

  /** Sends money on its way. What is refused sent none. */
  createPayout(payout: NewPayout, asking: Asking): Promise<Payout>
  findPayout(payout: OfPayee, asking: Asking): Promise<Payout | undefined>
  readPayout(payout: OfPayee & { payoutId: string }, asking: Waiting): Promise<Payout>
  /** Brings what was sent for a payout that failed back to us; `key` is the payout's. */
  takeBack(payout: OfPayee, asking: Asking): Promise<void>
}
