import type Stripe from 'stripe'
import type { Rule } from './stripe-shapes.ts'

export type Method = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'type'> & {
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint: string }
  scenario: string
}
export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  customer: string
  client_secret: string
  created: number
  livemode: false
  metadata: Record<string, string>
  payment_method: string | null
  status: Stripe.PaymentIntent.Status
  last_payment_error: { code: string; decline_code?: string } | null
}
export type Refund = {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  created: number
  status: 'succeeded' | 'pending' | 'failed'
  metadata: Record<string, string>
}
export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  payment_intent: string
  reason: string
  status: string
  /** Each withdrawal, and each return. */
  balance_transactions: { id: string; amount: number; created: number }[]
  created: number
  evidence_details: { due_by: number | null }
}
/** The payment itself as it moved money. */
export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string
}
export interface StripeChargingState {
  methods: Map<string, Method>
  payments: Map<string, Intent>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
}

export type Account = {
  id: string
  object: 'account'
  country: string
  created: number
  email: string | null
  metadata: Record<string, string>
  payouts_enabled: boolean
  /** What it has there, by currency. */
  balance: Map<string, number>
}
export type BankAccount = {
  id: string
  object: 'bank_account'
  account: string
  account_holder_name: string | null
  bank_name: string
  country: string
  currency: string
  fingerprint: string
  last4: string
  metadata: Record<string, string>
  status: 'new' | 'verified' | 'errored'
}
export type Transfer = {
  id: string
  object: 'transfer'
  amount: number
  currency: string
  destination: string
  metadata: Record<string, string>
  reversed: boolean
  created: number
  reversals: { object: 'list'; data: Reversal[] }
  transfer_group: string | null
}
export type Reversal = {
  id: string
  object: 'transfer_reversal'
  amount: number
  created: number
  currency: string
  metadata: Record<string, string>
  transfer: string
}
export type Payout = {
  id: string
  object: 'payout'
  account: string
  amount: number
  arrival_date: number
  currency: string
  destination: string
  failure_code: string | null
  metadata: Record<string, string>
  status: 'pending' | 'in_transit' | 'paid' | 'failed'
}

export interface StripeConnectState {
  accounts: Map<string, Account>
  banks: Map<string, BankAccount>
  transfers: Map<string, Transfer>
  payouts: Map<string, Payout>
}

/**
 * What lies behind Stripe's protocol as far as Plaza asks for it, with the parameters, refusals and states that
 * Stripe documents. Every other parameter is refused.
 */
export interface StripeState extends StripeChargingState, StripeConnectState {
  customers: Map<string, Stripe.Customer>
  setupIntents: Map<string, Stripe.SetupIntent>
  /** Where the server is, with its hosted pages. */
  address: string
  now(): Date
}

/** Where something is asked for, beside the first id of its address. */
export interface Place {
  /** The second id of the address. */
  part: string
  /** The connected account in whose name it is asked. */
  account: string
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** Parameters by name, `[*]` standing for any key; an exclamation mark behind those that must be there. */
  takes: Record<string, Rule>
  /** Whether a page may call it with the publishable key and the intent's secret. */
  isOpenToPages?: true
  run(state: StripeState, given: Map<string, string>, id: string, place: Place): object
}
