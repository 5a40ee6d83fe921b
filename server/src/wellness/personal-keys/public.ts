import { randomBytes } from 'node:crypto'
import { seal, unseal, unsealOwn } from '../../platform/identity/sealing.ts'
import type { Reading, Work } from '../../platform/operation/work.ts'
import { deleteKey, insertKey, selectKey } from './queries.ts'

/** What a person confides is sealed with it, and opened with nothing else. */
export interface PersonalKey {
  /** `context` binds the result to its place, such as `answers <id of the set>`: it opens nowhere else. */
  seal(context: string, content: string | Uint8Array): Buffer
  /** @throws Error when it was changed, or sealed for another context, for another person or before the key was shredded. */
  open(context: string, sealed: Uint8Array): Buffer
}

type Knows = Pick<Reading, 'db' | 'services'>

const keyBytes = 32

const contextOf = (userId: string) => `personal key\n${userId}`

/** The key of a user, made at its first need; two who need it at once get the same. */
export async function keyOf(
  { db, services, clock }: Knows & Pick<Work, 'clock'>,
  userId: string,
): Promise<PersonalKey> {
  const { settings } = services
  const kept =
    (await selectKey(db, userId)) ??
    (await insertKey(db, {
      userId,
      sealed: seal(settings.signingSecret, contextOf(userId), randomBytes(keyBytes)),
      at: clock.now(),
    }))
  return sealingWith(unsealOwn(settings, contextOf(userId), kept.sealed))
}

/** The key of a user for reads. @returns undefined when there is none: then nothing of theirs can be opened. */
export async function existingKeyOf(
  { db, services }: Knows,
  userId: string,
): Promise<PersonalKey | undefined> {
  const kept = await selectKey(db, userId)
  return kept && sealingWith(unsealOwn(services.settings, contextOf(userId), kept.sealed))
}

/** Forgets the key of a user: what was sealed with it is unreadable for ever. A later one opens nothing of it. */
export const shredKey = ({ db }: Pick<Work, 'db'>, userId: string): Promise<void> => deleteKey(db, userId)

const sealingWith = (key: Buffer): PersonalKey => ({
  seal: (context, content) => seal(key, context, Buffer.from(content)),
  open: (context, sealed) => unseal(key, context, Buffer.from(sealed)),
})
