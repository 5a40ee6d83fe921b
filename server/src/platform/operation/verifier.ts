import type { Clock } from '../clock.ts'
import type { Providers } from '../providers.ts'
import type { ProblemKind } from './problem.ts'
import type { Sender, Sent } from './signature.ts'

/** Proves who sent a request that carries no token of ours. */
export interface Verifier {
  /** Who is believed, in words: `Google Play`. */
  name: string
  /** The proof as the API document shows it, a security scheme of OpenAPI under its name. */
  scheme: { name: string; definition: Readonly<Record<string, unknown>> }
  /** What it refuses with besides SIGNATURE_INVALID and SIGNATURE_EXPIRED: SIGNATURE_UNCHECKED of one who asks others. */
  problems?: readonly ProblemKind[]
  /**
   * Runs outside every transaction, before anything of the body is read. Whatever it throws that is
   * not a Problem is our failure or the key server's, and never held against the sender.
   * @throws SIGNATURE_INVALID or SIGNATURE_EXPIRED
   */
  verify(sent: Sent, given: VerifierGiven): Promise<Sender>
}

export interface VerifierGiven {
  clock: Clock
  providers: Providers
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal
}
