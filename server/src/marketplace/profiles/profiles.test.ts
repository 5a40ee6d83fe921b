import { describe, expect, test } from 'vitest'
import { call, expectProblem, granted, newMember, newStaff } from '../../testing/kit.ts'
import { newPost } from '../../testing/posts.ts'
import { world } from '../../testing/world.ts'
import { setBlock } from '../users/public.ts'

const find = (search: string, as: { token: string }) =>
  call<{ _id: string; name: string }[]>('GET', '/api/v1/usr-mgt/get-all-users', { as, query: { search } })
const profileOf = (id: string, options: Parameters<typeof call>[2] = {}) =>
  call<{ name: string; counts: object; posts: { _id: string }[]; email?: string }>(
    'GET',
    `/api/v1/usr-mgt/get-profile-web/${id}`,
    options,
  )
const rareName = () => `Zoë ${crypto.randomUUID().slice(0, 13)}`
const hide = (as: { token: string }) =>
  call('PUT', '/api/v1/usr-mgt/update', { as, body: { privacy: { discoverable: false } } })

async function block(blockerId: string, blockedId: string): Promise<void> {
  const { host, clock } = await world()
  await host.services.db
    .transaction()
    .execute((db) => setBlock(db, { blockerId, blockedId, isBlocked: true, at: clock.now() }))
}

describe('people', () => {
  test('are found by the beginnings of their names, unless they hide; staff finds them all the same', async () => {
    const name = rareName()
    const [ada, shy, seeker] = [await newMember({ name }), await newMember({ name }), await newMember()]
    await hide(shy)
    const [first, second = ''] = name.toUpperCase().split(' ')
    for (const search of [name.toUpperCase(), second.slice(0, 10), `${second} ${first?.slice(0, 2)}`])
      expect((await find(search, seeker)).body.data.map(({ _id }) => _id)).toEqual([ada.id])
    expect((await find(`${second} uwe`, seeker)).body.data).toEqual([])
    expect((await find('--', seeker)).body.data).toEqual([])
    const toStaff = await find(name, await newStaff('moderator'))
    expect(toStaff.body.data.map(({ _id }) => _id).sort()).toEqual([ada.id, shy.id].sort())
  })

  test('come in pages, each once, in the order of the word that was found', async () => {
    const beginning = `q${crypto.randomUUID().slice(0, 6)}`
    const seeker = await newMember()
    const names = [`Bo ${beginning}b`, `${beginning}a ${beginning}c`, `Al-${beginning}d`]
    for (const name of names) await newMember({ name })
    const first = await call('GET', '/api/v1/usr-mgt/get-all-users', {
      as: seeker,
      query: { search: beginning, limit: 2 },
    })
    const cursor = String(first.body.meta.nextCursor)
    const rest = await call('GET', '/api/v1/usr-mgt/get-all-users', {
      as: seeker,
      query: { search: beginning, limit: 2, cursor },
    })
    const found = [...first.body.data, ...rest.body.data].map(({ name }) => name)
    expect(found).toEqual([names[1], names[0], names[2]])
  })

  test('who blocked one another do not meet', async () => {
    const name = rareName()
    const [ada, seeker] = [await newMember({ name }), await newMember()]
    await block(ada.id, seeker.id)
    expect((await find(name, seeker)).body.data).toEqual([])
    expect((await profileOf(ada.id, { as: seeker })).status).toBe(404)
  })

  test('show their name, counts and latest listings, and nothing private', async () => {
    const ada = await newMember()
    const post = await newPost(ada, { title: 'Green chair' })
    const { status, body, headers } = await profileOf(ada.id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ counts: { active: 1, sold: 0 }, posts: [{ _id: post._id }] })
    expect(body.data).not.toHaveProperty('email')
    const again = await profileOf(ada.id, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
    expect(headers['x-robots-tag']).toBeUndefined()
    await hide(ada)
    expect((await profileOf(ada.id)).headers['x-robots-tag']).toBe('noindex')
  })

  test('have their open listings looked through from the newest to the oldest, by whom they did not block', async () => {
    const [ada, seeker] = [await newMember(), await newMember()]
    const posts = []
    for (let count = 0; count < 3; count += 1) posts.unshift((await newPost(ada))._id)
    const listOf = (query: Record<string, string | number> = {}) =>
      call<{ _id: string }[]>('GET', `/api/v1/post-mgt/of/${ada.id}`, { as: seeker, query })
    const first = await listOf({ limit: 2 })
    const rest = await listOf({ limit: 2, cursor: String(first.body.meta.nextCursor) })
    expect([...first.body.data, ...rest.body.data].map(({ _id }) => _id)).toEqual(posts)
    expect(rest.body.meta.nextCursor).toBeNull()
    await block(ada.id, seeker.id)
    expectProblem(await listOf(), 404, 'NO_SUCH_USER')
  })
})

test('a person’s listings are those on offer and those sold, walked through without a gap', async () => {
  const [seller, reader] = [await newMember(), await newMember()]
  const posts = []
  for (let count = 0; count < 6; count += 1) posts.push((await newPost(seller))._id)
  const path = `/api/v1/post-mgt/user-posts/${seller.id}`
  for (const post_id of posts.slice(0, 3))
    await granted(
      call('PUT', '/api/v1/post-mgt/update-sold-type', {
        as: seller,
        body: { post_id, sold_type: 'sold_elsewhere' },
      }),
    )
  const [hidden = ''] = posts.splice(5, 1)
  await granted(call('PATCH', `/api/v1/post-mgt/mark-as-closed/${hidden}`, { as: seller, body: {} }))
  const walk = async (query: Record<string, string>) => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const asked = { ...query, limit: 2, ...(cursor ? { cursor } : {}) }
      const { body } = await granted(call('GET', path, { as: reader, query: asked }))
      found.push(...body.data.map(({ _id }: { _id: string }) => _id))
      cursor = body.meta.nextCursor as string | null
    } while (cursor)
    return found
  }
  const newest = posts.toReversed()
  expect(await walk({})).toEqual(newest)
  expect(await walk({ status: 'sold' })).toEqual(newest.slice(2))
  expect(await walk({ status: 'active' })).toEqual(newest.slice(0, 2))
})
