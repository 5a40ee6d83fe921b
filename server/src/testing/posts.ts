import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '../platform/ids.ts'
import { newCategory } from './categories.ts'
import { call, granted, type TestPerson, type World, world } from './kit.ts'
import { jobsDone } from './rows.ts'

type Person = { token: string }

export interface TestPost {
  _id: string
  __v: number
  title: string
  price: number
  price_minor: number
  currency: string
  status: string
  isSold: boolean
  location: { coordinates: [number, number] }
  category: { _id: string; name: string }
}

const shared = new WeakMap<World, Promise<string>>()

/** A category for tests that do not care which. */
async function anyCategory(): Promise<string> {
  const here = await world()
  const known = shared.get(here) ?? newCategory().then((category) => category._id)
  shared.set(here, known)
  return known
}

/** Publishes a listing and gives the whole answer. */
export const addPost = async (as: Person, overrides: Record<string, unknown> = {}, headers = {}) =>
  call('POST', '/api/v1/post-mgt/add', {
    as,
    headers,
    body: {
      title: `Listing ${newId()}`,
      price: 20,
      ...(overrides.category_id ? {} : { category_id: await anyCategory() }),
      ...overrides,
    },
  })

/** A listing for sale, 20 EUR unless told otherwise. */
export async function newPost(as: Person, overrides: Record<string, unknown> = {}): Promise<TestPost> {
  const { status, body } = await addPost(as, overrides)
  if (status !== 200) throw new Error(`no listing: ${body.message} ${JSON.stringify(body.error)}`)
  return body.data
}

/** A change that turns a listing into another thing. */
export const anotherThing = async (overrides: Record<string, unknown> = {}) => ({
  title: `Bargain ${word()}`,
  price: 150,
  category_id: (await newCategory())._id,
  ...overrides,
})

/** A listing with a change that waits for a moderator. */
export async function newHeldPost(as: Person, overrides: Record<string, unknown> = {}): Promise<TestPost> {
  const { _id } = await newPost(as, { title: `Chair ${word()}`, ...overrides })
  const { body } = await update(as, _id, await anotherThing())
  if (body.data.review?.state !== 'waiting') throw new Error('the change was not held')
  return body.data
}

const base = '/api/v1/post-mgt'
type As = Person | undefined
type Query = Record<string, string | number | boolean>

interface Card {
  _id: string
  title: string
  price: number
  distance_km: number | null
}

export const searchFor = (query: Query, as?: As) =>
  call<Card[]>('GET', '/api/v1/usr-mgt/search-post', { as, query })
export const feed = (query: Query, as?: As) => call<Card[]>('GET', `${base}/get`, { as, query })
export const detail = (id: string, as?: As) => call('GET', `${base}/detail/${id}`, { as })
export const update = (as: As, id: string, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `${base}/update/${id}`, { as, body, headers })
export const history = (as: As, id: string, query: Query = {}) =>
  call('GET', `${base}/history/${id}`, { as, query })
export const reviews = (as: As, query: Query = {}) => call('GET', `${base}/reviews`, { as, query })
export const review = (as: As, id: string, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `${base}/reviews/${id}`, { as, body, headers })
/** Accepts what waits, by a decision that takes effect when the test says so, however long it takes. */
export async function holdDecision(as: As, id: string): Promise<void> {
  await granted(review(as, id, { decision: 'accept', hold_seconds: 60 }))
  await sql`
    update pgboss.job set start_after = start_after + interval '1 day'
    where name = 'marketplace.carry-out-decision' and state = 'created'`.execute(
    (await world()).host.services.db,
  )
}
export const favourite = (as: As, post_id: string, body: object = {}) =>
  call('POST', `${base}/favourite`, { as, body: { post_id, ...body } })
export const close = (as: As, id: string, body: object = {}, headers: Record<string, string> = {}) =>
  call('PATCH', `${base}/mark-as-closed/${id}`, { as, body, headers })
export const softDelete = (as: As, id: string, body: object = {}) =>
  call('PATCH', `${base}/soft-delete/${id}`, { as, body })
export const restore = (as: As, id: string) => softDelete(as, id, { restore: true })
export const removePost = (as: As, id: string) => call('DELETE', `${base}/delete/${id}`, { as })
export const repost = (as: As, id: string, body: object = {}, headers: Record<string, string> = {}) =>
  call('POST', `${base}/re-post/${id}`, { as, body, headers })
export const ownPosts = (as: As, query: Query = {}) => call('GET', `${base}/get-mine`, { as, query })
export const favourites = (as: As, query: Query = {}) => call('GET', `${base}/get-favourites`, { as, query })
export const collections = (as: As) => call('GET', `${base}/get-collection-list`, { as })

/** A new collection that holds a listing. */
export async function newCollection(
  as: As,
  post_id: string,
  collection_name = `Collection ${newId()}`,
): Promise<string> {
  const { body } = await granted(favourite(as, post_id, { collection_name }))
  const { data } = await granted(collections(as)).then((answer) => answer.body)
  const found = data.find((one: { name: string }) => one.name === collection_name)
  if (!body.data.collection_ids.includes(found?._id)) throw new Error('the listing is in no such collection')
  return found._id
}

export const comment = (as: As, post_id: string, body: object = {}) =>
  call('POST', `${base}/add-comment`, { as, body: { post_id, text: 'Is it still there?', ...body } })
export const comments = (post: string, as?: As, query: Query = {}) =>
  call('GET', `${base}/get-comments/${post}`, { as, query })

/** A comment below a listing. */
export const newComment = async (as: As, post_id: string, body: object = {}): Promise<{ _id: string }> =>
  (await granted(comment(as, post_id, body))).body.data

export const sell = (
  as: As,
  post_id: string,
  sold_type: string,
  body: object = {},
  headers: Record<string, string> = {},
) => call('PUT', `${base}/update-sold-type`, { as, body: { post_id, sold_type, ...body }, headers })
export const chatAbout = (post: string, author: TestPerson, buyer: TestPerson) =>
  call('POST', '/api/v1/chat-mgt/create-chatroom', {
    as: buyer,
    body: { user_id: author.id, product_id: post },
  })

/** Somebody's notices of a category, those included that a job is about to write. */
export async function noticesOf(as: As, category: string) {
  await jobsDone()
  const { body } = await call('GET', '/api/v1/notification-mgt/get-notifications', {
    as,
    query: { category },
  })
  return body.data
}

export const ids = (answer: { body: { data: { _id: string }[] } }) => answer.body.data.map((item) => item._id)

const oneOf = (letters: string, byte: number) => letters[byte % letters.length] ?? ''
const consonants = 'bcdfghjklmnpqrtvwxz'

/**
 * A word that no other listing has, nor one like it: no two share more than a piece or two. Its end is none of
 * English grammar, and its plural has an s, since a vowel stands in it.
 */
export function word(): string {
  const [first = 0, second = 0, ...others] = randomBytes(20)
  const end = others.map((byte) => oneOf(consonants, byte)).join('')
  return oneOf(consonants, first) + oneOf('aeiou', second) + end
}
