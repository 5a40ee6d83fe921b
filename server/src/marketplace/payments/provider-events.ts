import type { Work } from '../../platform/operation/work.ts'
import type { Dispute, Payment, Refund } from '../../platform/payments/charging.ts'
import type { Payments } from '../../platform/payments/port.ts'
import { payeeNews } from './announcements.ts'
import { settleDispute } from './bank-disputes.ts'
import { settlePayment, settleRefund } from './settlement.ts'

/** What the provider says now of that of which it has told us. */
export type Heard =
  | { kind: 'payment'; said: Payment }
  | { kind: 'refund'; said: Refund }
  | { kind: 'dispute'; said: Dispute; provider: string }
  | { kind: 'payee'; of: 'account' | 'payout'; id: string }
  | { kind: 'other' }

/** Asks for the present state of what an event is about: neither order nor number of the events is trusted. */
export async function hear(payments: Payments, bytes: Buffer, signal: AbortSignal): Promise<Heard> {
  const topic = payments.topicOf(bytes)
  switch (topic?.kind) {
    case 'payment':
      return { kind: 'payment', said: await payments.readPayment(topic.id, { signal }) }
    case 'refund':
      return { kind: 'refund', said: await payments.readRefund(topic.id, { signal }) }
    case 'dispute':
      return {
        kind: 'dispute',
        said: await payments.readDispute(topic.id, { signal }),
        provider: payments.provider,
      }
    // Who pays them out asks for it.
    case 'account':
    case 'payout':
      return { kind: 'payee', of: topic.kind, id: topic.id }
    default:
      return { kind: 'other' }
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Writes down what was heard. @returns what came of it in one word */
export async function write(work: Work, heard: Heard): Promise<string> {
  if (heard.kind === 'other') return 'UNHANDLED'
  if (heard.kind === 'payee') {
    await work.announce(payeeNews, { kind: heard.of, id: heard.id })
    return 'PASSED_ON'
  }
  if (heard.kind === 'dispute') return settleDispute(work, heard.provider, heard.said)
  const { key } = heard.said
  // Made by somebody else who uses the same account there.
  if (key === null || !uuid.test(key)) return 'NOT_OURS'
  return heard.kind === 'payment' ? settlePayment(work, key, heard.said) : settleRefund(work, key, heard.said)
}
