import { createHash } from 'node:crypto'
import { seconds } from '../clock.ts'
import { newSecret } from '../ids.ts'
import type { Realm } from '../operation/caller.ts'
import type { Work } from '../operation/work.ts'
import type { Person } from './person.ts'
import * as queries from './reset-token-queries.ts'

export const resetTokenSeconds = 600

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A single-use token that lets its holder set a new password. */
export async function newResetToken(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  person: Person,
): Promise<string> {
  const token = newSecret()
  const expiresAt = new Date(clock.now().getTime() + seconds(resetTokenSeconds))
  await queries.insertResetToken(db, person, { hash: hashOf(token), expiresAt })
  return token
}

/** @returns whose token it was, once; the person's other tokens end with it. */
export const takeResetToken = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  realm: Realm,
  token: string,
): Promise<string | undefined> => queries.takeResetToken(db, realm, hashOf(token), clock.now())
