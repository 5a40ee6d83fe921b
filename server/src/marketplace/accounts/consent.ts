import { createHash } from 'node:crypto'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { insertConsent } from './queries.ts'
import { termsVersion } from './terms.ts'

/** Whether somebody agreed, in one of the words that apps send. */
export const saysYes = (agree: string): boolean => /^(true|yes|1)$/i.test(agree)

/** Keeps that the terms were agreed to, with a hash in place of the address it was done from. */
export async function recordConsent(
  { db, clock, services }: Work,
  userId: string,
  ip: string,
): Promise<void> {
  const ipHash = createHash('sha256').update(services.settings.signingSecret).update(ip).digest()
  await insertConsent(db, {
    id: newId(),
    userId,
    document: 'terms',
    version: termsVersion,
    ipHash,
    at: clock.now(),
  })
}
