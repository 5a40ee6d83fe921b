import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operationsOf } from './host.ts'
import type { Product } from './platform/operation/caller.ts'
import { transact } from './platform/operation/transact.ts'
import { plaza } from './testing/command.ts'
import { call, expectProblem, newEmail, signedIn, world } from './testing/kit.ts'
import { newMemberWithCode } from './testing/users.ts'
import { newWellnessAdmin, wellnessBase } from './testing/wellness.ts'

/** As the command does it, but for its process. */
async function setRole(product: Product, { email }: { email: string }, role: string): Promise<string | null> {
  const { module } = operationsOf(product)
  const bound = { ...module, doing: { actorId: null, action: 'set-role' } }
  return transact((await world()).host.services, bound, (work) => module.setRole(work, { email, role }))
}

async function auditOf(subject: string): Promise<unknown[]> {
  const { host } = await world()
  const { rows } = await sql`
    select product, actor_id, action, details from platform.audit where subject = ${subject} order by id`.execute(
    host.services.db,
  )
  return rows
}

test('a member whose address is proved is made a moderator, and is one no longer, which is on record', async () => {
  const queue = (as: { token: string }) => call('GET', '/api/v1/moderation/queue', { as })
  const { code: otp, ...member } = await newMemberWithCode()
  expect(await setRole('marketplace', member, 'moderator')).toContain('Nobody has proved yet')
  await call('POST', '/api/v1/usr-mgt/verify', { body: { email: member.email, otp } })
  const command = ['set-role', 'marketplace', '--email', member.email.toUpperCase(), '--role']
  expect(await plaza(...command, 'SUPER')).toBe('--role needs one of administrator, moderator, none.')
  expect(await plaza(...command, 'moderator')).toContain('in the marketplace is moderator')
  expectProblem(await queue(member), 401, 'SESSION_REVOKED')
  const moderator = await signedIn(member)
  expect((await queue(moderator)).status).toBe(200)

  expect(await setRole('marketplace', member, 'none')).toBeNull()
  expectProblem(await queue(moderator), 401, 'SESSION_REVOKED')
  expectProblem(await queue(await signedIn(member)), 403, 'FORBIDDEN')
  const line = { product: 'marketplace', actor_id: null, action: 'set-role' }
  expect(await auditOf(`user/${member.id}`)).toEqual([
    { ...line, details: { role: 'moderator' } },
    { ...line, details: { role: 'user' } },
  ])
})

test('an administrator of the wellness app gets another role, is dismissed, and comes back', async () => {
  const { id, token, email, password } = await newWellnessAdmin('SUPPORT')
  const logIn = () => call('POST', `${wellnessBase}/admin/login`, { body: { email, password } })
  expect(await setRole('wellness', { email }, 'CONTENT')).toBeNull()
  expectProblem(await call('GET', `${wellnessBase}/admin/profile`, { as: { token } }), 401, 'SESSION_REVOKED')
  expect((await logIn()).body.data).toMatchObject({ role: 'CONTENT' })
  await setRole('wellness', { email }, 'none')
  expectProblem(await logIn(), 401, 'INVALID_CREDENTIALS')
  await setRole('wellness', { email }, 'ANALYST')
  expect((await logIn()).body.data).toMatchObject({ role: 'ANALYST' })
  expect(await auditOf(`admin/${id}`)).toMatchObject([
    { product: 'wellness', action: 'set-role', details: { role: 'CONTENT' } },
    { details: { role: null } },
    { details: { role: 'ANALYST' } },
  ])
})

test('nobody has a role who is not there', async () => {
  const nobody = { email: newEmail() }
  expect(await setRole('marketplace', nobody, 'moderator')).toContain('Nobody has an open account')
  for (const role of ['SUPER', 'none'])
    expect(await setRole('wellness', nobody, role)).toContain('is no administrator')
})
