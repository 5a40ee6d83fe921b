import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { writeRanks } from '../marketplace/ranking/public.ts'
import { minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { arrange, operationNamed, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { newCategory } from './categories.ts'
import { inProduct } from './jobs.ts'
import { newMember, world } from './kit.ts'
import { newPost } from './posts.ts'
import { jobsDone } from './rows.ts'
import { closeWorld, worldWith } from './world.ts'
import { multiply } from './worst-person.ts'

/** A list that is walked while its rows come, go and are blocked shows what stays, each row once. */

const atFirst = 60
/** In each walk; with those that are taken it is 500 changes and more. */
const added = 440
/** Of those that were there, so many are deleted, and as many are of people who are blocked. */
const gone = 30
/** The changes come after these pages, in equal parts. */
const changedAfter = [1, 2]

/** Where the rows of a list stand, as SQL over its row `t`. */
interface Rows {
  /** Of the marketplace, unless it says its schema. */
  table: string
  /** One row that is copied, and all others of the list. */
  where: string
  /** By which a row of the list is known. */
  key: string
  /** What differs in the copy `n`. */
  differences: Record<string, string>
  /** By which it is ordered; new ones stand before those that are there. Without it, the differences see to that. */
  time?: string
  /** Of a list that begins with the oldest. */
  isAscending?: boolean
  /** Whose rows they are. */
  person?: string
  /** How it is asked for, where not as it is arranged. */
  way?: Arranged
  /** What makes a list of the rows, whenever they have changed. */
  made?: () => Promise<void>
}

const fresh = { id: `md5('row ' || n || t.id)::uuid` }
const person = `md5('walker ' || n)::uuid`
const listing = `md5('listing ' || n)::uuid`
const room = `md5('room ' || n)::uuid`
const authorOfListing = `(select p.author_id from marketplace.post p where p.id = t.post_id)`

/** What is in a collection; all listings are saved. */
const collected = (collectionId: unknown): Rows => ({
  ...{ table: 'collection_item', where: `t.collection_id = '${collectionId}'`, key: 'post_id' },
  ...{ time: 'created_at', differences: { post_id: listing }, person: authorOfListing },
})

/** What somebody has on offer who is nobody of the cast, since it is more than anybody publishes in a day. */
async function ofSeller({ member }: Cast): Promise<Rows> {
  const seller = await newMember()
  await newPost(seller)
  return {
    ...{ table: 'post', where: `t.author_id = '${seller.id}'`, key: 'id', time: 'published_at' },
    differences: { ...fresh, search_number: `nextval('marketplace.post_number')` },
    way: { as: member, params: { user_id: seller.id } },
  }
}

/** What is on offer and what people do with it, of which snapshots are made; all are alike, so that only their ids tell them apart. */
async function ranked({ member }: Cast): Promise<Rows> {
  const { _id: category_id } = await newCategory()
  await newPost(await newMember(), { category_id, sub_category_id: undefined })
  const where = `t.category_id = '${category_id}'`
  return {
    ...{ table: 'post', where, key: 'id', time: 'published_at', person: 't.author_id' },
    differences: {
      ...fresh,
      ...{ author_id: person, repost_count: '1', search_number: `nextval('marketplace.post_number')` },
    },
    way: { as: member, query: { category_id } },
    made: async () => {
      await sql`
        insert into marketplace.post_view (post_id, day, viewer, address, source, viewed_at)
        select t.id, current_date, t.author_id, t.author_id, 'feed', now() from marketplace.post t where ${sql.raw(where)}
        on conflict do nothing`.execute(db)
      await inProduct('marketplace', writeRanks)
    },
  }
}

const waitingDecisions = (time: string, where: string): Rows => ({
  ...{ table: 'moderation_decision', where, key: 'id', time, isAscending: true, differences: fresh },
})

/** What waits for moderators, by its kind; the listings are walked as `getPostReviews`. */
const queues: Record<string, Rows> = {
  report: {
    ...{ table: 'moderation_case', where: 't.is_open', key: 'id', time: 'opened_at', isAscending: true },
    differences: { ...fresh, target_id: 'gen_random_uuid()' },
  },
  appeal: waitingDecisions('appealed_at', 't.appealed_at is not null and t.appeal_settled_at is null'),
  resubmission: waitingDecisions('resubmitted_at', 't.resubmitted_at is not null'),
  confirmation: waitingDecisions('decided_at', `t.status = 'proposed'`),
}

/** By operation; the ways of an operation have one table each, or the same. */
const lists: Record<string, (way: Arranged, cast: Cast) => Rows | undefined | Promise<Rows>> = {
  getBlocks: ({ as }) => ({
    ...{ table: 'block', where: `t.blocker_id = '${as?.id}'`, key: 'blocked_id', time: 'created_at' },
    differences: { blocked_id: person },
  }),
  getMutes: ({ as }) => ({
    ...{ table: 'mute', where: `t.muter_id = '${as?.id}'`, key: 'muted_id', time: 'created_at' },
    ...{ differences: { muted_id: person }, person: 't.muted_id' },
  }),
  getConnections: ({ as, query }, { partner }) => {
    // The same statement, of pairs of edges.
    if (query?.type === 'mutual') return undefined
    const whose = query?.user_id ? partner.id : as?.id
    const [own, other] =
      query?.type === 'followers' ? ['followee_id', 'follower_id'] : ['follower_id', 'followee_id']
    return {
      ...{ table: 'follow', where: `t.${own} = '${whose}'`, key: other, time: 'created_at' },
      ...{ differences: { [other]: person }, person: `t.${other}` },
    }
  },
  getComments: ({ params, query }) => ({
    table: 'comment',
    where: query?.parent_id
      ? `t.parent_id = '${query.parent_id}'`
      : `t.post_id = '${params?.post_id}' and t.parent_id is null`,
    ...{ key: 'id', time: 'created_at', person: 't.author_id' },
    differences: { ...fresh, author_id: person, client_ref: 'null', reply_count: '0' },
  }),
  getUserPosts: (_, all) => ofSeller(all),
  getPostsOfPerson: (_, all) => ofSeller(all),
  getTrending: (_, all) => ranked(all),
  getMostViewed: (_, all) => ranked(all),
  getPolicyRequests: ({ as }) => ({
    ...{ table: 'room_member', where: `t.user_id = '${as?.id}' and t.request = 'filtered'`, key: 'room_id' },
    ...{ time: 'last_activity_at', person: 't.peer_id' },
    differences: { room_id: room, peer_id: person, card: 'null' },
  }),
  getAllUsers: ({ query }) => ({
    ...{ table: 'users', where: `t.name like '${query?.search}%'`, key: 'id', time: 'created_at' },
    differences: {
      ...fresh,
      name: `'${query?.search}' || 10000 - n`,
      email: `n || t.email`,
      email_canonical: `n || t.email_canonical`,
    },
    person: 't.id',
  }),
  getFavourites: ({ query }) => collected(query?.collection_id),
  getPostCollection: ({ params }) => collected(params?.collection_id),
  getFoundPosts: ({ params }) => ({
    table: 'saved_search_find',
    where: `t.saved_search_id = '${params?.saved_search_id}'`,
    ...{ key: 'post_id', time: 'found_at', person: authorOfListing },
    differences: { post_id: listing },
  }),
  getSavedSearches: ({ as }) => ({
    ...{ table: 'saved_search', where: `t.user_id = '${as?.id}'`, key: 'id', time: 'created_at' },
    differences: { ...fresh, query: `jsonb_build_object('q', 'lamp ' || n)` },
  }),
  getNotifications: ({ as }) => ({
    table: 'notification',
    where: `t.recipient_id = '${as?.id}' and t.retracted_at is null and t.title_of_many is null`,
    ...{ key: 'id', time: 'created_at', person: 't.actor_id' },
    differences: { ...fresh, source_event: `t.source_event || ' ' || n`, actor_id: person },
  }),
  getInvites: ({ as }) => ({
    ...{ table: 'invite', where: `t.user_id = '${as?.id}'`, key: 'id', time: 'created_at' },
    differences: { ...fresh, code: `left(md5(t.code || n), length(t.code))` },
  }),
  getModerationQueue: ({ query }) => queues[String(query?.kind)],
  getModerationLog: () => ({
    ...{ table: 'moderation_decision', where: 'true', key: 'id', time: 'decided_at' },
    // The queue, which is walked before, may have copied the same one.
    differences: { id: `md5('logged ' || n || t.id)::uuid` },
  }),
  getPostReviews: () => ({
    ...{ table: 'post_review', where: 't.declined_at is null', key: 'post_id', time: 'submitted_at' },
    ...{ isAscending: true, differences: { post_id: listing } },
  }),
  adminGetModels: () => ({
    ...{ table: 'make_model', where: `lower(t.make) >= 'toy'`, key: 'id' },
    differences: { ...fresh, model: `t.model || 100000 - n` },
  }),
  adminGetSystemConfigVersions: () => ({
    ...{ table: 'platform.system_config_revision', where: 'true', key: 'version', time: 'created_at' },
    differences: { version: '1000 + n' },
  }),
  adminGetSubscribers: () => ({
    ...{ table: 'mailing_subscription', where: 'true', key: 'id', time: 'created_at' },
    differences: { ...fresh, address_digest: `sha256(convert_to(n || t.id::text, 'UTF8'))` },
  }),
  adminGetContactMessages: () => ({
    ...{ table: 'contact_message', where: 'true', key: 'id', time: 'created_at', differences: fresh },
  }),
  adminGetFeedback: () => ({
    ...{ table: 'feedback', where: 'true', key: 'id', time: 'created_at', differences: fresh },
  }),
  adminGetErrorGroups: () => ({
    ...{ table: 'error_group', where: 'true', key: 'id', time: 'first_seen_at' },
    differences: { ...fresh, fingerprint: 't.fingerprint || n' },
  }),
  adminGetPayouts: ({ query }) => ({
    ...{ table: 'payout', where: `t.status = '${query?.status}'`, key: 'id', time: 'created_at' },
    differences: fresh,
  }),
  adminGetRefunds: () => ({
    ...{ table: 'refund', where: 'true', key: 'id', time: 'created_at' },
    differences: { ...fresh, key: `t.key || n` },
  }),
  adminGetAlerts: () => ({
    ...{ table: 'app_alert', where: 'true', key: 'id', time: 'created_at', differences: fresh },
  }),
}

/** Lists of what is dealt in, and of what the town does at large, which have tests of their own. */
const walkedElsewhere = [
  ...['adminGetAllUsers', 'adminGetBankDisputes', 'adminGetCompletedTrials', 'adminGetDisputes'],
  ...['adminGetOrders', 'adminGetPackages', 'adminGetPayments', 'adminGetWebhooks', 'getBoosts'],
  ...['getChatRooms', 'getDealReviews', 'getMessages', 'getMyPosts', 'getOffers', 'getOrders', 'getPayouts'],
  ...['getPendingReviews', 'getPostHistory', 'getPosts', 'getPurchaseListings', 'getReceipts', 'getReviews'],
  ...['getUserTransactions', 'searchPosts'],
]

let db: Db
let cast: Cast

beforeAll(async () => {
  // Of its own, since some lists are of everybody.
  await worldWith({})
  db = (await world()).host.services.db
  cast = await newCast()
  await multiplyPeople()
}, minutes(2))

afterAll(closeWorld)

/** As many people as rows, each with one listing. */
async function multiplyPeople(): Promise<void> {
  const { member } = cast
  const all = [1, 2 * (atFirst + added)] as const
  const email = `'walker' || n || '@example.org'`
  const { id } = await newMember()
  const differences = { id: person, name: `'Walker ' || n`, email, email_canonical: email }
  await multiply(db, 'marketplace.users', `t.id = '${id}'`, differences, all)
  for (const way of await arrange(operationNamed('marketplace', 'getUserPosts'), cast))
    await multiply(
      db,
      'marketplace.post',
      `t.author_id = '${way.params?.user_id ?? member.id}'`,
      { id: listing, author_id: person, search_number: `nextval('marketplace.post_number')` },
      all,
    )
  await sql`
    insert into marketplace.chat_room (id, user_lo, user_hi, created_at, updated_at)
    select md5('room ' || n)::uuid, least(walker, ${member.id}), greatest(walker, ${member.id}), now(), now()
    from generate_series(${all[0]}::int, ${all[1]}::int) n, lateral (select md5('walker ' || n)::uuid as walker) w`.execute(
    db,
  )
  await sql`
    insert into marketplace.favourite (user_id, post_id, price_at_save_minor, created_at)
    select ${member.id}, id, price_minor, created_at from marketplace.post p
    where exists (select from marketplace.users u where u.id = p.author_id and u.name like 'Walker %')`.execute(
    db,
  )
}

/** Puts rows into a list, those of higher numbers before those of lower ones. */
async function add(rows: Rows, first: number, last: number): Promise<void> {
  const { time, isAscending } = rows
  const later = time && { [time]: `t.${time} ${isAscending ? '-' : '+'} n * interval '1 millisecond'` }
  await multiply(db, tableOf(rows), rows.where, { ...rows.differences, ...later }, [first, last])
  await rows.made?.()
}

const tableOf = ({ table }: Rows): string => (table.includes('.') ? table : `marketplace.${table}`)

/** Deletes some rows of a list, and blocks whose others are, where they are somebody's. */
async function take(rows: Rows, reader: string, keys: readonly string[]): Promise<void> {
  const half = rows.person ? Math.ceil(keys.length / 2) : keys.length
  const those = (some: readonly string[]) =>
    sql`${sql.raw(rows.where)} and ${sql.ref(`t.${rows.key}`)}::text = any(${[...some]}::text[])`
  if (rows.person)
    await sql`
      insert into marketplace.block (blocker_id, blocked_id, created_at)
      select distinct ${reader}::uuid, ${sql.raw(rows.person)}, now() from ${sql.table(tableOf(rows))} t
      where ${those(keys.slice(half))} on conflict do nothing`.execute(db)
  await sql`delete from ${sql.table(tableOf(rows))} t where ${those(keys.slice(0, half))}`.execute(db)
}

type Shown = Record<string, unknown> & { user?: { _id: string }; post?: { _id: string } }
const keyOf = (item: Shown): string =>
  String(item._id ?? item.id ?? item.user?._id ?? item.post?._id ?? item.version)

/** Walks a list to its end. @param between runs after each page */
async function walk(
  registered: Registered,
  way: Arranged,
  limit: number,
  between: (page: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  for (let page = 1; page === 1 || cursor !== null; page += 1) {
    const query: Record<string, string | number> = { ...way.query, limit, ...(cursor ? { cursor } : {}) }
    const { status, body } = await perform(registered, { ...way, query })
    expect(status, JSON.stringify(body)).toBe(200)
    seen.push(...(body.data as Shown[]).map(keyOf))
    cursor = body.meta.nextCursor as string | null
    await between(page)
  }
  return seen
}

test('every paged list of the marketplace is walked', () => {
  const paged = allOperations().filter(
    ({ module, operation }) => module.product === 'marketplace' && operation.paged,
  )
  const walked = [...Object.keys(lists), ...walkedElsewhere]
  expect(paged.map(({ id }) => id).toSorted()).toEqual(walked.toSorted())
})

test.each(Object.entries(lists))(
  '%s',
  async (id, rowsOf) => {
    const registered = operationNamed('marketplace', id)
    for (const arranged of await arrange(registered, cast)) {
      if (id !== 'getBlocks') await sql`delete from marketplace.block`.execute(db)
      const rows = await rowsOf(arranged, cast)
      if (!rows) continue
      const way = rows.way ?? arranged
      // What jobs add later would be taken for one of the copies.
      await jobsDone()
      await rows.made?.()
      // Those of the cast have several rows each: they stay.
      const ofCast = await walk(registered, way, 100)
      await add(rows, 1, atFirst)
      let last = atFirst
      for (const limit of [1, 37]) {
        const before = await walk(registered, way, 100)
        expect(before.length).toBeGreaterThanOrEqual(atFirst)
        const parts = changedAfter.map((_, part) =>
          before
            .filter((key) => !ofCast.includes(key))
            .filter((_key, place) => place % 4 === 2 * part && place < 2 * 2 * gone),
        )
        const shown = await walk(registered, way, limit, async (page) => {
          const part = changedAfter.indexOf(page)
          if (part < 0) return
          const more = added / changedAfter.length
          await add(rows, last + 1, last + more)
          last += more
          await take(rows, way.as?.id ?? '', parts[part] ?? [])
        })
        const left = new Set(parts.flat())
        expect(new Set(shown).size).toBe(shown.length)
        expect(before.filter((key) => !left.has(key) && !shown.includes(key))).toEqual([])
      }
    }
  },
  minutes(3),
)
