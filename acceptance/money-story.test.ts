import { describe, expect, inject, type TestContext, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import { minutes } from '../server/src/platform/clock.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { administer, inDatabase } from '../server/src/testing/global-setup.ts'
import { ahead, hasFaketime } from './faketime.ts'
import { type Moment, type Processor, sandbox, stripe } from './processors.ts'
import { isReady, type Program, startProgram } from './program.ts'
import { asMember, createAdministrators, dataOf, joinMarket, staff, until } from './steps.ts'

// A sale from the first offer to the money that comes back from the bank, over the real program, which is killed in
// the middle of each step. Who asked gets no answer, asks again with the same key, and goes on.

const address = {
  ...{ name: 'Mia Buyer', street: 'Harbour Street 4', zip_code: '10115', city: 'Berlin', country: 'DE' },
}
const [seller, buyer] = [{ email: 'sella@example.org' }, { email: 'mia@example.org' }]

/**
 * So many answers to something small the program gives before each kill: somewhere else in what is under way each time.
 * One, where a job goes on with it: what was killed in a job is taken up by another only after a minute.
 */
const answersBefore = [0, 1, 2, 3, 2, 3, 1, 2, 1, 1]
/** In case it was in a job nevertheless. */
const mostMinutes = 5

/** What somebody asks for in a step, with its key. */
type Ask<T> = (
  program: Program,
  headers: { 'Idempotency-Key': string },
) => Promise<{ data?: { data: T }; error?: unknown; response?: Response }>

/** A program that is killed and started again, until its test ends: the one whose context this is of the two that run. */
async function town(processor: Processor, { onTestFinished }: TestContext) {
  const name = `${inject('template')}_story_${crypto.randomUUID().slice(0, 8)}`
  await administer(inject('server'), `create database ${name} template ${inject('template')}`)
  const dataDir = newDataDir()
  const variables = { DATABASE_URL: inDatabase(inject('server'), name), ...processor.variables }
  await createAdministrators(dataDir, variables, ['marketplace'])
  // Whoever was killed keeps others from what it had begun no longer than that.
  const start = (more: Record<string, string> = {}) =>
    startProgram(dataDir, {
      ...variables,
      ...{ RATE_LIMIT: 'off', STEP_LEASE_SECONDS: '1', STEP_RECOVERY_SECONDS: '1', ...more },
    })
  let program = await start()
  let kills = 0
  onTestFinished(async () => {
    await program.kill()
    await processor.close()
  })

  const somewhere: Moment = async () => {
    for (let answers = answersBefore[kills] ?? 0; answers > 0; answers -= 1) await isReady(program.baseUrl)
  }

  /** Asks for something, kills the program meanwhile, and asks again for the same. @returns what the repeat is told. */
  async function killed<T>(ask: Ask<T>, moment: Moment = somewhere): Promise<T> {
    const headers = { 'Idempotency-Key': `step-${kills}` }
    const first = ask(program, headers).catch(() => undefined)
    await moment()
    await program.kill()
    processor.release()
    kills += 1
    const heard = await first
    program = await start()
    const { data } = await until(async () => {
      const { data, error, response } = await ask(program, headers)
      if (data) return data
      if (JSON.stringify(error).includes('IDEMPOTENCY_IN_PROGRESS')) return undefined
      throw new Error(`refused with ${response?.status}: ${JSON.stringify(error)}`)
    })
    if (heard?.data) expect(data).toEqual(heard.data.data)
    return data
  }

  return {
    killed,
    program: () => program,
    /** Ends it in order, and starts it later. */
    async restartLater(by: string) {
      expect(await program.stop()).toBe(0)
      program = await start(ahead(by))
    },
    kills: () => kills,
  }
}

type Town = Awaited<ReturnType<typeof town>>
type Client = Awaited<ReturnType<ReturnType<typeof asMember>>>

/** Two people and what one of them sells to the other. */
async function prepare(program: Program, { card }: Processor) {
  const [asSeller, asBuyer, asChief] = [asMember(seller), asMember(buyer), asMember(staff)]
  const { id: sellerId } = await joinMarket(program, { name: 'Sella', ...seller })
  await joinMarket(program, { name: 'Mia', ...buyer })
  const [client, mine, chief] = [await asSeller(program), await asBuyer(program), await asChief(program)]
  const { data: category } = await dataOf(
    marketplace.adminAddCategory({ client: chief, body: { name: 'Lamps' } }),
  )
  const { data: post } = await dataOf(
    marketplace.addPost({
      client,
      body: {
        ...{ title: 'Green reading lamp', price: 20, currency: 'EUR', category_id: category._id },
        allow_offers: true,
      },
    }),
  )
  const saved = { payment_method_id: card, make_default: true }
  await dataOf(
    marketplace.savePaymentMethod({ client: mine, body: saved, headers: { 'Idempotency-Key': 'card' } }),
  )
  return { asSeller, asBuyer, asChief, postId: post._id, sellerId }
}

type Cast = Awaited<ReturnType<typeof prepare>>

/** @returns the offer that was accepted, after one and its answer */
async function agree({ killed, program }: Town, { asBuyer, asSeller, postId }: Cast): Promise<string> {
  const offers = async () => {
    const { data } = await dataOf(marketplace.getOffers({ client: await asBuyer(program()) }))
    return data.map(({ price, status }) => [price, status])
  }
  const offer = await killed(async (program, headers) =>
    marketplace.makeOffer({
      ...{ client: await asBuyer(program), headers },
      body: { post_id: postId, price: 12 },
    }),
  )
  expect(await offers()).toEqual([[12, 'open']])
  const countered = await killed(async (program, headers) =>
    marketplace.counterOffer({
      ...{ client: await asSeller(program), headers },
      ...{ path: { offer_id: offer._id }, body: { price: 15 } },
    }),
  )
  expect(await offers()).toEqual([
    [15, 'open'],
    [12, 'countered'],
  ])
  await killed(async (program, headers) =>
    marketplace.acceptOffer({
      ...{ client: await asBuyer(program), headers },
      path: { offer_id: countered._id },
    }),
  )
  expect(await offers()).toEqual([
    [15, 'accepted'],
    [12, 'countered'],
  ])
  return countered._id
}

/** Of what is paid, a third goes back. */
async function deal(town: Town, cast: Cast, processor: Processor, offer_id: string): Promise<void> {
  const { killed, program } = town
  const { asBuyer, asSeller, asChief, postId } = cast
  const order = async () => {
    const { data } = await dataOf(marketplace.getOrders({ client: await asBuyer(program()) }))
    const [one, ...others] = data
    if (!one || others.length > 0) throw new Error(`there are ${data.length} orders`)
    const path = { order_id: one._id }
    return (await dataOf(marketplace.getOrder({ client: await asBuyer(program()), path }))).data
  }
  const events = async () => (await order()).events.map(({ kind }) => kind)

  const { _id: order_id } = await killed(
    async (program, headers) =>
      marketplace.purchaseItem({
        ...{ client: await asBuyer(program), headers },
        body: { ...{ post_id: postId, offer_id, source: 'card', delivery: 'ship', address } },
      }),
    processor.held('payment'),
  )
  expect(await events()).toEqual(['pending_payment', 'paid'])
  const payments = await dataOf(marketplace.adminGetPayments({ client: await asChief(program()) }))
  expect(payments.data.map(({ amount, status }) => [amount, status])).toEqual([[15, 'succeeded']])

  await killed(async (program, headers) =>
    marketplace.shipOrder({
      ...{ client: await asSeller(program), headers },
      body: { order_id, carrier: 'DHL', tracking_code: '00340434161094042557' },
    }),
  )
  expect(await events()).toEqual(['pending_payment', 'paid', 'shipped'])

  await killed(async (program, headers) =>
    marketplace.disputeOrder({
      ...{ client: await asBuyer(program), headers },
      body: { order_id, reason: 'damaged', wanted: 5, text: 'The shade is bent, as one can see.' },
    }),
  )
  const disputed = await order()
  expect([disputed.status, disputed.dispute?.statements.length]).toEqual(['disputed', 1])

  await killed(
    async (program, headers) =>
      marketplace.adminDecideDispute({
        ...{ client: await asChief(program), headers },
        body: { order_id, refund: 5, message: 'A new shade costs as much.' },
      }),
    processor.held('refund'),
  )
  await processor.tellOfRefunds(program())
  const decided = await order()
  expect([decided.status, decided.dispute?.decided_refund]).toEqual(['released', 5])
  expect((await events()).filter((kind) => kind === 'refund')).toHaveLength(1)
  const moved = async () => {
    const { data } = await dataOf(marketplace.getUserTransactions({ client: await asBuyer(program()) }))
    return data.map(({ type, amount, status }) => [type, amount, status])
  }
  await until(async () => (await moved())[0]?.[2] === 'succeeded', mostMinutes)
  expect(await moved()).toEqual([
    ['refund', 5, 'succeeded'],
    ['purchase', -15, 'partly_refunded'],
  ])
}

async function review({ killed, program }: Town, { asBuyer, asSeller, sellerId }: Cast): Promise<void> {
  const dealOf = async (client: Client) => {
    const { data } = await dataOf(marketplace.getPendingReviews({ client }))
    return data[0]?._id ?? ''
  }
  const deal_id = await dealOf(await asBuyer(program()))
  await killed(async (program, headers) =>
    marketplace.addReview({
      ...{ client: await asBuyer(program), headers },
      body: { deal_id, rating: 4, text: 'The shade was bent, and paid for.' },
    }),
  )
  const body = { deal_id, rating: 5, text: 'Gladly again.' }
  await dataOf(marketplace.addReview({ client: await asSeller(program()), body }))
  const path = { user_id: sellerId }
  const { data } = await dataOf(marketplace.getReviews({ client: await asBuyer(program()), path }))
  expect(data.map(({ rating, is_visible }) => [rating, is_visible])).toEqual([[4, true]])
}

/** Money leaves for a bank, which sends it back. */
async function payOut({ killed, program }: Town, { asSeller }: Cast, processor: Processor): Promise<void> {
  const client = async () => asSeller(program())
  const wallet = async () => {
    const { data } = await dataOf(
      marketplace.getBalance({ client: await client(), query: { currency: 'EUR' } }),
    )
    return [data[0]?.available, data[0]?.in_payout]
  }
  const payouts = async () => {
    const { data } = await dataOf(marketplace.getPayouts({ client: await client() }))
    return data.map(({ amount, status }) => [amount, status])
  }
  await dataOf(
    marketplace.addBankAccount({
      client: await client(),
      headers: { 'Idempotency-Key': 'bank' },
      body: { bank_token: processor.bank, holder_name: 'Sella', country: 'DE', currency: 'EUR' },
    }),
  )
  await processor.identify(program())
  await until(
    async () => (await dataOf(marketplace.createIdentityLink({ client: await client() }))).data.is_payable,
  )
  const [before = 0] = await wallet()
  const { _id: payoutId } = await killed(async (program, headers) =>
    marketplace.transferToConnectedAccount({
      ...{ client: await asSeller(program), headers },
      body: { amount: 8, currency: 'EUR' },
    }),
  )
  await until(async () => (await payouts())[0]?.[1] === 'in_transit', mostMinutes)
  expect(await payouts()).toEqual([[8, 'in_transit']])
  expect(await wallet()).toEqual([before - 8, 8])

  await killed(async (program, headers) => {
    const by = { client: await asSeller(program), key: headers['Idempotency-Key'], payoutId }
    return { data: { data: await processor.bounce(program, by) } }
  })
  await until(async () => (await payouts())[0]?.[1] === 'returned', mostMinutes)
  expect(await payouts()).toEqual([[8, 'returned']])
  expect(await wallet()).toEqual([before, 0])
  const query = { type: 'payout', limit: 100 } as const
  const moved = await dataOf(marketplace.getUserTransactions({ client: await client(), query }))
  expect(moved.data.map(({ status }) => status)).toEqual(['returned'])
}

/** What the books and the processor say once all of it is more than an hour old. */
async function prove({ restartLater, program }: Town): Promise<void> {
  await restartLater('2h')
  const client = await asMember(staff)(program())
  const proof = async () => (await dataOf(marketplace.adminGetLedgerProof({ client }))).data
  const known = new Set((await proof()).reports.map(({ made_at }) => made_at))
  await dataOf(marketplace.adminProveLedger({ client }))
  const report = await until(async () => (await proof()).reports.find(({ made_at }) => !known.has(made_at)))
  expect(report).toMatchObject({ state: 'matches', differences: [] })
  if (hasFaketime)
    expect(report.sums.map(({ kind, provider, ledger }) => [kind, provider, ledger])).toEqual([
      ['captured', 15, 15],
      ['refunded', -5, -5],
    ])
  const { money_moves, proofs } = await proof()
  expect([money_moves, proofs[0]?.differences]).toEqual([true, []])
}

describe.concurrent('a sale of which each step is killed', () => {
  test.for([
    ['the sandbox', sandbox],
    ['Stripe', stripe],
  ] as const)('comes to its end once, with %s', { timeout: minutes(30) }, async ([, open], context) => {
    const processor = await open()
    const place = await town(processor, context)
    const cast = await prepare(place.program(), processor)
    const offerId = await agree(place, cast)
    await deal(place, cast, processor, offerId)
    await review(place, cast)
    await payOut(place, cast, processor)
    await prove(place)
    expect(processor.made() ?? { payments: 1, refunds: 1, payouts: 1 }).toEqual({
      payments: 1,
      refunds: 1,
      payouts: 1,
    })
    expect(await place.program().stop()).toBe(0)
    expect(place.kills()).toBe(10)
  })
})
