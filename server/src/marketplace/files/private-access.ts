import type { PrivateUpload } from '../../platform/media/uploads.ts'
import { type Caller, isStaff } from '../access.ts'

/** An upload in one of its widths, as clients name it. */
export const keyOf = ({ id, width }: Pick<PrivateUpload, 'id' | 'width'>): string => `${id}/${width}.webp`

export function readKey(key: string): { id: string; width: number } {
  const [id = '', file = ''] = key.split('/')
  return { id, width: Number.parseInt(file, 10) }
}

/** Its owner, and whoever it is for: of evidence those who decide about reports, of all else administrators. */
export const mayRead = (caller: Caller, { ownerId, purpose }: PrivateUpload): boolean =>
  ownerId === caller.id || caller.kind === 'administrator' || (purpose === 'evidence' && isStaff(caller))
