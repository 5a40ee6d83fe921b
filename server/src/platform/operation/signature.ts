import { problem } from './problem.ts'

/** A request as it came: what a signature was made over, and what the inbox keeps. */
export interface Sent {
  bytes: Buffer
  headers: Readonly<Record<string, string>>
}

/** Who was found to have sent a request. */
export interface Sender {
  /** Whose events these are, in one word; with the event's id it names a row of the inbox. */
  provider: string
  /** The sender's own id of the event, where the proof covers one. */
  eventId?: string
}

export const signatureInvalid = problem(
  401,
  'SIGNATURE_INVALID',
  'This call is not signed by the one whose calls are taken here.',
)
export const signatureExpired = problem(
  401,
  'SIGNATURE_EXPIRED',
  'The signature of this call is too old. Sign it anew.',
)
export const signatureUnchecked = problem(
  503,
  'SIGNATURE_UNCHECKED',
  'The signature of this call cannot be checked right now. Send it again later.',
  { retryAfterSeconds: 30 },
)
