import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { newCategory } from '../../testing/categories.ts'
import { inProduct, runNow } from '../../testing/jobs.ts'
import { later, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { favourite, ids, newPost, removePost } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { look, mostViewed, rankNow, trending } from '../../testing/views.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { rankList, rankPosts } from './jobs.ts'
import { listNames, writeRank } from './snapshots.ts'
import { countAllLooks } from './windows.ts'

/** How ranked lists are made; `ranking.test.ts` has what they hold. */

// In a world of its own: a list that is made later than now stays the newest.
beforeAll(async () => void (await worldWith({})))
afterAll(closeWorld)

const database = async () => (await world()).host.services.db

const newCategoryId = async () => (await newCategory())._id

/** What a list holds of a category, in the order of its pages. */
async function listed(list: (typeof listNames)[number], category_id: string): Promise<string[]> {
  const shown: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: Record<string, string> = { category_id, cursor }
    const { body }: Awaited<ReturnType<typeof trending>> = await (list === 'trending'
      ? trending(query)
      : mostViewed({ ...query, window: list }))
    shown.push(...ids({ body }))
    cursor = body.meta.nextCursor as string | null
  }
  return shown
}

/** That somebody looked at a listing some time ago, each from an address of their own. */
const lookedAt = async (postId: string, agoMs: number, count: number) => {
  const at = new Date((await world()).clock.now().getTime() - agoMs)
  await sql`
    insert into marketplace.post_view (post_id, day, viewer, address, source, viewed_at)
    select ${postId}::uuid, (${at}::timestamptz at time zone 'UTC')::date, gen_random_uuid(), gen_random_uuid(), 'feed', ${at}
    from generate_series(1, ${count}::int)`.execute(await database())
}

/** Counts what was looked at and makes the lists of it, as it is done every five minutes. */
const countNow = async () => {
  await runNow(rankPosts, {})
  await jobsDone()
}

const place = (at: number) => ({ longitude: 8 + at, latitude: 50 })

test('a list that is made in small portions is the one that is made at once', async () => {
  const category_id = await newCategoryId()
  const people: TestPerson[] = []
  for (let made = 0; made < 5; made += 1) people.push(await newMember(place(made % 3)))
  const posts: { id: string; author: TestPerson }[] = []
  for (let made = 0; made < 3; made += 1)
    for (const author of people) posts.push({ id: (await newPost(author, { category_id }))._id, author })
  const [first, second, ended] = posts
  const fan = await newMember()
  if (!first || !second || !ended) throw new Error('nothing is there')
  // Several moments and counts are the same.
  await sql`update marketplace.post set published_at = date_trunc('hour', published_at) where category_id = ${category_id}`.execute(
    await database(),
  )
  for (const [index, { id }] of posts.entries())
    await lookedAt(id, hours(1 + 20 * (index % 3)), 1 + (index % 4))
  await favourite(fan, first.id, { favourite: true })
  await removePost(ended.author, ended.id)
  await sql`update marketplace.users set status = 'suspended' where id = ${second.author.id}`.execute(
    await database(),
  )

  const shown = async (portion: number, size = { inAll: 10_000, inSquare: 100 }) => {
    const most = { views: portion, listings: portion, ofPass: portion, squares: portion, places: portion }
    await inProduct('marketplace', async (work) => {
      await countAllLooks(work, most)
      for (const list of listNames) await writeRank(work, list, most, size)
    })
    return Promise.all(listNames.map((list) => listed(list, category_id)))
  }
  const atOnce = await shown(10_000)
  expect(atOnce.map((list) => list.length)).toEqual([11, 8, 11, 11, 11])
  for (const portion of [1, 2, 5]) expect(await shown(portion)).toEqual(atOnce)
  const short = { inAll: 2, inSquare: 1 }
  const shortAtOnce = await shown(10_000, short)
  // Where a place is shown may be in the next square.
  for (const { length } of shortAtOnce) expect([3, 4, 5, 6]).toContain(length)
  for (const portion of [1, 2, 5]) expect(await shown(portion, short)).toEqual(shortAtOnce)
})

test('a list is there until the next one is whole', async () => {
  const category_id = await newCategoryId()
  const author = await newMember()
  const old = (await newPost(author, { category_id }))._id
  await rankNow()
  const young = (await newPost(author, { category_id }))._id
  const killed = inProduct('marketplace', async (work) => {
    await writeRank(work, 'trending')
    throw new Error('the process is gone')
  })
  await expect(killed).rejects.toThrow('gone')
  expect(await listed('trending', category_id)).toEqual([old])
  await later(minutes(6), async () => {
    await Promise.all([runNow(rankList, { list: 'trending' }), runNow(rankList, { list: 'trending' })])
    expect(await listed('trending', category_id)).toEqual([young, old])
    const { rows } = await sql`
      select from marketplace.rank_snapshot where list = 'trending'
      and made_at > ${new Date((await world()).clock.now().getTime() - minutes(4))}`.execute(await database())
    expect(rows).toHaveLength(1)
  })
})

test('what is looked at enters a window with the next list, and leaves it in time', async () => {
  const category_id = await newCategoryId()
  const author = await newMember()
  const posts: string[] = []
  while (posts.length < 3) posts.push((await newPost(author, { category_id }))._id)
  const [before = '', since = '', late = ''] = posts
  await sql`update marketplace.post set published_at = published_at - interval '1 hour' where category_id = ${category_id}`.execute(
    await database(),
  )
  await lookedAt(before, hours(24) - minutes(3), 3)
  await rankNow()
  expect(await listed('24h', category_id)).toEqual([before])
  const people = [await newMember(), await newMember()]
  await later(minutes(6), async () => {
    for (const person of people) await look(person, [since])
    // Of a request that began before the last count, and ended after it.
    await lookedAt(late, minutes(6.5), 1)
    await countNow()
    expect(await listed('24h', category_id)).toEqual([since, late])
    for (const window of ['7d', '30d', 'all'] as const)
      expect(await listed(window, category_id)).toEqual([before, since, late])
  })
  await later(hours(30), async () => {
    await countNow()
    expect(await listed('24h', category_id)).toEqual([])
  })
})
