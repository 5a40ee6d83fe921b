import { describe, expect, test } from 'vitest'
import { call, newMember, newStaff } from '../../testing/kit.ts'
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
  test('are found by a part of their name, unless they hide; staff finds them all the same', async () => {
    const name = rareName()
    const [ada, shy, seeker] = [await newMember({ name }), await newMember({ name }), await newMember()]
    await hide(shy)
    const found = await find(name.slice(2).toUpperCase(), seeker)
    expect(found.body.data.map(({ _id }) => _id)).toEqual([ada.id])
    const toStaff = await find(name, await newStaff('moderator'))
    expect(toStaff.body.data.map(({ _id }) => _id).sort()).toEqual([ada.id, shy.id].sort())
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
})
