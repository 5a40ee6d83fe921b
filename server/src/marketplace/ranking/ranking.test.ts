import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newCategory } from '../../testing/categories.ts'
import {
  type Answer,
  call,
  expectProblem,
  granted,
  later,
  newMember,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { chatAbout, favourite, ids, newPost, update } from '../../testing/posts.ts'
import { look, mostViewed, rankNow, trending } from '../../testing/views.ts'

const database = async () => (await world()).host.services.db

/** Several listings of a category, each by somebody else unless told otherwise. */
async function newListings(category_id: string, count: number, author?: TestPerson): Promise<string[]> {
  const made: string[] = []
  for (let at = 0; at < count; at += 1)
    made.push((await newPost(author ?? (await newMember()), { category_id }))._id)
  return made
}

const newCategoryId = async () => (await newCategory())._id

const comment = (as: TestPerson, post_id: string) =>
  granted(call('POST', '/api/v1/post-mgt/add-comment', { as, body: { post_id, text: 'Is it still there?' } }))

/** Brought back a moment ago, of what was made hours ago. */
async function broughtBack(postId: string, hoursAgo: number): Promise<void> {
  await sql`
    update marketplace.post set repost_count = 1, published_at = now() - interval '1 minute',
      created_at = now() - ${hoursAgo} * interval '1 hour' where id = ${postId}`.execute(await database())
}

/** Published at one moment, so that only what happened since tells them apart. */
async function publishedTogether(postIds: string[], hoursAgo = 1): Promise<void> {
  await sql`
    update marketplace.post set published_at = now() - ${hoursAgo} * interval '1 hour' where id = any(${postIds}::uuid[])`.execute(
    await database(),
  )
}

type Ask = (
  query: Record<string, string | number>,
) => Promise<Answer<{ _id: string; seller: { _id: string } }[]>>

/** Walks a list to its end. @param between runs after each page */
async function walk(
  ask: Ask,
  query: Record<string, string | number>,
  between: (page: number) => Promise<void> = async () => {},
) {
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: Awaited<ReturnType<Ask>> = await ask({ ...query, cursor })
    pages.push(ids({ body }))
    cursor = body.meta.nextCursor as string | null
    expect(body.meta.hasMore).toBe(cursor !== null)
    await between(pages.length)
  }
  return pages
}

