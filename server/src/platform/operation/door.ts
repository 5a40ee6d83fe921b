import { seconds } from '../clock.ts'
import type { Services } from '../services.ts'
import { readBody } from './body.ts'
import { inTime } from './flow.ts'
import type { Input } from './input.ts'
import type { Access, Operation } from './operation.ts'
import { Problem, type ProblemKind } from './problem.ts'
import {
  type Sender,
  type Sent,
  signatureExpired,
  signatureInvalid,
  signatureUnchecked,
} from './signature.ts'
import type { Verifier } from './verifier.ts'

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
 * Lets a signed call in: the signature is checked over the bytes before anything reads them.
 * @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED, SIGNATURE_UNCHECKED, or what is wrong with the body
 */
export async function letIn(
  operation: Operation,
  verifier: Verifier,
  input: Input,
  services: Services,
): Promise<Input> {
  const { sent } = input
  if (!sent) throw new Error('the call is to be signed, and its bytes were not kept')
  const sender = await senderOf(verifier, sent, services)
  return { ...input, sender, body: readBody(operation, sent.bytes, sent.headers['content-type']) }
}

async function senderOf(
  verifier: Verifier,
  sent: Sent,
  { clock, providers, log }: Services,
): Promise<Sender> {
  const signal = AbortSignal.timeout(verifyTimeoutMs)
  const verify = async () => verifier.verify(sent, { clock, providers, signal })
  try {
    return await inTime(signal, verify())
  } catch (error) {
    if (error instanceof Problem) throw error
    log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      `a signature of ${verifier.name} could not be checked`,
    )
    throw signatureUnchecked()
  }
}

/** What a signed operation may refuse with before its handler runs. */
export const problemsOfDoor = ({ problems = [] }: Verifier): ProblemKind[] => [
  signatureInvalid,
  signatureExpired,
  ...problems,
]
