import type { Sender, Sent } from '../operation/signature.ts'

// What a processor tells us by itself.

/** A processor has two voices: of our own account, and of the accounts of those whom we pay out to. */
export const doors = ['platform', 'connected'] as const
export type Door = (typeof doors)[number]

export const topicKinds = [
  'payment',
  'refund',
  'dispute',
  'setup_intent',
  'card',
  'account',
  'payout',
  'transfer',
] as const

/** What an event is about. Only that matters of it: how things stand is asked for. */
export interface Topic {
  kind: (typeof topicKinds)[number]
  /** The processor's name for it. */
  id: string
  /** The connected account that it belongs to. */
  accountId: string | null
}

export interface Hearing {
  /**
   * Finds out whether a notification comes from the processor.
   * @throws SIGNATURE_INVALID or SIGNATURE_EXPIRED when it does not, PROVIDER_NOT_CONFIGURED while no secret is set
   */
  senderOf(sent: Sent, door: Door): Promise<Sender>
  /** What a notification is about that was proved; undefined of what is none of ours. */
  topicOf(bytes: Buffer): Topic | undefined
}