describe('trending', () => {
  test('ranks by views, comments, favourites and chats, each with its weight', async () => {
    const category_id = await newCategoryId()
    const authors: TestPerson[] = []
    while (authors.length < 5) authors.push(await newMember())
    const posts: string[] = []
    for (const author of authors) posts.push((await newPost(author, { category_id }))._id)
    const [viewed = '', saved = '', talked = '', asked = '', quiet = ''] = posts
    await publishedTogether(posts)
    const people = [await newMember(), await newMember()]
    for (const person of people) await look(person, [viewed])
    const [fan] = people
    if (!fan || !authors[2]) throw new Error('nobody is there')
    await favourite(fan, saved, { favourite: true })
    await chatAbout(talked, authors[2], fan)
    for (const as of [fan, fan, ...authors.slice(3, 4)]) await comment(as, asked)
    await rankNow()
    expect(ids(await trending({ category_id }))).toEqual([talked, saved, asked, viewed, quiet])
    await publishedTogether([talked], 30)
    await rankNow()
    expect(ids(await trending({ category_id })).at(-1)).toBe(talked)
    const { rows } = await sql<{ score: number; age: number }>`
      select r.score, extract(epoch from s.made_at - p.published_at)::float8 / 3600 as age
      from marketplace.post_rank r join marketplace.rank_snapshot s on s.id = r.snapshot_id join marketplace.post p on p.id = r.post_id
      where s.list = 'trending' and r.post_id = ${viewed} order by s.made_at desc limit 1`.execute(
      await database(),
    )
    expect(rows[0]?.score).toBeCloseTo(Math.log10(2 + 2) / ((rows[0]?.age ?? 0) + 2) ** 1.8, 10)
  })

  test('takes ten accounts at one address for one person, and the author for nobody', async () => {
    const category_id = await newCategoryId()
    const cheat = await newMember()
    const [pushed = '', honest = ''] = [
      (await newPost(cheat, { category_id }))._id,
      ...(await newListings(category_id, 1)),
    ]
    await publishedTogether([pushed, honest])
    const ring: TestPerson[] = []
    for (let made = 0; made < 10; made += 1) ring.push({ ...(await newMember()), address: cheat.address })
    for (const one of ring) {
      await look(one, [pushed])
      await favourite(one, pushed, { favourite: true })
      await comment(one, pushed)
      await chatAbout(pushed, cheat, one)
    }
    for (const one of ring) await chatAbout(pushed, one, cheat)
    for (let made = 0; made < 3; made += 1) {
      const fan = await newMember()
      await look(fan, [honest])
      await favourite(fan, honest, { favourite: true })
    }
    await rankNow()
    expect(ids(await trending({ category_id }))).toEqual([honest, pushed])
    expect(ids(await mostViewed({ category_id }))).toEqual([honest, pushed])
  })

  test('is not moved by dates in the future, by changes, nor by being brought back', async () => {
    const category_id = await newCategoryId()
    const author = await newMember()
    const old = (await newPost(author, { category_id }))._id
    const [young = '', future = '', back = ''] = await newListings(category_id, 3)
    await publishedTogether([old], 5)
    await broughtBack(back, 6)
    await publishedTogether([young], 1)
    await publishedTogether([future], -3)
    await update(author, old, { description: 'Now with a better description.' })
    await rankNow()
    expect(ids(await trending({ category_id }))).toEqual([young, old, back])
  })

  test('shows two of a seller on a page, and the others on the next ones', async () => {
    const category_id = await newCategoryId()
    const many = await newListings(category_id, 5, await newMember())
    const others = await newListings(category_id, 3)
    await publishedTogether([...many, ...others])
    await rankNow()
    const pages = await walk(trending, { category_id, limit: 4 })
    for (const page of pages) expect(page.filter((id) => many.includes(id)).length).toBeLessThanOrEqual(2)
    expect(pages.flat().sort()).toEqual([...many, ...others].sort())
  })

  test('shows everything that stays once, while others come, go and are blocked', async () => {
    const category_id = await newCategoryId()
    const reader = await newMember()
    const authors = [await newMember(), await newMember(), await newMember()]
    const posts: string[] = []
    for (let made = 0; made < 24; made += 1) {
      const author = authors[made % 3]
      if (author) posts.push((await newPost(author, { category_id }))._id)
    }
    await publishedTogether(posts)
    await rankNow()
    const db = await database()
    const blocked = authors[2]?.id
    for (const limit of [1, 7]) {
      const gone = new Set(posts.filter((_, index) => index % 3 === 2))
      const pages = await walk(
        (query) => trending(query, reader),
        { category_id, limit },
        async (page) => {
          if (page === 2)
            await sql`insert into marketplace.block values (${reader.id}, ${blocked}, now()) on conflict do nothing`.execute(
              db,
            )
          if (page === 3) await newListings(category_id, 1)
          if (page === 3) await rankNow()
        },
      )
      const shown = pages.flat()
      expect(new Set(shown).size).toBe(shown.length)
      expect(posts.filter((id) => !gone.has(id) && !shown.includes(id))).toEqual([])
      await sql`delete from marketplace.block where blocker_id = ${reader.id}`.execute(db)
    }
  })

  test('can be walked for half an hour, and is begun anew after that', async () => {
    const category_id = await newCategoryId()
    const posts = await newListings(category_id, 3)
    await rankNow()
    const { body } = await trending({ category_id, limit: 1 })
    const cursor = String(body.meta.nextCursor)
    await rankNow()
    expect((await trending({ category_id, limit: 1, cursor })).status).toBe(200)
    await later(minutes(31), async () => {
      expectProblem(await trending({ category_id, limit: 1, cursor }), 410, 'CURSOR_EXPIRED')
      expect(ids(await trending({ category_id })).sort()).toEqual([...posts].sort())
    })
  })

  test('looks around a place', async () => {
    const category_id = await newCategoryId()
    const [here, far] = [
      (await newPost(await newMember({ longitude: 2.35, latitude: 48.85 }), { category_id }))._id,
      (await newPost(await newMember({ longitude: 7.75, latitude: 48.58 }), { category_id }))._id,
    ]
    await rankNow()
    const place = { category_id, lat: 48.85, lng: 2.35 }
    expect(ids(await trending(place))).toEqual([here])
    expect(ids(await trending({ ...place, radius_km: 450 })).sort()).toEqual([here, far].sort())
    expectProblem(await trending({ lat: 48.85 }), 400, 'GEO_INVALID', 'query.lng')
  })
})

