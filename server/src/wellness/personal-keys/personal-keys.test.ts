import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unseal } from '../../platform/identity/sealing.ts'
import { newUser } from '../../testing/wellness.ts'
import { world } from '../../testing/world.ts'
import { existingKeyOf, keyOf, shredKey } from './public.ts'

const place = 'diary 1'

const known = async () => {
  const { services } = (await world()).host
  return { db: services.db, clock: services.clock, services }
}

async function keptOf(userId: string): Promise<Buffer | undefined> {
  const { db } = await known()
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from wellness.personal_key where user_id = ${userId}`.execute(db)
  return rows[0]?.sealed
}

test('the key of a person is made once, however many need it first', async () => {
  const [work, { id }] = await Promise.all([known(), newUser()])
  expect(await existingKeyOf(work, id)).toBeUndefined()
  const keys = await Promise.all(Array.from({ length: 6 }, () => keyOf(work, id)))
  const sealed = keys.map((key) => key.seal(place, 'I slept badly'))
  const later = await existingKeyOf(work, id)
  expect(sealed.map((bytes) => later?.open(place, bytes).toString())).toEqual(
    sealed.map(() => 'I slept badly'),
  )
  // The same words never look the same twice.
  expect(new Set(sealed.map((bytes) => bytes.toString('hex'))).size).toBe(sealed.length)
})

test('what is sealed opens at its place only, and unchanged only', async () => {
  const [work, { id }] = await Promise.all([known(), newUser()])
  const key = await keyOf(work, id)
  const sealed = key.seal(place, Buffer.from([1, 2, 3]))
  expect(key.open(place, sealed)).toEqual(Buffer.from([1, 2, 3]))
  expect(() => key.open('diary 2', sealed)).toThrow()
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  expect(() => key.open(place, changed)).toThrow()
})

test('a copy of the database alone opens nothing', async () => {
  const [work, { id }] = await Promise.all([known(), newUser()])
  const sealed = (await keyOf(work, id)).seal(place, 'I slept badly')
  expect(sealed.includes('slept')).toBe(false)
  const kept = await keptOf(id)
  expect(kept).toBeDefined()
  // The kept bytes are the key neither as they are nor where the key would lie among them.
  for (const guess of [kept, kept?.subarray(-32), kept?.subarray(0, 32)])
    expect(() => unseal(guess ?? '', place, sealed)).toThrow()
  const elsewhere = {
    ...work,
    services: { ...work.services, settings: { ...work.services.settings, signingSecret: 'another secret' } },
  }
  await expect(existingKeyOf(elsewhere, id)).rejects.toThrow()
})

test('the key of one person opens what is theirs, and nothing of anybody else', async () => {
  const [work, ada, bob] = await Promise.all([known(), newUser(), newUser()])
  const [hers, his] = await Promise.all([keyOf(work, ada.id), keyOf(work, bob.id)])
  const sealed = hers.seal(place, 'I slept badly')
  expect(hers.open(place, sealed).toString()).toBe('I slept badly')
  expect(() => his.open(place, sealed)).toThrow()
  // Nor does it help to put the row of one in the place of the other.
  await sql`
    update wellness.personal_key set sealed = ${await keptOf(ada.id)} where user_id = ${bob.id}`.execute(
    work.db,
  )
  await expect(existingKeyOf(work, bob.id)).rejects.toThrow()
})

test('what somebody sealed who was erased stays closed for ever, also to those who know the secret', async () => {
  const [work, { id }] = await Promise.all([known(), newUser()])
  const sealed = (await keyOf(work, id)).seal(place, 'I slept badly')
  await shredKey(work, id)
  expect(await keptOf(id)).toBeUndefined()
  expect(await existingKeyOf(work, id)).toBeUndefined()
  expect(() => unseal(work.services.settings.signingSecret, place, sealed)).toThrow()
  const next = await keyOf(work, id)
  expect(() => next.open(place, sealed)).toThrow()
})
