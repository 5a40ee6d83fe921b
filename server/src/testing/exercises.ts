import { sql } from 'kysely'
import { newId } from '../platform/ids.ts'
import { uploadKey } from '../platform/media/uploads.ts'
import { call, eventually, granted, type TestPerson, world } from './kit.ts'
import { wellnessBase } from './wellness.ts'

const create = async (as: TestPerson, what: string, body: object): Promise<string> => {
  const answer = await call('POST', `${wellnessBase}/admin/${what}`, { as, body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id
}

export const newCategory = (as: TestPerson, body: object = {}) =>
  create(as, 'exercise-category', { name: `Category ${newId()}`, ...body })

export const newSubCategory = (as: TestPerson, categoryId: string, body: object = {}) =>
  create(as, 'exercise-sub-category', { name: `Part ${newId()}`, categoryId, ...body })

export const newExercise = (as: TestPerson, categoryId: string, body: object = {}) =>
  create(as, 'exercise', {
    title: `Exercise ${newId()}`,
    categoryId,
    mediaType: 'TIMER',
    durationSec: 600,
    ...body,
  })

/** A file of an administrator's as a finished upload leaves it. */
export async function newMedia(owner: TestPerson, text: string, contentType = 'audio/mpeg'): Promise<string> {
  const { host } = await world()
  const id = newId()
  await host.services.providers.files.write(uploadKey(id, contentType), Buffer.from(text), contentType)
  await sql`
    insert into platform.upload (id, realm, owner_id, purpose, file_name, content_type, declared_size, status, created_at, updated_at)
    values (${id}, 'wellness-admin', ${owner.id}, 'exercise', 'a', ${contentType}, ${text.length}, 'ready', now(), now())`.execute(
    host.services.db,
  )
  return id
}

const box = (brand: string, text: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from(`ftyp${brand}\0\0\0\0${text}`, 'latin1')])
/** Bytes that begin as a film, as a sound of MP4, and as an MP3. */
export const mp4Of = (text: string) => box('isom', text)
export const m4aOf = (text: string) => box('M4A ', text)
export const mp3Of = (text: string) => Buffer.from(`ID3\u0004\0${text}`, 'latin1')

interface Reserved {
  uploadUrl: string
  headers: Record<string, string>
  key: string
  publicUrl: string
}

/** Sends bytes to a signed address, as an app would. @returns the status */
export async function sendFile({ uploadUrl, headers }: Reserved, bytes: Buffer): Promise<number> {
  const { app } = await world()
  const { pathname, search } = new URL(uploadUrl)
  const put = await app.inject({ method: 'PUT', url: pathname + search, headers, payload: bytes })
  return put.statusCode
}

/** Uploads a file, says so, and waits until it was looked at. */
export async function upload(
  as: TestPerson,
  { bytes, contentType, folder }: { bytes: Buffer; contentType: string; folder: string },
) {
  const common = `${wellnessBase}/common`
  const announced = { fileName: 'file', contentType, size: bytes.length, folder }
  const { body } = await granted(call('POST', `${common}/pre-signed-url`, { as, body: announced }))
  const reserved: Reserved = body.data
  if ((await sendFile(reserved, bytes)) !== 200) throw new Error('the file was not taken')
  await granted(call('POST', `${common}/media/confirm`, { as, body: { key: reserved.key } }))
  let state = await granted(call('GET', `${common}/media/${reserved.key}`, { as }))
  await eventually(async () => {
    state = await granted(call('GET', `${common}/media/${reserved.key}`, { as }))
    return state.body.data.status !== 'processing'
  })
  return { reserved, state: state.body.data }
}

/** Takes a category or an exercise out of what is offered. */
export async function retire(table: 'category' | 'exercise', id: string): Promise<void> {
  const { host } = await world()
  await sql`update ${sql.table(`wellness.${table}`)} set status = 'INACTIVE' where id = ${id}`.execute(
    host.services.db,
  )
}
