import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call, expectProblem, newMember, newStaff, world } from '../../testing/kit.ts'

const profile = '/api/v1/usr-mgt/get-profile'
const broadcasts = '/api/v1/notification-mgt/broadcast/manual'

test('a session that was ended elsewhere is refused from the next read on', async () => {
  const person = await newMember()
  expect((await call('GET', profile, { as: person })).status).toBe(200)
  expect((await call('GET', profile, { as: person })).status).toBe(200)
  const { host } = await world()
  await sql`update platform.session set revoked_at = now() where subject_id = ${person.id}`.execute(
    host.services.db,
  )
  expectProblem(await call('GET', profile, { as: person }), 401, 'SESSION_REVOKED')
})

test('a person who was changed elsewhere is the new one from the next request on', async () => {
  const person = await newStaff('administrator')
  const { host } = await world()
  const refused = { sendTutorial: false, sendBreakingNews: false }
  expectProblem(await call('POST', broadcasts, { as: person, body: refused }), 400, 'NOTHING_TO_SEND')
  await sql`update marketplace.users set role = 'user', currency = 'CHF' where id = ${person.id}`.execute(
    host.services.db,
  )
  expectProblem(await call('POST', broadcasts, { as: person, body: refused }), 403, 'ADMIN_ONLY')
})

test('many at once each get their own', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => newMember()))
  const asked = Array.from({ length: 5 }, () => people).flat()
  const answers = await Promise.all(asked.map((as) => call('GET', profile, { as })))
  expect(answers.map(({ body }) => body.data._id)).toEqual(asked.map(({ id }) => id))
})
