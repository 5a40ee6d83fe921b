import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { call, later, newMember, world } from '../../testing/kit.ts'

const counted = async () => (await call('GET', '/api/v1/user-count')).body.data

test('people are counted once a minute, without guests, the suspended and the deleted', async () => {
  const { db, writeBehind } = (await world()).host.services
  // That others were here is written a moment later.
  await writeBehind.flush()
  await later(days(1), async () => {
    const before = await counted()
    const people = [await newMember(), await newMember(), await newMember(), await newMember()]
    const [guest, suspended, deleted, away] = people.map(({ id }) => id)
    await sql`update marketplace.users set kind = 'guest' where id = ${guest}`.execute(db)
    await sql`update marketplace.users set status = 'suspended' where id = ${suspended}`.execute(db)
    await sql`update marketplace.users set status = 'deleted' where id = ${deleted}`.execute(db)
    await sql`
      insert into marketplace.presence (user_id, seen_at) values (${away}, now() - interval '60 days')
      on conflict (user_id) do update set seen_at = excluded.seen_at`.execute(db)
    const here = await newMember()
    await sql`
      insert into marketplace.presence (user_id, seen_at) values (${here.id}, now())
      on conflict (user_id) do update set seen_at = excluded.seen_at`.execute(db)
    expect(await counted()).toEqual(before)
    await later(minutes(1), async () => {
      expect(await counted()).toEqual({ total: before.total + 2, active_30d: before.active_30d + 1 })
    })
  })
})
