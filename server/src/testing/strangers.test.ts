import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast, roles } from './cast.ts'
import { idPathsOf, idsDeclaredBy, idsIn, withIds } from './ids.ts'
import { type TestPerson, world } from './kit.ts'
import { postponeJobs, rowsOfAllTables } from './rows.ts'

/**
 * Every id of every input, exchanged for the like one of somebody else: refused, and nothing
 * written. An id that others may name says so where it is declared (`openId`).
 */

// Whose things a sender tells of through a door, its signature proves.
const operations = answering(allOperations()).filter(({ operation }) => !operation.access.verifier)
let me: Cast
const arranged = new Map<Registered, { mine: Arranged[]; theirs: Arranged[]; blocked: Arranged[] }>()

beforeAll(async () => {
  me = await newCast()
  const stranger = await newCast()
  const enemy = await newCast()
  for (const registered of operations) {
    const mine = await arrange(registered, me)
    if (!mine.some((way) => idsIn(way).length > 0)) continue
    const theirs = await arrange(registered, stranger)
    arranged.set(registered, { mine, theirs, blocked: await arrange(registered, enemy) })
  }
  await block(me.member, enemy.member)
  await block(enemy.partner, me.member)
  await postponeJobs()
  rows = await rowsOfAllTables()
}, minutes(5))

async function block(blocker: { id: string }, blocked: { id: string }): Promise<void> {
  const { host } = await world()
  await sql`insert into marketplace.block values (${blocker.id}, ${blocked.id}, now())`.execute(
    host.services.db,
  )
}

interface Exchange {
  way: Arranged
  paths: string[]
}

/** My call with one of the other's ids at a time, and with all of them. */
function exchanges(mine: Arranged[], theirs: Arranged[]): Exchange[] {
  return mine.flatMap((way, index) => {
    const others = idsIn(theirs[index] ?? {})
    const each = others.map((id) => [id])
    return [...each, ...(others.length > 1 ? [others] : [])].map((ids) => ({
      way: withIds(way, ids),
      paths: ids.map((id) => id.path),
    }))
  })
}

/** What stands in all tables since it was last looked. */
let rows: Record<string, string>

/** Refuses every exchange of an operation, and none of them writes. */
async function expectRefused(registered: Registered, tried: Exchange[], who: string): Promise<void> {
  if (tried.length === 0) return
  const what = `${registered.id} as ${who} with another’s`
  for (const { way, paths } of tried) {
    const { status } = await perform(registered, way)
    expect.soft([400, 403, 404, 409, 410], `${what} ${paths}: ${status}`).toContain(status)
  }
  const now = await rowsOfAllTables()
  expect.soft(now, `${what} ids writes nothing`).toEqual(rows)
  rows = now
}

/** What a caller is to the access rules. */
const kindOf = ({ module }: Registered, as: TestPerson | undefined): string =>
  Object.entries(roles).find(([role]) => me[role as keyof Cast] === as)?.[1].kind ??
  (as === me.partner ? roles.member.kind : module.product === 'marketplace' ? 'guest' : 'user')

/** Whether an exchange is one that its caller may make. */
function isOpen(registered: Registered, { way, paths }: Exchange, isBlocked = false): boolean {
  const declared = idsDeclaredBy(registered.operation)
  const kind = kindOf(registered, way.as)
  return paths.every((path) => {
    const openness = declared[path]
    return openness?.to.includes(kind) && !(isBlocked && openness.untilBlocked)
  })
}

describe('somebody else’s ids', () => {
  test('are refused, and nothing is written', { timeout: minutes(5) }, async () => {
    for (const [registered, { mine, theirs }] of arranged) {
      const tried = exchanges(mine, theirs).filter((exchange) => !isOpen(registered, exchange))
      await expectRefused(registered, tried, 'a stranger')
    }
  })

  test('are refused after a block, public or not', { timeout: minutes(5) }, async () => {
    for (const [registered, { mine, blocked }] of arranged) {
      if (registered.module.product !== 'marketplace') continue
      const tried = exchanges(mine, blocked).filter((exchange) => !isOpen(registered, exchange, true))
      await expectRefused(registered, tried, 'a blocked person')
    }
  })

  test('open nothing to moderators and administrators either', { timeout: minutes(5) }, async () => {
    for (const [registered, { theirs }] of arranged) {
      const { access } = registered.operation
      if (registered.module.product !== 'marketplace' || access.admits.length < 3) continue
      // Addresses go with the row that they belong to.
      const declared = idPathsOf(registered.operation)
      const pathsOf = (way: Arranged) =>
        idsIn(way)
          .map(({ path }) => path)
          .filter((path) => declared.includes(path))
      const tried = (['moderator', 'administrator'] as const)
        .flatMap((role) => theirs.map((way) => ({ way: { ...way, as: me[role] }, paths: pathsOf(way) })))
        .filter((exchange) => !isOpen(registered, exchange))
      await expectRefused(registered, tried, 'staff')
    }
  })

  test('are named wherever an id is open', () => {
    const places = (name: string, paths: string[]) => paths.map((path) => `${name} ${path}`)
    const tried = [...arranged].flatMap(([{ id }, { mine }]) =>
      places(
        id,
        mine.flatMap((way) => idsIn(way).map(({ path }) => path)),
      ),
    )
    const open = operations.flatMap(({ id, operation }) =>
      places(
        id,
        Object.entries(idsDeclaredBy(operation)).flatMap(([path, openness]) => (openness ? [path] : [])),
      ),
    )
    expect(open.filter((place) => !tried.includes(place))).toEqual([])
  })
})
