import { ProviderRefused } from '../provider-errors.ts'
import type { Asking } from './asking.ts'
import type { Charging } from './charging.ts'
import type { Hearing } from './hearing.ts'
import type { PayingOut } from './paying-out.ts'
import type { Pretending } from './pretending.ts'
import type { Reporting } from './reporting.ts'

export type { Asking } from './asking.ts'

/**
 * What Plaza asks of a payment processor, in Plaza's words. Card numbers never pass through here:
 * they go from the phone to the processor, which gives it a name for the card.
 *
 * Every call that makes something takes a key of ours and makes it once per key. A processor forgets
 * its keys after a day, and an answer may get lost; so each such call has its `find…`, which asks, by
 * the same key, whether the thing was made, however long ago.
 *
 * All of them fail with one of four:
 * - PaymentDeclined: the bank said no; nothing happened;
 * - ProviderRefused: the request, or our account there, is wrong; nothing happened, and repeating is no use;
 * - ProviderUnavailable: it cannot be asked now; nothing happened;
 * - ProviderUnsure: no answer that can be understood; it may have happened, so `find…` comes before a repeat.
 */
export interface Payments extends Charging, Hearing, Reporting {
  /** Who processes, as answers name it. */
  readonly provider: 'sandbox' | 'stripe'
  /** Whether real money moves. What was made in one mode does not exist in the other. */
  readonly mode: PaymentMode
  /** What it does on command, if it only pretends. */
  readonly pretending: Pretending | undefined
  /** How people are paid what is theirs. */
  readonly payingOut: PayingOut
  /** Its own form for cards in browsers; null where it has none, or is not told its key for pages. */
  readonly cardForm: CardForm | null

  /** The processor's record of one of our people, to which their cards belong. */
  createCustomer(customer: NewCustomer, asking: Asking): Promise<Customer>
  findCustomer(customer: SoughtCustomer, asking: Asking): Promise<Customer | undefined>
  /** Forgets a customer with their cards, for good. One that is gone already is no failure. */
  deleteCustomer(customer: Customer, asking: Pick<Asking, 'signal'>): Promise<void>

  /** Leave to save a card: the phone finishes it with the processor. */
  createSetupIntent(intent: NewSetupIntent, asking: Asking): Promise<SetupIntent>
  findSetupIntent(intent: NewSetupIntent, asking: Asking): Promise<SetupIntent | undefined>
  /** The intent as it stands now. */
  readSetupIntent(id: string, asking: Pick<Asking, 'signal'>): Promise<SetupIntent>
}

export const paymentModes = ['test', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** What a browser needs for the processor's own form, which takes a card's number past us. */
export interface CardForm {
  /** Names our account there; anybody may read it. */
  publishableKey: string
  scriptUrl: string
  /** Origins that the form's scripts and frames come from, and that it asks: nothing else of it is let into a page. */
  scripts: readonly string[]
  frames: readonly string[]
  connects: readonly string[]
}

export interface NewCustomer {
  /** Our id of the person. */
  personId: string
  email: string | null
  /** When we first asked for it; nothing older is looked at. */
  askedAt: Date
}

/** One that may have been made; of an address that nobody remembers, only at about the time when it was asked for. */
export interface SoughtCustomer extends Pick<NewCustomer, 'email' | 'askedAt'> {
  /** Nothing younger is looked at. */
  askedUntil?: Date
}

export interface Customer {
  id: string
}

export const cardUsages = ['off_session', 'on_session'] as const
/** Whether the saved card is charged while its owner is there, or also when they are not. */
export type CardUsage = (typeof cardUsages)[number]

export interface NewSetupIntent {
  customerId: string
  usage: CardUsage
}

export const setupStates = [
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] as const
export type SetupState = (typeof setupStates)[number]

export interface SetupIntent {
  id: string
  /** Lets its holder finish this one intent; for the phone alone, never logged. */
  clientSecret: string
  status: SetupState
  customerId: string | null
  /** The card that the phone saved with it. */
  cardId: string | null
}

/**
 * The card's bank, or the processor for it, said no; `code` is its word for why, such as
 * `card_declined`. Nothing happened.
 */
export class PaymentDeclined extends ProviderRefused {}
