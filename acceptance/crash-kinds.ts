import { expect } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import * as wellness from '../client/wellness.ts'
import type { Program } from './program.ts'
import {
  addExercise,
  asMember,
  dataOf,
  joinMarket,
  joinWellness,
  marketAt,
  newcomer,
  password,
  staff,
  tokenBy,
  until,
  wellAt,
} from './steps.ts'

// What is written while a program or its database is killed, and how one sees what is left of it.

/** Something that many clients do at once, told apart by a key of each client's own choice. */
export interface Kind {
  name: string
  /** Does it, or repeats it with the same key, as a client does that got no answer. */
  write(program: Program, key: string): Promise<{ response?: Response; error?: unknown }>
  /** A repeat may be told that it is done already. */
  doneStatus?: number
  /** What there is now, of the given keys, each as often as it is there. */
  read(program: Program, keys: string[]): Promise<string[]>
  /** @throws when what comes of so many of them does not add up. */
  check?(program: Program, count: number): Promise<void>
}

/** Of a key: in which round of killing it was written. */
const roundOf = (key: string) => Number(key.split('-')[1])

/** Every item of a list, page by page. */
async function everyPage<T>(
  page: (cursor: {
    cursor?: string
  }) => Promise<{ data?: { data: T[]; meta: { nextCursor: string | null } } }>,
): Promise<T[]> {
  const items: T[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, meta } = await dataOf(page(cursor ? { cursor } : {}))
    items.push(...data)
    cursor = meta.nextCursor
  }
  return items
}

/** An answer says which of somebody's things it made; none of them shows the key. */
function byAnswer() {
  const keyOf = new Map<string, string>()
  return {
    note: (key: string, id: string | undefined) => id !== undefined && keyOf.set(id, key),
    keys: (ids: string[]) => ids.map((id) => keyOf.get(id) ?? `nobody’s ${id}`),
  }
}

/** How long a network waits at most that has signed up too often. */
const windowMinutes = 6

export function signUps(): Kind {
  const signUp: Kind['write'] = (program, key) =>
    marketplace.createUser({
      client: marketAt(program),
      body: newcomer({ name: 'Crash', email: `${key}@example.org` }),
    })
  /** What is said of an address, once few enough were asked of from here. */
  const statusOf = (program: Program, key: string) =>
    until(async () => {
      const { response } = await signUp(program, key)
      return response?.status !== 429 && response?.status
    }, windowMinutes)
  const found = new Set<string>()
  return {
    name: 'sign-up',
    doneStatus: 409,
    write: signUp,
    // Nobody lists accounts; an address that cannot be taken again has one. Who was found is not asked for again.
    async read(program, keys) {
      for (const key of keys) if (!found.has(key) && (await statusOf(program, key)) === 409) found.add(key)
      return [...found]
    },
  }
}

async function messages(program: Program): Promise<Kind> {
  const [ada, ben] = ['ada@example.org', 'ben@example.org'] as const
  const { client } = await joinMarket(program, { name: 'Ada', email: ada })
  const { id } = await joinMarket(program, { name: 'Ben', email: ben })
  const { data: room } = await dataOf(marketplace.createChatroom({ client, body: { user_id: id } }))
  const [asAda, asBen] = [asMember({ email: ada }), asMember({ email: ben })]
  return {
    name: 'message',
    write: async (program, key) =>
      marketplace.sendMessage({
        client: await asAda(program),
        body: { chatroom_id: room._id, messageText: key, client_message_id: key },
      }),
    async read(program) {
      const client = await asBen(program)
      const rows = await everyPage((cursor) =>
        marketplace.getMessages({
          client,
          body: { chatroom_id: room._id },
          query: { limit: 100, ...cursor },
        }),
      )
      expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => rows.length - index))
      return rows.map((row) => String(row.messageText))
    },
  }
}

async function broadcasts(program: Program): Promise<Kind> {
  const reader = 'reader@example.org'
  await joinMarket(program, { name: 'Reader', email: reader })
  const [asChief, asReader] = [asMember(staff), asMember({ email: reader })]
  const action = { label: 'Open', actionType: 'navigate', payload: { screen: 'Home' } }
  return {
    name: 'broadcast',
    write: async (program, key) =>
      marketplace.adminBroadcastNotification({
        client: await asChief(program),
        headers: { 'Idempotency-Key': key },
        body: {
          sendTutorial: false,
          sendBreakingNews: true,
          breakingNews: { title: key, message: 'Saturday on the square.', iconUrl: '', imageUrl: '', action },
        },
      }),
    async read(program) {
      const client = await asReader(program)
      const rows = await everyPage((cursor) =>
        marketplace.getNotifications({
          client,
          query: { category: 'breaking_news', limit: 100, ...cursor },
        }),
      )
      return rows.map((row) => row.title)
    },
  }
}

