import { expect, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import * as wellness from '../client/wellness.ts'
import { minutes } from '../server/src/platform/clock.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { type Program, runCommand, startProgram } from './program.ts'
import {
  addExercise,
  createAdministrators,
  dataOf,
  joinMarket,
  joinWellness,
  marketAt,
  newcomer,
  staff,
  until,
  wellAt,
} from './steps.ts'

const cycles = 10
const writesPerCycle = 40
/** Whoever was killed keeps others from what it had begun no longer than that. */
const start = (dataDir: string) => startProgram(dataDir, { RATE_LIMIT: 'off', STEP_LEASE_SECONDS: '2' })

/** Something that many clients do at once, told apart by a key of each client's own choice. */
interface Kind {
  name: string
  /** Does it, or repeats it with the same key, as a client does that got no answer. */
  write(program: Program, key: string): Promise<{ response?: Response; error?: unknown }>
  /** A repeat may be told that it is done already. */
  doneStatus?: number
  /** What there is now, of the given keys, each as often as it is there. */
  read(program: Program, keys: string[]): Promise<string[]>
}

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

const signUp: Kind['write'] = (program, key) =>
  marketplace.createUser({
    client: marketAt(program),
    body: newcomer({ name: 'Crash', email: `${key}@example.org` }),
  })

const signUps: Kind = {
  name: 'sign-up',
  doneStatus: 409,
  write: signUp,
  // Nobody lists accounts; an address that cannot be taken again has one.
  async read(program, keys) {
    const found: string[] = []
    for (const key of keys) if ((await signUp(program, key)).response?.status === 409) found.push(key)
    return found
  },
}

async function messages(program: Program): Promise<Kind> {
  const [ada, ben] = [
    await joinMarket(program, { name: 'Ada', email: 'ada@example.org' }),
    await joinMarket(program, { name: 'Ben', email: 'ben@example.org' }),
  ]
  const { data: room } = await dataOf(
    marketplace.createChatroom({ client: ada.client, body: { user_id: ben.id } }),
  )
  return {
    name: 'message',
    write: (program, key) =>
      marketplace.sendMessage({
        client: marketAt(program, ada.token),
        body: { chatroom_id: room._id, messageText: key, client_message_id: key },
      }),
    async read(program) {
      const client = marketAt(program, ben.token)
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
  const { data: chief } = await dataOf(marketplace.login({ client: marketAt(program), body: staff }))
  const reader = await joinMarket(program, { name: 'Reader', email: 'reader@example.org' })
  const action = { label: 'Open', actionType: 'navigate', payload: { screen: 'Home' } }
  return {
    name: 'broadcast',
    write: (program, key) =>
      marketplace.adminBroadcastNotification({
        client: marketAt(program, chief.access_token),
        headers: { 'Idempotency-Key': key },
        body: {
          sendTutorial: false,
          sendBreakingNews: true,
          breakingNews: { title: key, message: 'Saturday on the square.', iconUrl: '', imageUrl: '', action },
        },
      }),
    async read(program) {
      const client = marketAt(program, reader.token)
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
  const token = await joinWellness(program, 'calm@example.org')
  // A session does not show the request that made it, but each reply names its session.
  const keyOf = new Map<string, string>()
  return {
    name: 'session',
    async write(program, requestid) {
      const done = await wellness.recordWellnessSession({
        client: wellAt(program, token),
        query: { exerciseId },
        headers: { requestid, timeZone: 'Europe/Berlin' },
      })
      const id = done.response?.headers.get('location')?.split('/').at(-1)
      if (id) keyOf.set(id, requestid)
      return done
    },
    async read(program) {
      const client = wellAt(program, token)
      const rows = await everyPage((cursor) =>
        wellness.getWellnessSessions({ client, query: { limit: 100, ...cursor } }),
      )
      return rows.map((row) => keyOf.get(row.id) ?? `nobody’s session ${row.id}`)
    },
  }
}

/** What a repeat is answered, once what the first one had begun is nobody's any more. */
async function answerOf(kind: Kind, program: Program, key: string): Promise<number | undefined> {
  const { response, error } = await kind.write(program, key)
  const code = (error as { error?: { code?: string } } | undefined)?.error?.code
  return code === 'IDEMPOTENCY_IN_PROGRESS' ? undefined : response?.status
}

/** An answer says which of somebody's things it made; none of them shows the key. */
function byAnswer() {
  const keyOf = new Map<string, string>()
  return {
    note: (key: string, id: string | undefined) => id !== undefined && keyOf.set(id, key),
    keys: (ids: string[]) => ids.map((id) => keyOf.get(id) ?? `nobody’s ${id}`),
  }
}

async function withCard(program: Program, email: string) {
  const person = await joinMarket(program, { name: 'Pia', email })
  const body = { payment_method_id: 'pm_sandbox_success', make_default: true }
  const headers = { 'Idempotency-Key': 'card' }
  await dataOf(marketplace.savePaymentMethod({ client: person.client, body, headers }))
  return person
}

/** Money that a card brings: what is charged is in the wallet, once. */
async function funds(program: Program): Promise<Kind> {
  const { token } = await withCard(program, 'funds@example.org')
  const made = byAnswer()
  return {
    name: 'funds',
    async write(program, key) {
      const headers = { 'Idempotency-Key': key }
      const done = await marketplace.addFunds({
        client: marketAt(program, token),
        headers,
        body: { amount: 1 },
      })
      made.note(key, done.data?.data._id)
      return done
    },
    async read(program, keys) {
      const client = marketAt(program, token)
      const rows = await everyPage((cursor) =>
        marketplace.getUserTransactions({ client, query: { type: 'add_funds', limit: 100, ...cursor } }),
      )
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['succeeded']))
      const { data } = await dataOf(marketplace.getBalance({ client, query: { currency: 'EUR' } }))
      expect(data[0]?.available_minor).toBe(100 * keys.length)
      return made.keys(rows.map(({ _id }) => _id))
    },
  }
}

/** What a wallet pays: each piece is sold once, and its money is held. */
async function purchases(program: Program): Promise<Kind> {
  const seller = await joinMarket(program, { name: 'Sam', email: 'seller@example.org' })
  const { token, client } = await withCard(program, 'buyer@example.org')
  const headers = { 'Idempotency-Key': 'wallet' }
  await dataOf(marketplace.addFunds({ client, headers, body: { amount: 900 } }))
  const { data: chief } = await dataOf(marketplace.login({ client: marketAt(program), body: staff }))
  const { data: category } = await dataOf(
    marketplace.adminAddCategory({
      client: marketAt(program, chief.access_token),
      body: { name: 'Jam' },
    }),
  )
  const { data: post } = await dataOf(
    marketplace.addPost({
      client: seller.client,
      headers: { 'Idempotency-Key': 'post' },
      body: { title: 'Jam', price: 1, currency: 'EUR', quantity: 900, category_id: category._id },
    }),
  )
  const made = byAnswer()
  return {
    name: 'purchase',
    async write(program, key) {
      const done = await marketplace.purchaseItem({
        client: marketAt(program, token),
        headers: { 'Idempotency-Key': key },
        body: { post_id: post._id, source: 'wallet', delivery: 'pickup' },
      })
      made.note(key, done.data?.data._id)
      return done
    },
    async read(program, keys) {
      const client = marketAt(program, token)
      const rows = await everyPage((cursor) =>
        marketplace.getOrders({ client, query: { limit: 100, ...cursor } }),
      )
      const { data } = await dataOf(marketplace.getBalance({ client, query: { currency: 'EUR' } }))
      expect(data[0]?.escrow_minor).toBe(100 * keys.length)
      return made.keys(rows.map(({ _id }) => _id))
    },
  }
}

/** Writes with two clients of each kind until the program is killed in the middle of it. @returns the keys with and without an answer. */
async function writeUntilKilled(program: Program, kinds: Kind[], cycle: number) {
  const answered = new Map(kinds.map((kind) => [kind, [] as string[]]))
  const unanswered = new Map(kinds.map((kind) => [kind, [] as string[]]))
  let written = 0
  let killed: Promise<void> | undefined
  const client = async (kind: Kind, number: number) => {
    for (let n = 0; !killed; n += 1) {
      const key = `${kind.name}-${cycle}-${number}-${n}`
      const { response } = await kind.write(program, key).catch(() => ({ response: undefined }))
      if (!response) {
        unanswered.get(kind)?.push(key)
        continue
      }
      expect([key, response.status < 300]).toEqual([key, true])
      answered.get(kind)?.push(key)
      written += 1
      if (written === writesPerCycle + cycle) killed = program.kill()
    }
  }
  await Promise.all(kinds.flatMap((kind) => [client(kind, 1), client(kind, 2)]))
  await killed
  return { answered, unanswered }
}

test('what was acknowledged survives a kill at any moment, and a repeat of what was not is done once', {
  // Whatever may hang in it has a limit of its own.
  timeout: minutes(30),
}, async () => {
  const dataDir = newDataDir()
  await createAdministrators(dataDir)
  let program = await start(dataDir)
  const kinds = [
    signUps,
    ...(await Promise.all([messages, broadcasts, sessions, funds, purchases].map((kind) => kind(program)))),
  ]
  const everyKey = new Map(kinds.map((kind) => [kind, [] as string[]]))
  let repeats = 0
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const { answered, unanswered } = await writeUntilKilled(program, kinds, cycle)
    program = await start(dataDir)
    for (const kind of kinds) {
      const repeated = unanswered.get(kind) ?? []
      for (const key of repeated) {
        const status = await until(() => answerOf(kind, program, key))
        expect([key, status < 300 || status === kind.doneStatus]).toEqual([key, true])
      }
      repeats += repeated.length
      const keys = everyKey.get(kind) ?? []
      keys.push(...(answered.get(kind) ?? []), ...repeated)
      expect((await kind.read(program, keys)).sort()).toEqual(keys.sort())
    }
  }
  // Clients that were always answered would have proved nothing.
  expect(repeats).toBeGreaterThanOrEqual(cycles)
  expect(await program.stop()).toBe(0)
  // It fails where the books do not add up, or the sandbox has charged something else.
  await runCommand(dataDir, ['ledger', 'prove'])
})
