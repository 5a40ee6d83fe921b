import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newMember, world } from '../../testing/kit.ts'
import { inWork, putIn } from '../../testing/money.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import type { Booking } from './booking.ts'
import { type PersonKind, personKinds } from './ledger.ts'
import { balanceOf, book, ofHouse, ofPerson, reverse } from './public.ts'

/** The ledger against a small model of it. LEDGER_MODEL_RUNS makes a longer run, LEDGER_MODEL_SEED repeats one. */

const runs = Number(process.env.LEDGER_MODEL_RUNS ?? 15)
const seed = Number(process.env.LEDGER_MODEL_SEED ?? Math.floor(performance.timeOrigin % 2 ** 31))
const most = 3
const currencies = ['JPY', 'EUR', 'KWD'] as const

beforeAll(() => worldWith({}))
afterAll(closeWorld)

let people: string[]
beforeAll(async () => {
  people = (await Promise.all(Array.from({ length: most }, () => newMember()))).map(({ id }) => id)
})

const who = fc.nat(most - 1)
const kind = fc.constantFrom(...personKinds)
const amount = fc.integer({ min: 1, max: 1000 })
const currency = fc.constantFrom(...currencies)
const step = fc.oneof(
  fc.record({ does: fc.constant('fill' as const), who, amount, currency }),
  fc.record({ does: fc.constant('move' as const), who, kind, to: who, toKind: kind, amount, currency }),
  fc.record({ does: fc.constant('again' as const), at: fc.nat(20) }),
  fc.record({ does: fc.constant('undo' as const), at: fc.nat(20) }),
)

type Change = readonly [account: string, amount: number]
interface Done {
  id: string
  booking: Booking
  changes: readonly Change[]
  isUndone: boolean
}

const nameOf = (person: string, kind: PersonKind, currency: string) => `${person} ${kind} ${currency}`

class Model {
  readonly balances = new Map<string, number>()
  readonly done: Done[] = []

  fits(changes: readonly Change[]): boolean {
    const sums = new Map<string, number>()
    for (const [account, by] of changes) sums.set(account, (sums.get(account) ?? 0) + by)
    return [...sums].every(([account, by]) => by >= 0 || (this.balances.get(account) ?? 0) + by >= 0)
  }

  apply(changes: readonly Change[]): void {
    for (const [account, by] of changes) this.balances.set(account, (this.balances.get(account) ?? 0) + by)
  }
}

const changesOf = ({ lines, currency }: Pick<Booking, 'lines' | 'currency'>): Change[] =>
  lines.flatMap(({ account, amountMinor }) =>
    account.personId === null
      ? []
      : [[nameOf(account.personId, account.kind, currency), amountMinor] as const],
  )

const personAt = (at: number) => people[at] ?? ''

async function doStep(model: Model, one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
  if (one.does === 'again' || one.does === 'undo') {
    const earlier = model.done[one.at]
    if (!earlier) return
    return one.does === 'again' ? repeat(earlier) : undo(model, earlier)
  }
  const from = one.does === 'fill' ? ofHouse('provider') : ofPerson(personAt(one.who), one.kind)
  const to =
    one.does === 'fill' ? ofPerson(personAt(one.who), 'available') : ofPerson(personAt(one.to), one.toKind)
  const lines = [
    { account: from, amountMinor: -one.amount },
    { account: to, amountMinor: one.amount },
  ]
  // An entry from an account to itself moves nothing, and is refused for that.
  if (JSON.stringify(from) === JSON.stringify(to)) return
  const booking = putIn(personAt(one.who), 0, { currency: one.currency, lines })
  const changes = changesOf(booking)
  const booked = await inWork((work) => book(work, booking)).catch((error: { code: string }) => error.code)
  expect(typeof booked === 'string' ? booked : 'booked').toBe(
    model.fits(changes) ? 'booked' : 'INSUFFICIENT_FUNDS',
  )
  if (typeof booked === 'string') return
  model.apply(changes)
  model.done.push({ id: booked.id, booking, changes, isUndone: false })
}

async function repeat({ booking, id }: Done) {
  expect(await inWork((work) => book(work, booking))).toEqual({ id, isNew: false })
}

async function undo(model: Model, earlier: Done) {
  const changes = earlier.changes.map(([account, by]) => [account, -by] as const)
  const key = `test:${newId()}`
  const undone = await inWork((work) => reverse(work, earlier.id, { key, kind: 'undone' })).then(
    () => true,
    () => false,
  )
  expect(undone).toBe(!earlier.isUndone && model.fits(changes))
  if (!undone) return
  model.apply(changes)
  earlier.isUndone = true
}

async function expectLike(model: Model): Promise<void> {
  const { db } = (await world()).host.services
  for (const person of people)
    for (const currency of currencies) {
      const balance = await balanceOf(db, person, { currency, mode: 'test' })
      for (const kind of personKinds)
        expect(balance[`${kind}_minor`]).toBe(model.balances.get(nameOf(person, kind, currency)) ?? 0)
    }
  const { rows } = await sql`
    select currency, mode from marketplace.ledger_account group by 1, 2 having sum(balance_minor) <> 0`.execute(
    db,
  )
  expect(rows).toEqual([])
}

test(`the ledger does what its model does (seed ${seed})`, { timeout: minutes(60) }, async () => {
  const model = new Model()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const one of steps) await doStep(model, one)
      await expectLike(model)
    }),
    // One model for all runs, whose balances go on: what fails is shown, and repeated by its seed.
    { seed, numRuns: runs, endOnFailure: true },
  )
})
