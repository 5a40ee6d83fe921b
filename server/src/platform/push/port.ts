import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'

export type PushPlatform = 'ANDROID' | 'IOS' | 'WEB'

/** What one phone or browser is shown. */
export interface PushMessage {
  /** A UUID of this message on this device. The same message sent again has the same, so that it is shown once. */
  id: string
  platform: PushPlatform
  /** What the app got from its push service; of a browser its subscription as JSON. */
  token: string
  title: string
  body: string
  /** Where the app goes on a tap. */
  link: string | null
}

/**
 * What became of a message. `delivered`: the push service has it. `gone`: the token leads nowhere any
 * more, so it is to be forgotten. `refused`: it will never be taken. `later`: it was not taken and may be
 * sent again. `unsure`: nobody knows; sent again it is shown once, as far as the service can tell.
 */
export type PushOutcome =
  | { outcome: 'delivered' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; retryAfterSeconds?: number | undefined }
  | { outcome: 'unsure'; reason: string }

/** The way to the devices of one platform. */
export interface Push {
  /** Never rejects because of what a push service did or did not do. */
  send(message: PushMessage): Promise<PushOutcome>
  /** Of browsers: the key that they subscribe with. */
  publicKey?: string
}

/** A message that nobody could show within this time is not shown any more. */
export const shownForSeconds = 86_400

/** What a failure on the way means for the message. */
export function outcomeOfFailure(error: unknown): PushOutcome {
  if (error instanceof ProviderUnsure) return { outcome: 'unsure', reason: error.message }
  if (error instanceof ProviderRefused) return { outcome: 'refused', reason: error.message }
  if (!(error instanceof ProviderUnavailable)) throw error
  return { outcome: 'later', reason: error.message, retryAfterSeconds: error.retryAfterSeconds }
}
