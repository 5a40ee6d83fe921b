import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { categoryKeeper, newCategory } from '../../testing/categories.ts'
import { call, eventually, newMember, world } from '../../testing/kit.ts'
import { newPost } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { openProcess, stillClock } from '../../testing/world.ts'

const clock = stillClock()
let there: Awaited<ReturnType<typeof openProcess>>

beforeAll(async () => {
  there = await openProcess({}, clock)
})

afterAll(async () => {
  await there.app.close()
  await there.host.close()
})

const base = '/api/v1/category-mgt'
const update = async (id: string, body: object) =>
  call('PUT', `${base}/update/${id}`, { as: await categoryKeeper(), body })
const treeThere = async () => (await call('GET', `${base}/v2/get`, { app: there.app })).text
const treeHere = async () => (await call('GET', `${base}/v2/get`)).text

/** The listings of a category, by the feed and by the search of the other process. */
async function foundThere(categoryId: string): Promise<string[]> {
  const query = { category_id: categoryId }
  const lists = [
    await call('GET', '/api/v1/post-mgt/get', { query, app: there.app }),
    await call('GET', '/api/v1/usr-mgt/search-post', { query, app: there.app }),
  ]
  return lists.flatMap(({ body }) => body.data.map((card: { _id: string }) => card._id))
}

/** Waits until the other process has heard all that this one has told: it hears it in order. */
async function allHeard(): Promise<void> {
  const { live } = (await world()).host.services
  const topic = `heard ${newId()}`
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = there.host.services.live.listen(topic, resolve)
  live.wake([topic])
  await promise
  stop()
}

test('a category that one process adds, changes, moves or merges is so in another', async () => {
  const [branch, target] = [await newCategory(), await newCategory()]
  const { _id: post } = await newPost(await newMember(), { category_id: branch._id })
  await eventually(async () => (await treeThere()) === (await treeHere()))
  await update(branch._id, { name: `Renamed ${newId()}`, parent_id: target._id })
  expect(await treeHere()).toContain('Renamed')
  await eventually(async () => (await treeThere()) === (await treeHere()))
  expect(await foundThere(target._id)).toEqual([post, post])

  const { _id: next } = await newCategory()
  await update(branch._id, { merge_into: next })
  await eventually(async () => (await foundThere(next)).length === 2)
  await jobsDone()
  await eventually(async () => (await treeThere()) === (await treeHere()))
  // Whoever asks for what was merged is led to where it went, then as before.
  for (const id of [next, branch._id]) expect(await foundThere(id)).toEqual([post, post])
})

test('what is written by hand shows within five seconds', async () => {
  const { host } = await world()
  const { _id } = await newCategory()
  // What is heard later would have it forgotten what it keeps.
  await allHeard()
  expect(await treeThere()).toContain(_id)
  await sql`update marketplace.category set deleted_at = now() where id = ${_id}`.execute(host.services.db)
  expect(await treeThere()).toContain(_id)
  clock.at = new Date(clock.at.getTime() + seconds(5))
  expect(await treeThere()).not.toContain(_id)
})
