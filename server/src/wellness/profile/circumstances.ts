import type { Reading } from '../../platform/operation/work.ts'
import type { User } from '../access.ts'
import type { Client, UserRow } from '../accounts/public.ts'
import { consentGates } from '../content/public.ts'
import { presentPreference, selectPreference } from '../notifications/public.ts'
import { practiceMinimumOf, streakOf } from '../sessions/public.ts'
import { selectSubscription } from '../subscriptions/public.ts'
import { locationOf } from './location.ts'
import type { Circumstances } from './shapes.ts'

/** What a profile shows beside the account. */
export async function circumstancesOf(
  reading: Pick<Reading, 'db' | 'clock' | 'services'>,
  row: UserRow,
  { caller, client }: { caller: User; client: Pick<Client, 'timezone' | 'language'> },
): Promise<Circumstances> {
  const { db, clock } = reading
  const now = clock.now()
  const counted = { ...caller, timezone: row.timezone }
  const here = { ...counted, ...(client.timezone ? { timezone: client.timezone } : {}) }
  const [preference, location, streak, minimum, gates, subscription] = await Promise.all([
    selectPreference(db, caller.id),
    locationOf(reading, caller.id),
    streakOf(db, here, now),
    practiceMinimumOf(db, here, now),
    consentGates(db, { userId: caller.id, language: client.language ?? row.language, now }),
    selectSubscription(db, caller.id, now),
  ])
  return { notifications: presentPreference(preference), location, streak, minimum, gates, subscription }
}
