import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { exclusively } from '../db/exclusive.ts'
import type { SealingSecrets } from './sealing.ts'

const fingerprintOf = (secret: string): Buffer =>
  createHmac('sha256', secret).update('fingerprint of the signing secret').digest()

/**
 * Notes with which secret the database is sealed from now on; of processes that start at once the first one's counts.
 * @returns false, having noted nothing, when something there may be sealed with a secret that is not at hand.
 */
export const noteSecret = (
  pool: pg.Pool,
  { signingSecret, formerSecrets }: SealingSecrets,
): Promise<boolean> =>
  exclusively(pool, 'signing secret', async (client) => {
    const atHand = [signingSecret, ...formerSecrets].map(fingerprintOf)
    const { rows } = await client.query<{ fingerprint: Buffer }>(
      'select fingerprint from platform.signing_secret',
    )
    if (!rows.every(({ fingerprint }) => atHand.some((known) => known.equals(fingerprint)))) return false
    await client.query(
      'insert into platform.signing_secret (fingerprint) values ($1) on conflict do nothing',
      [atHand[0]],
    )
    return true
  })
