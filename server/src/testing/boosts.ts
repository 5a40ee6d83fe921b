import { sql } from 'kysely'
import { newId } from '../platform/ids.ts'
import { call, granted, newStaff, type TestPerson } from './kit.ts'
import { fund } from './money.ts'
import { newPost } from './posts.ts'
import { world } from './world.ts'

/** A package on sale: seven days on top for 7 EUR, unless told otherwise. */
export async function newPackage(overrides: Record<string, unknown> = {}) {
  const body = {
    name: `Package ${newId()}`,
    kind: 'top',
    price: 7,
    currency: 'EUR',
    duration_days: 7,
    ...overrides,
  }
  const answer = await granted(
    call('POST', '/api/v1/package-mgt/add', { as: await newStaff('administrator'), body }),
  )
  return answer.body.data
}

export const applyFor = (
  as: { token: string },
  packageId: string,
  postId: string,
  {
    key = newId(),
    ...more
  }: { key?: string; start_at?: string; source?: string; payment_method_id?: string } = {},
) =>
  call('POST', '/api/v1/package-mgt/apply', {
    as,
    headers: { 'idempotency-key': key },
    body: { package_id: packageId, post_id: postId, source: 'wallet', ...more },
  })

export const boostsOf = async (as: { token: string }, postId: string) =>
  (await granted(call('GET', '/api/v1/package-mgt/boosts', { as, query: { post_id: postId } }))).body.data

/** A boost that runs, of a new listing of somebody. */
export async function newBoost(as: TestPerson): Promise<{ id: string; postId: string }> {
  await fund(as, 700)
  const [post, sold] = [await newPost(as), await newPackage()]
  const { body } = await granted(applyFor(as, sold._id, post._id))
  return { id: body.data._id, postId: post._id }
}

/** One that is over, whose report nobody has made yet. */
export async function newEndedBoost(as: TestPerson): Promise<{ id: string; postId: string }> {
  const boost = await newBoost(as)
  await sql`
    update marketplace.boost set status = 'completed', over_at = starts_at + interval '1 second' where id = ${boost.id}`.execute(
    (await world()).host.services.db,
  )
  return boost
}
