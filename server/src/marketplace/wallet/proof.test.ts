import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Cache } from '../../platform/cache.ts'
import { runNow } from '../../testing/jobs.ts'
import { call, eventually, expectProblem, granted, newMember, newStaff, world } from '../../testing/kit.ts'
import { fillWallet, inWork } from '../../testing/money.ts'
import { newsHeard } from '../../testing/round-trips.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, stillClock, worldWith } from '../../testing/world.ts'
import { proveNewEntries, proveWholeLedger } from './jobs.ts'
import { checkMoneyMoves } from './public.ts'
import { moneyStop } from './stop-queries.ts'

beforeAll(async () => {
  await worldWith({})
  // A proof is made when the program starts.
  await jobsDone()
})
afterAll(closeWorld)

const state = async () => {
  const as = await newStaff('administrator')
  return (await granted(call('GET', '/api/v1/admin/ledger/proof', { as }))).body.data
}

/** Somebody writes to the database past the program. */
const shift = async (personId: string, byMinor: number) =>
  sql`update marketplace.ledger_account set balance_minor = balance_minor + ${byMinor} where person_id = ${personId}`.execute(
    (await world()).host.services.db,
  )

const moves = () =>
  inWork(checkMoneyMoves).then(
    () => true,
    (error: { code: string }) => error.code,
  )
/** Waits until operators are shown it; what they are shown was known a moment before. */
const isWatchedAs = (value: 0 | 1) =>
  eventually(async () => {
    const { text } = await (await world()).host.metrics.read()
    return text.split('\n').includes(`plaza_money_stopped ${value}`)
  })

let repair: (() => Promise<unknown>) | undefined
afterEach(async () => {
  await repair?.()
  repair = undefined
  await runNow(proveWholeLedger, {})
})

/** A wallet whose balance is off until the test has ended. */
async function newDrift(): Promise<string> {
  const { id } = await newMember()
  await fillWallet({ id }, 1000)
  await shift(id, 1)
  repair = () => shift(id, -1)
  return id
}

describe('a proof of the ledger', () => {
  test('that neither stops money nor lets it go has nobody read again whether it moves', async () => {
    const { services } = (await world()).host
    const cache = new Cache({ ...services, clock: stillClock() })
    const known = cache.get(moneyStop)
    await runNow(proveWholeLedger, {})
    await newsHeard()
    expect(cache.get(moneyStop)).toBe(known)
    await newDrift()
    await runNow(proveWholeLedger, {})
    await newsHeard()
    expect(cache.get(moneyStop)).not.toBe(known)
  })

  test('holds while the books add up, and says what is in them', async () => {
    await fillWallet(await newMember(), 1000)
    await runNow(proveWholeLedger, {})
    const { money_moves, proofs, totals } = await state()
    expect(money_moves).toBe(true)
    expect(proofs[0]).toMatchObject({ scope: 'all', holds: true, differences: [] })
    expect(proofs[0].entries).toBeGreaterThan(0)
    const euros = totals.filter(
      (one: { currency: string; mode: string }) => one.currency === 'EUR' && one.mode === 'test',
    )
    expect(euros.reduce((sum: number, one: { balance_minor: number }) => sum + one.balance_minor, 0)).toBe(0)
    await isWatchedAs(0)
  })

  test('that finds a difference stops money, mails administrators, and once the books are right it moves again', async () => {
    const admin = await newStaff('administrator')
    await newDrift()
    await runNow(proveWholeLedger, {})
    const { money_moves, stopped_since, proofs } = await state()
    expect([money_moves, typeof stopped_since]).toEqual([false, 'string'])
    expect(proofs[0]).toMatchObject({
      holds: false,
      differences: [{ kind: 'account', amount: 0.01, amount_minor: 1, currency: 'EUR' }],
    })
    expect(await moves()).toBe('MONEY_STOPPED')
    await isWatchedAs(1)
    const { db } = (await world()).host.services
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from platform.mail where recipient = ${admin.email} and subject like '%books do not add up%'`.execute(
        db,
      )
      return rows.length === 1
    })
    await repair?.()
    repair = undefined
    await runNow(proveWholeLedger, {})
    expect(await moves()).toBe(true)
  })

  test('of what is new sees what was moved since the last one, and does not say that the rest is right', async () => {
    await runNow(proveWholeLedger, {})
    const id = await newDrift()
    await runNow(proveNewEntries, {})
    const [proof] = (await state()).proofs
    expect(proof).toMatchObject({ scope: 'new', holds: false, differences: [{ kind: 'account' }] })
    await shift(id, -1)
    repair = undefined
    await runNow(proveNewEntries, {})
    expect(await moves()).toBe('MONEY_STOPPED')
  })

  test('finds lines that were changed in spite of everything', async () => {
    const { id } = await newMember()
    const { db } = (await world()).host.services
    await fillWallet({ id }, 1000)
    const tamper = async (amount: number) => {
      await sql`alter table marketplace.ledger_line disable trigger ledger_line_stays`.execute(db)
      await sql`
        update marketplace.ledger_line l set amount_minor = ${amount} from marketplace.ledger_account a
        where a.id = l.account_id and a.person_id = ${id}`.execute(db)
      await sql`alter table marketplace.ledger_line enable trigger ledger_line_stays`.execute(db)
    }
    await tamper(999)
    repair = () => tamper(1000)
    await runNow(proveWholeLedger, {})
    const { differences } = (await state()).proofs[0]
    expect(differences).toEqual([
      { kind: 'entry', id: expect.any(String), amount: -0.01, amount_minor: -1, currency: 'EUR' },
      { kind: 'account', id: expect.any(String), amount: 0.01, amount_minor: 1, currency: 'EUR' },
    ])
  })
})

describe('an administrator', () => {
  test('lets money move again, with a reason that is kept', async () => {
    await newDrift()
    await runNow(proveWholeLedger, {})
    const as = await newStaff('administrator')
    const path = '/api/v1/admin/ledger/let-money-move'
    const body = { reason: 'a cent was added by hand' }
    expect((await granted(call('POST', path, { as, body }))).body.data).toEqual({ was_stopped: true })
    expect(await moves()).toBe(true)
    expect((await granted(call('POST', path, { as, body }))).body.data).toEqual({ was_stopped: false })
    const { rows } = await sql<{ details: object }>`
      select details from platform.audit where actor_id = ${as.id} and action = 'admin-let-money-move'`.execute(
      (await world()).host.services.db,
    )
    expect(rows.map(({ details }) => details)).toEqual(
      expect.arrayContaining([true, false].map((was_stopped) => ({ ...body, was_stopped }))),
    )
    expectProblem(await call('POST', path, { as: await newMember(), body }), 403, 'FORBIDDEN')
  })

  test('has the ledger proved now', async () => {
    const as = await newStaff('administrator')
    const before = (await state()).proofs[0]?._id
    await granted(call('POST', '/api/v1/admin/ledger/prove', { as }))
    await eventually(async () => (await state()).proofs[0]?._id !== before)
  })
})
