import { largestAudio, largestVideo } from '../../platform/media/recordings.ts'
import { pictureTypes } from '../../platform/media/uploads.ts'
import type { Realm } from '../../platform/operation/caller.ts'
import { atField, invalidField } from '../../platform/operation/problem.ts'
import { fileTooLarge, typeNotAllowed } from './problems.ts'

export const folders = ['profile', 'support', 'exercise', 'category'] as const
export type Folder = (typeof folders)[number]

const megabyte = 1024 * 1024
const largestPicture = 10 * megabyte

/** The largest file of each type, in bytes. */
type Sizes = Readonly<Record<string, number>>
const pictures = (most: number): Sizes => Object.fromEntries(pictureTypes.map((type) => [type, most]))
const picture = pictures(largestPicture)
const support = pictures(20 * megabyte)
const recordings: Sizes = {
  'audio/mpeg': largestAudio,
  'audio/mp4': largestAudio,
  'video/mp4': largestVideo,
}

/** What each pool of people uploads for what. */
const allowed: Readonly<Partial<Record<Realm, Partial<Record<Folder, Sizes>>>>> = {
  'wellness-user': { profile: picture, support },
  'wellness-admin': { profile: picture, exercise: { ...picture, ...recordings }, category: picture },
}

/** Every type that somebody may upload. */
export const contentTypes = [...pictureTypes, ...Object.keys(recordings)]

/** @throws a refusal that names what of an announced file is not for its sender. */
export function requireAllowed(
  realm: Realm,
  { folder, contentType, size }: { folder: Folder; contentType: string; size: number },
): void {
  const sizes = allowed[realm]?.[folder]
  const own = Object.keys(allowed[realm] ?? {}).join(', ')
  if (!sizes) throw invalidField('body.folder', 'enum', `must be one of ${own}`)
  const most = sizes[contentType]
  const types = Object.keys(sizes).join(', ')
  if (most === undefined) throw typeNotAllowed(atField('body.contentType', 'enum', `must be one of ${types}`))
  if (size > most) throw fileTooLarge(atField('body.size', 'maximum', `must be at most ${most}`))
}
