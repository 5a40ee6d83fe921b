import { newId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { collectionsKept } from '../limits.ts'
import {
  countCollections,
  findCollectionNamed,
  findOwnCollection,
  insertCollection,
  isCollected,
  isNameOfDefault,
} from './collection-queries.ts'
import { collectionLimit, noSuchCollection } from './problems.ts'

interface Choice {
  userId: string
  postId: string
  collectionId: string | undefined
  name: string | undefined
}

/** A named collection that somebody speaks of. */
export interface Chosen {
  /** Null while there is none of that name. */
  id: string | null
  /** Whether the listing is in it. */
  isIn: boolean
}

/** @returns undefined where all that they saved is meant; that is also what the collection of everything means. */
export async function findChosen(
  { db }: Pick<Work, 'db'>,
  { userId, postId, collectionId, name }: Choice,
): Promise<Chosen | undefined> {
  if (collectionId !== undefined && name !== undefined)
    throw invalidField('body.collection_name', 'exclusive', 'cannot stand beside collection_id')
  if (collectionId === undefined && (name === undefined || isNameOfDefault(name))) return undefined
  const found =
    collectionId === undefined
      ? await findCollectionNamed(db, name ?? '', userId)
      : await findOwnCollection(db, collectionId, userId)
  if (collectionId !== undefined && (!found || found.is_removed)) throw noSuchCollection()
  if (!found) return { id: null, isIn: false }
  if (found.is_default) return undefined
  return { id: found.id, isIn: await isCollected(db, { collectionId: found.id, userId, postId }) }
}

/** The collection that was chosen, made when it is new. Its owner is locked. */
export async function ensureChosen(
  { db, clock, services }: Pick<Work, 'db' | 'clock' | 'services'>,
  chosen: Chosen,
  { userId, name = '' }: Choice,
): Promise<string> {
  if (chosen.id !== null) return chosen.id
  if ((await countCollections(db, userId)) >= configured(services, collectionsKept)) throw collectionLimit()
  const id = newId()
  await insertCollection(db, { id, userId, name, at: clock.now() })
  return id
}
