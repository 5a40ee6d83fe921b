import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { idsIn, withIds } from './ids.ts'
import { world } from './kit.ts'
import { rowsOfAllTables } from './rows.ts'

/**
 * Every id of every input, exchanged for the like one of somebody else: refused, and nothing
 * written. What anybody may refer to is listed here, with the reason.
 */

const everybody = {
  category: 'categories belong to nobody',
  catalogue: 'the catalogue belongs to nobody',
  staff: 'administrators look after the rows of all people',
  post: 'a listing on sale is for all to see',
  person: 'people are for all to see and to write to',
} as const
/** What is open to anybody until there is a block between the two. */
const endsWithBlock: readonly string[] = [everybody.post, everybody.person]

const open: Record<string, string> = {
  'adminAddCategory body.parent_id': everybody.category,
  'adminAddSubCategory body.category_id': everybody.category,
  'adminDeleteCategory params.category_id': everybody.category,
  'adminDeleteCategory query.move_to': everybody.category,
  'adminUpdateCategory params.category_id': everybody.category,
  'adminUpdateCategory body.parent_id': everybody.category,
  'adminUpdateCategory body.merge_into': everybody.category,
  'getCategoryTree query.parent_id': everybody.category,
  'getPosts query.category_id': everybody.category,
  'getPosts query.sub_category_id': everybody.category,
  'searchPosts query.category_id': everybody.category,
  'searchPosts query.sub_category_id': everybody.category,
  'createChatroom body.user_id': everybody.person,
  'createChatroom body.product_id': everybody.post,
  'getProfileForWeb params.user_id': everybody.person,
  'favouritePost body.post_id': everybody.post,
  'getPostDetail params.post_id': everybody.post,
  'adminCreateExercise body.categoryId': everybody.catalogue,
  'adminCreateExercise body.subCategoryId': everybody.catalogue,
  'adminCreateExerciseSubCategory body.categoryId': everybody.catalogue,
  'adminGetExercises query.categoryId': everybody.catalogue,
  'adminGetExercises query.subCategoryId': everybody.catalogue,
  'getCategoryExercise params.exerciseId': everybody.catalogue,
  'getCategoryExercises query.categoryId': everybody.catalogue,
  'getCategoryExercises query.subCategoryId': everybody.catalogue,
  'getSubCategories query.categoryId': everybody.catalogue,
  'getWellnessSessions query.categoryId': everybody.catalogue,
  'getWellnessSessions query.exerciseId': everybody.catalogue,
  'recordWellnessSession query.categoryId': everybody.catalogue,
  'recordWellnessSession query.subCategoryId': everybody.catalogue,
  'recordWellnessSession query.exerciseId': everybody.catalogue,
  'adminGetNotification params.id': everybody.staff,
  'reviewPost params.post_id': everybody.staff,
  'sendContentViolation body.recipient': everybody.staff,
  'sendContentViolation body.reference.id': everybody.staff,
}

/** What staff may do with the rows of others. */
const work: Record<string, string> = {
  'getPostHistory moderator': 'moderators see what became of a listing',
  'getPostHistory administrator': 'moderators see what became of a listing',
  'updatePost moderator': 'moderators put listings right',
  'updatePost administrator': 'moderators put listings right',
  'createPurchaseListing administrator': 'administrators record for a person who asks them to',
}

const operations = answering(allOperations())
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

const reasonOf = ({ id }: Registered, path: string) => open[`${id} ${path}`] ?? ''
const isOpen = (registered: Registered, path: string) => reasonOf(registered, path) !== ''

describe('somebody else’s ids', () => {
  test('are refused, and nothing is written', { timeout: minutes(5) }, async () => {
    for (const [registered, { mine, theirs }] of arranged) {
      const isRefused = ({ paths }: Exchange) => !paths.every((path) => isOpen(registered, path))
      await expectRefused(registered, exchanges(mine, theirs).filter(isRefused), 'a stranger')
    }
  })

  test('are refused after a block, public or not', { timeout: minutes(5) }, async () => {
    for (const [registered, { mine, blocked }] of arranged) {
      if (registered.module.product !== 'marketplace') continue
      const isRefused = ({ paths }: Exchange) =>
        paths.some((path) => !isOpen(registered, path) || endsWithBlock.includes(reasonOf(registered, path)))
      await expectRefused(registered, exchanges(mine, blocked).filter(isRefused), 'a blocked person')
    }
  })

  test('open nothing to moderators and administrators either', { timeout: minutes(5) }, async () => {
    for (const [registered, { theirs }] of arranged) {
      const { access } = registered.operation
      if (registered.module.product !== 'marketplace' || access.admits.length < 3) continue
      const tried = (['moderator', 'administrator'] as const)
        .filter((role) => !(`${registered.id} ${role}` in work))
        .flatMap((role) =>
          theirs.map((way) => ({ way: { ...way, as: me[role] }, paths: idsIn(way).map(({ path }) => path) })),
        )
        .filter(({ paths }) => !paths.every((path) => isOpen(registered, path)))
      await expectRefused(registered, tried, 'staff')
    }
  })

  test('are open only where an operation takes such an id', () => {
    const known = [...arranged].flatMap(([{ id }, { mine }]) =>
      mine.flatMap((way) => idsIn(way).map(({ path }) => `${id} ${path}`)),
    )
    expect(Object.keys(open).filter((place) => !known.includes(place))).toEqual([])
  })
})
