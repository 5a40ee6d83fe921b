import type { PaymentMode } from '../../platform/payments/port.ts'
import type { Caller } from '../access.ts'
import { verificationRequired } from './problems.ts'

/** Real money goes only to whom we can write to. @throws VERIFICATION_REQUIRED */
export function requireVerified({ isVerified }: Caller, mode: PaymentMode): void {
  if (mode === 'live' && !isVerified) throw verificationRequired()
}
