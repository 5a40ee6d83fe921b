import { sql } from 'kysely'
import { newId } from '../platform/ids.ts'
import { originalKey } from '../platform/media/uploads.ts'
import { call, type TestPerson, world } from './kit.ts'
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
  await host.services.providers.files.write(originalKey(id), Buffer.from(text), contentType)
  await sql`
    insert into platform.upload (id, realm, owner_id, purpose, file_name, content_type, declared_size, status, created_at, updated_at)
    values (${id}, 'wellness-admin', ${owner.id}, 'exercise', 'a', ${contentType}, ${text.length}, 'ready', now(), now())`.execute(
    host.services.db,
  )
  return id
}

/** Takes a category or an exercise out of what is offered. */
export async function retire(table: 'category' | 'exercise', id: string): Promise<void> {
  const { host } = await world()
  await sql`update ${sql.table(`wellness.${table}`)} set status = 'INACTIVE' where id = ${id}`.execute(
    host.services.db,
  )
}
