import { Type } from 'typebox'
import { megabyte } from '../../platform/media/recordings.ts'
import { reserveUpload, sumUploads } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Integer, OneOf, Text } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { type Administrator, signedIn, type User } from '../access.ts'
import { userMegabytes } from '../limits.ts'
import { contentTypes, type Folder, folders, requireAllowed } from './allowed.ts'
import { fileTooLarge, noSuchUpload, typeNotAllowed, uploadQuota } from './problems.ts'
import { SignedUrl } from './shapes.ts'
import { signedToRead } from './signed-address.ts'

const expiresSeconds = 600

const PreSignedUrlDto = Type.Object(
  {
    fileName: Type.Optional(Text(1, 200, { description: 'needed for PUT', example: 'rain.mp3' })),
    contentType: Type.Optional(
      Text(1, 100, {
        description: `needed for PUT: ${contentTypes.join(', ')}; recordings are for administrators`,
        example: 'audio/mpeg',
      }),
    ),
    size: Type.Optional(
      Integer(1, Number.MAX_SAFE_INTEGER, { description: 'needed for PUT: in bytes, exactly' }),
    ),
    folder: Type.Optional(OneOf(folders, { description: 'what it is for; `profile` unless said' })),
    operation: Type.Optional(OneOf(['PUT', 'GET'], { default: 'PUT' })),
    key: Type.Optional({ ...Id, description: 'needed for GET: an upload of yours that is ready' }),
  },
  { title: 'PreSignedUrlDto' },
)

export const createPreSignedUrl = operation({
  key: 'C1',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/common/pre-signed-url',
  summary: 'Get a signed address for ten minutes: to send a file to, or to get one of yours',
  access: signedIn,
  body: PreSignedUrlDto,
  limit: { max: 300, windowSeconds: 3600 },
  replies: { 200: { message: 'Address signed successfully', data: SignedUrl } },
  problems: [typeNotAllowed, fileTooLarge, uploadQuota, noSuchUpload],

  async handle({ body, caller, ...work }) {
    const needed = <T>(value: T | undefined, name: string): T => {
      if (value === undefined) throw invalidField(`body.${name}`, 'required', 'is required')
      return value
    }
    if (body.operation === 'GET') return signedToRead(work, caller, needed(body.key, 'key'), expiresSeconds)
    const file = {
      fileName: needed(body.fileName, 'fileName'),
      contentType: needed(body.contentType, 'contentType'),
      size: needed(body.size, 'size'),
    }
    const folder = body.folder ?? 'profile'
    requireAllowed(work, caller.realm, { ...file, folder })
    await requireRoom(work, caller, file.size)
    return reserve(work, caller, file, folder)
  },
})

/** @throws UPLOAD_QUOTA when a person would store more than their share; administrators fill the catalogue. */
async function requireRoom(
  { db, services }: Pick<Work, 'db' | 'services'>,
  { realm, id: ownerId }: User | Administrator,
  size: number,
): Promise<void> {
  if (realm === 'wellness-admin') return
  const stored = await sumUploads(db, { realm, ownerId })
  if (stored + size > configured(services, userMegabytes) * megabyte) throw uploadQuota()
}

async function reserve(
  work: Work,
  { realm, id: ownerId }: User | Administrator,
  file: { fileName: string; contentType: string; size: number },
  folder: Folder,
) {
  const place = { ...file, realm, ownerId, purpose: folder, expiresSeconds }
  const { id, url, method, headers, publicUrl, expiresAt } = await reserveUpload(work, place)
  return { uploadUrl: url, method, headers, key: id, publicUrl, expiresAt: expiresAt.toISOString() }
}
