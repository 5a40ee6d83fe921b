import { setTimeout } from 'node:timers/promises'
import { type Clock, seconds } from '../clock.ts'
import type { Services } from '../services.ts'
import { readBody } from './body.ts'
import type { Input, Limiter } from './execute.ts'
import type { Access } from './operation.ts'
import { overloaded, Problem, type ProblemKind, problem } from './problem.ts'
import type { Registered } from './registry.ts'

/** A request as it came: what a signature was made over, and what the inbox keeps. */
export interface Sent {
  bytes: Buffer
  headers: Readonly<Record<string, string>>
}

/** Who a verifier found to have sent a request. */
export interface Sender {
  /** Whose events these are, in one word; with the event's id it names a row of the inbox. */
  provider: string
  /** The sender's own id of the event, where the proof covers one. */
  eventId?: string
}

/** Proves who sent a request that carries no token of ours. */
export interface Verifier {
  /** Who is believed, in words: `Google Play`. */
  name: string
  /** The proof as the API document shows it, a security scheme of OpenAPI under its name. */
  scheme: { name: string; definition: Readonly<Record<string, unknown>> }
  /** What it refuses with besides SIGNATURE_INVALID, SIGNATURE_EXPIRED and SIGNATURE_UNCHECKED. */
  problems?: readonly ProblemKind[]
  /**
   * Runs outside every transaction, before anything of the body is read. Whatever it throws that is
   * not a Problem is our failure or the key server's, and never held against the sender.
   * @throws SIGNATURE_INVALID or SIGNATURE_EXPIRED
   */
  verify(sent: Sent, context: VerifierContext): Promise<Sender>
}

export interface VerifierContext {
  clock: Clock
  services: Services
  /** Ends when nobody waits for the answer any more. */
  signal: AbortSignal
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

/** An access rule: nobody signs in, the call itself is proved by its signature. The handler gets its `sender`. */
export const signedBy = (verifier: Verifier): Access<Sender> => ({
  product: undefined,
  name: `signed by ${verifier.name}`,
  admits: [],
  isPublic: false,
  verifier,
})

const verifyTimeoutMs = seconds(5)

/**
 * Lets a signed call in: the signature is checked over the bytes before anything reads them. Where
 * others have to wait they get 503, since to most senders a 4xx means that trying again is useless.
 * @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED, SIGNATURE_UNCHECKED, OVERLOADED, or what is wrong with the body
 */
export async function letIn(
  registered: Registered,
  verifier: Verifier,
  input: Input,
  services: Services,
  limiter: Limiter,
): Promise<Input> {
  const wait = await limiter(registered, null, input.request)
  if (wait !== undefined) throw overloaded({ retryAfterSeconds: wait })
  const { sent } = input
  if (!sent) throw new Error(`${registered.id} is signed, and its bytes were not kept`)
  const sender = await senderOf(verifier, sent, services)
  return { ...input, sender, body: readBody(registered.operation, sent.bytes, sent.headers['content-type']) }
}

async function senderOf(verifier: Verifier, sent: Sent, services: Services): Promise<Sender> {
  const over = new AbortController()
  const tooLate = setTimeout(verifyTimeoutMs, undefined, { ref: false, signal: over.signal }).then(() => {
    throw new Error(`nobody said within ${verifyTimeoutMs} ms`)
  })
  try {
    const { clock } = services
    return await Promise.race([verifier.verify(sent, { clock, services, signal: over.signal }), tooLate])
  } catch (error) {
    if (error instanceof Problem) throw error
    services.log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      `a signature of ${verifier.name} could not be checked`,
    )
    throw signatureUnchecked()
  } finally {
    over.abort()
  }
}

/** What a signed operation may refuse with before its handler runs. */
export const problemsOfDoor = ({ problems = [] }: Verifier): ProblemKind[] => [
  signatureInvalid,
  signatureExpired,
  signatureUnchecked,
  ...problems,
]