async function sessions(program: Program): Promise<Kind> {
  const { data: admin } = await dataOf(wellness.adminLogin({ client: wellAt(program), body: staff }))
  const exerciseId = await addExercise(wellAt(program, admin.accessToken))
  const email = 'calm@example.org'
  await joinWellness(program, email)
  const token = tokenBy(
    async (program) =>
      (await dataOf(wellness.login({ client: wellAt(program), body: { email, password } }))).data.accessToken,
  )
  const asCalm = async (program: Program) => wellAt(program, await token(program))
  // A session does not show the request that made it, but each reply names its session.
  const made = byAnswer()
  return {
    name: 'session',
    async write(program, requestid) {
      const done = await wellness.recordWellnessSession({
        client: await asCalm(program),
        query: { exerciseId },
        headers: { requestid, timeZone: 'Europe/Berlin' },
      })
      made.note(requestid, done.response?.headers.get('location')?.split('/').at(-1))
      return done
    },
    async read(program) {
      const client = await asCalm(program)
      const rows = await everyPage((cursor) =>
        wellness.getWellnessSessions({ client, query: { limit: 100, ...cursor } }),
      )
      return made.keys(rows.map(({ id }) => id))
    },
  }
}

async function withCard(program: Program, email: string) {
  const { client } = await joinMarket(program, { name: 'Pia', email })
  const body = { payment_method_id: 'pm_sandbox_success', make_default: true }
  await dataOf(marketplace.savePaymentMethod({ client, body, headers: { 'Idempotency-Key': 'card' } }))
  return client
}

type Client = ReturnType<typeof marketAt>

/** What somebody has in a part of their wallet, in cents. */
async function held(client: Client, part: 'available_minor' | 'escrow_minor'): Promise<number> {
  const { data } = await dataOf(marketplace.getBalance({ client, query: { currency: 'EUR' } }))
  return data[0]?.[part] ?? 0
}

/**
 * Money that a card brings: what is charged is in the wallet, once. Where the sandbox died with the database before it
 * answered, nobody knows for a while whether it has charged anything.
 */
async function funds(program: Program): Promise<Kind> {
  const email = 'funds@example.org'
  await withCard(program, email)
  const asOwner = asMember({ email })
  const made = byAnswer()
  const paid = new Set<string>()
  const payments = async (program: Program) => {
    const client = await asOwner(program)
    return everyPage((cursor) =>
      marketplace.getUserTransactions({ client, query: { type: 'add_funds', limit: 100, ...cursor } }),
    )
  }
  return {
    name: 'funds',
    async write(program, key) {
      const headers = { 'Idempotency-Key': key }
      const done = await marketplace.addFunds({
        client: await asOwner(program),
        headers,
        body: { amount: 1 },
      })
      const payment = done.data?.data
      made.note(key, payment?._id)
      if (payment?.status === 'succeeded') paid.add(payment._id)
      return done
    },
    async read(program) {
      const rows = await payments(program)
      expect(rows.filter(({ _id, status }) => paid.has(_id) && status !== 'succeeded')).toEqual([])
      return made.keys(rows.map(({ _id }) => _id))
    },
    async check(program) {
      const client = await asOwner(program)
      // One of the others may come to its end between the two.
      await until(async () => {
        const arrived = (await payments(program)).filter(({ status }) => status === 'succeeded')
        return (await held(client, 'available_minor')) === 100 * arrived.length
      })
    },
  }
}

/** A listing holds 999 pieces, which are not enough for a long run. */
const titles = ['Plum jam', 'Rhubarb jelly', 'Fig mustard', 'Rose hip syrup']

/** What a wallet pays: each piece is sold once, and its money is held. */
async function purchases(program: Program): Promise<Kind> {
  const seller = await joinMarket(program, { name: 'Sam', email: 'seller@example.org' })
  const email = 'buyer@example.org'
  const client = await withCard(program, email)
  const headers = { 'Idempotency-Key': 'wallet' }
  await dataOf(marketplace.addFunds({ client, headers, body: { amount: 400 } }))
  const asChief = await asMember(staff)(program)
  const { data: category } = await dataOf(
    marketplace.adminAddCategory({ client: asChief, body: { name: 'Preserves' } }),
  )
  const posts: string[] = []
  for (const title of titles) {
    const body = { title, price: 0.1, currency: 'EUR', quantity: 999, category_id: category._id }
    const { data } = await dataOf(marketplace.addPost({ client: seller.client, body }))
    posts.push(data._id)
  }
  const asBuyer = asMember({ email })
  const made = byAnswer()
  return {
    name: 'purchase',
    async write(program, key) {
      const done = await marketplace.purchaseItem({
        client: await asBuyer(program),
        headers: { 'Idempotency-Key': key },
        body: { post_id: posts[roundOf(key) % posts.length] ?? '', source: 'wallet', delivery: 'pickup' },
      })
      made.note(key, done.data?.data._id)
      return done
    },
    async read(program) {
      const client = await asBuyer(program)
      const rows = await everyPage((cursor) =>
        marketplace.getOrders({ client, query: { limit: 100, ...cursor } }),
      )
      return made.keys(rows.map(({ _id }) => _id))
    },
    async check(program, count) {
      expect(await held(await asBuyer(program), 'escrow_minor')).toBe(10 * count)
    },
  }
}

/** One of each, with the people and things that they need. */
export const everyKind = async (program: Program): Promise<Kind[]> => [
  signUps(),
  ...(await Promise.all([messages, broadcasts, sessions, funds, purchases].map((kind) => kind(program)))),
]
