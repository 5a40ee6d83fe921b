import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import { boundTo, isForStaff, type Registered, runsOf } from '../platform/operation/registry.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { world } from './kit.ts'

/** What staff do is kept for good, under the operation's own name. */

/** Staff look after their own sign-in as anybody does. */
const isAboutOthers = ({ operation }: Registered) => !operation.credentials

const writes = answering(allOperations()).filter(
  (registered) =>
    isForStaff(registered) &&
    ['write', 'steps'].includes(runsOf(registered.operation)) &&
    isAboutOthers(registered),
)
let cast: Cast

beforeAll(async () => {
  cast = await newCast()
}, minutes(5))

async function linesOf(actorId: string): Promise<string[]> {
  const { host } = await world()
  const { rows } = await sql<{ action: string }>`
    select action from platform.audit where actor_id = ${actorId}`.execute(host.services.db)
  return rows.map(({ action }) => action)
}

test.each(writes.map((registered) => [registered.id, registered] as const))(
  '%s leaves a line in the audit',
  async (_, registered) => {
    const [way] = await arrange(registered, cast)
    if (!way?.as) throw new Error(`${registered.id} has no arranged call of staff`)
    const before = await linesOf(way.as.id)
    expect((await perform(registered, way)).status).toBeLessThan(300)
    const action = boundTo(registered, way.as).doing?.action
    expect((await linesOf(way.as.id)).filter((line) => line === action)).toHaveLength(
      before.filter((line) => line === action).length + 1,
    )
  },
)
