import { createHmac, timingSafeEqual } from 'node:crypto'
import { Verbatim } from '../../platform/operation/schema.ts'
import type { Surroundings } from '../../platform/operation/work.ts'

// Whoever is suspended cannot sign in, but reads why, and appeals, by a link that nobody else has.

type Signing = Pick<Surroundings, 'services'>

const macOf = ({ services }: Signing, decisionId: string): Buffer =>
  createHmac('sha256', services.settings.signingSecret).update(`moderation decision\n${decisionId}`).digest()

/** The page of a decision as its subject opens it without signing in. */
export const decisionLink = (work: Signing & Pick<Surroundings, 'publicUrl'>, decisionId: string): string =>
  `${work.publicUrl}/decisions/${decisionId}?token=${macOf(work, decisionId).toString('base64url')}`

/** Whether a token is the one of that decision's link. */
export function isDecisionToken(work: Signing, decisionId: string, token: string): boolean {
  const expected = macOf(work, decisionId)
  const given = Buffer.from(token, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const DecisionToken = Verbatim(43, 43, {
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'of the link in the mail; without it, sign in',
  example: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
})
