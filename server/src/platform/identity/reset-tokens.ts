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

/** @returns whose token it was, once. */
export const takeResetToken = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  realm: Realm,
  token: string,
): Promise<string | undefined> => queries.takeResetToken(db, realm, hashOf(token), clock.now())

/** Of a person who has a new password or another address: what was handed out before opens nothing more. */
export const endResetTokens = ({ db, clock }: Pick<Work, 'db' | 'clock'>, person: Person): Promise<void> =>
  queries.endResetTokens(db, person, clock.now())