describe('most viewed', () => {
  test('ranks by how many looked within its window, without those who look every day', async () => {
    const category_id = await newCategoryId()
    const [recent = '', older = '', unseen = ''] = await newListings(category_id, 3)
    const people = [await newMember(), await newMember(), await newMember()]
    for (const person of people) await look(person, [older])
    for (const person of people.slice(0, 2)) await look(person, [recent])
    const db = await database()
    await sql`
      update marketplace.post_view set day = day - 3, viewed_at = viewed_at - interval '3 days' where post_id = ${older}`.execute(
      db,
    )
    // As the job leaves it.
    await sql`
      insert into marketplace.post_view_day (post_id, day, source, views, addresses, quarters, counts)
      select post_id, day, 'feed', count(*), count(distinct address), '{0}', array[count(*)] from marketplace.post_view
      where post_id = ${older} group by 1, 2`.execute(db)
    await rankNow()
    const windowed = async (window: string) => ids(await mostViewed({ category_id, window }))
    expect(await windowed('24h')).toEqual([recent])
    for (const window of ['7d', '30d', 'all']) expect(await windowed(window)).toEqual([older, recent])
    expect(ids(await mostViewed({ category_id }))).not.toContain(unseen)
    expectProblem(await mostViewed({ lng: 3 }), 400, 'GEO_INVALID', 'query.lat')
    const { body } = await mostViewed({ category_id, limit: 1 })
    await later(minutes(31), async () =>
      expectProblem(
        await mostViewed({ category_id, limit: 1, cursor: String(body.meta.nextCursor) }),
        410,
        'CURSOR_EXPIRED',
      ),
    )
  })
})

describe('popular categories', () => {
  const popular = (query: Record<string, string | number> = {}) =>
    call('GET', '/api/v1/post-mgt/popular-categories', { query })
  // A place of its own, where no other test offers anything.
  const place = { longitude: 172.63, latitude: -43.53 }
  const near = { lat: -43.53, lng: 172.63 }

  test('come by how much they are looked at around a place', async () => {
    const author = await newMember(place)
    const [busy, full, still] = [await newCategory(), await newCategory(), await newCategory()]
    const [post = ''] = await newListings(busy._id, 1, author)
    await newListings(full._id, 2, author)
    await newListings(still._id, 1, author)
    await look(await newMember(), [post])
    await rankNow()
    const { body } = await popular(near)
    const own = [busy, full, still].map(({ _id }) => _id)
    const shown = body.data.filter(({ category }: { category: { _id: string } }) =>
      own.includes(category._id),
    )
    expect(shown).toMatchObject([
      { category: { _id: busy._id, name: busy.name }, active_count: 1, views_7d: 1, trend: 'up' },
      { category: { _id: full._id }, active_count: 2, views_7d: 0, trend: 'steady' },
      { category: { _id: still._id }, active_count: 1, views_7d: 0, trend: 'steady' },
    ])
    expect((await popular({ ...near, limit: 1 })).body.data).toHaveLength(1)
    const wide = (await popular({ ...near, radius_km: 400 })).body.data
    expect(wide.map(({ category }: { category: { _id: string } }) => category._id)).toEqual(
      expect.arrayContaining(own),
    )
    expectProblem(await popular({ radius_km: 5 }), 400, 'GEO_INVALID', 'query.radius_km')
  })
})
