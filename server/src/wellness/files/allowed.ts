import { megabyte } from '../../platform/media/recordings.ts'
import { pictureTypes } from '../../platform/media/uploads.ts'
import type { Realm } from '../../platform/operation/caller.ts'
import { atField, invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { audioMegabytes, pictureMegabytes, supportMegabytes, videoMegabytes } from '../limits.ts'
import { fileTooLarge, typeNotAllowed } from './problems.ts'

export const folders = ['profile', 'support', 'exercise', 'category'] as const
export type Folder = (typeof folders)[number]

/** How many megabytes the largest file of each type has. */
type Sizes = Readonly<Record<string, typeof pictureMegabytes>>
const pictures = (most: typeof pictureMegabytes): Sizes =>
  Object.fromEntries(pictureTypes.map((type) => [type, most]))
const picture = pictures(pictureMegabytes)
const support = pictures(supportMegabytes)
const recordings: Sizes = {
  'audio/mpeg': audioMegabytes,
  'audio/mp4': audioMegabytes,
  'video/mp4': videoMegabytes,
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
  { services }: Pick<Work, 'services'>,
  realm: Realm,
  { folder, contentType, size }: { folder: Folder; contentType: string; size: number },
): void {
  const sizes = allowed[realm]?.[folder]
  const own = Object.keys(allowed[realm] ?? {}).join(', ')
  if (!sizes) throw invalidField('body.folder', 'enum', `must be one of ${own}`)
  const megabytes = Object.hasOwn(sizes, contentType) ? sizes[contentType] : undefined
  const types = Object.keys(sizes).join(', ')
  if (!megabytes) throw typeNotAllowed(atField('body.contentType', 'enum', `must be one of ${types}`))
  const most = configured(services, megabytes) * megabyte
  if (size > most) throw fileTooLarge(atField('body.size', 'maximum', `must be at most ${most}`))
}
