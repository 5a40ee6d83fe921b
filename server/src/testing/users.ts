import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { newId } from '../platform/ids.ts'
import { storePicture } from '../platform/media/uploads.ts'
import { call, granted, lastCode, newMember, type TestPerson, world } from './kit.ts'

const base = '/api/v1/usr-mgt'

/** The verification code that somebody who just signed up was sent. */
export async function newMemberWithCode(): Promise<TestPerson & { code: string }> {
  const person = await newMember()
  return { ...person, code: await lastCode(person.email) }
}

/** A reset token, by way of the mailed code. */
export async function newResetToken(email: string): Promise<string> {
  await granted(call('POST', `${base}/forgot-password`, { body: { email } }))
  const { body } = await granted(
    call('POST', `${base}/validate-otp`, { body: { email, otp: await lastCode(email) } }),
  )
  return body.data.reset_token
}

/** Takes somebody's address for proved, where how it was is not what is tested. */
export async function proveAddress({ id }: { id: string }): Promise<void> {
  const { host } = await world()
  await sql`update marketplace.users set is_verified = true where id = ${id}`.execute(host.services.db)
}

/** A member who proved their address. */
export async function newProvedMember(...as: Parameters<typeof newMember>): Promise<TestPerson> {
  const person = await newMember(...as)
  await proveAddress(person)
  return person
}

/** Has somebody found by those who have their address, which is taken for proved. */
export async function makeFindable(person: TestPerson): Promise<void> {
  await proveAddress(person)
  const body = { privacy: { found_by_contacts: true } }
  await granted(call('PUT', `${base}/update`, { as: person, body }))
}

/** What an address book compares somebody by. */
export const hashOf = ({ email }: { email: string }): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex')

/** A code that is not the given one. */
export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000')

export async function countMails(to: string): Promise<number> {
  const { host } = await world()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from platform.mail where recipient = ${to}`.execute(host.services.db)
  return rows[0]?.count ?? 0
}

/** A ready picture of a person. @returns its public address. */
export async function newPicture(ownerId: string, purpose = 'profile'): Promise<string> {
  const { host, clock } = await world()
  const { db, providers, settings } = host.services
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const id = newId()
  await storePicture(db, providers.files, id, {
    realm: 'marketplace',
    ownerId,
    purpose,
    bytes,
    at: clock.now(),
  })
  return `${settings.publicUrl}/media/${id}/1280.webp`
}
