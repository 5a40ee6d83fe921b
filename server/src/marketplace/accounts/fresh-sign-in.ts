import { isFreshlySignedIn } from '../../platform/identity/sessions.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { reauthRequired } from './problems.ts'

/**
 * Before an account can be entered in another way from now on: a session may be stolen, and what was done with it must
 * not outlast it. @throws REAUTH_REQUIRED when the sign-in was more than five minutes ago
 */
export async function requireFreshSignIn(work: Pick<Work, 'db' | 'clock'>, caller: Caller): Promise<void> {
  if (!(await isFreshlySignedIn(work, caller))) throw reauthRequired()
}
