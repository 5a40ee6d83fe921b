import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlState } from '../../platform/db/failures.ts'
import { newId } from '../../platform/ids.ts'
import { newMember, world } from '../../testing/kit.ts'
import { inWork, pay, putIn } from '../../testing/money.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { balanceOf, book, ofPerson, reverse } from './public.ts'

beforeAll(() => worldWith({}))
afterAll(closeWorld)

const availableTo = async (personId: string, currency = 'EUR') =>
  (await balanceOf((await world()).host.services.db, personId, { currency, mode: 'test' })).available_minor

const failureOf = (run: Promise<unknown>) => run.then(() => undefined, sqlState)

describe('an entry', () => {
  test('is booked once for its key, and changes the balances in its own transaction', async () => {
    const { id } = await newMember()
    const booking = putIn(id, 1250)
    const first = await inWork((work) => book(work, booking))
    expect(first).toEqual({ id: expect.any(String), isNew: true })
    expect(await inWork((work) => book(work, booking))).toEqual({ id: first.id, isNew: false })
    expect(await availableTo(id)).toBe(1250)
  })

  test('that would leave somebody less than nothing is refused with what they have', async () => {
    const [buyer, seller] = [await newMember(), await newMember()]
    await inWork((work) => book(work, putIn(buyer.id, 500)))
    await expect(inWork((work) => book(work, pay(buyer.id, seller.id, 501)))).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      extra: { details: { available: 5, available_minor: 500, currency: 'EUR' } },
    })
    await expect(
      inWork((work) => book(work, pay(seller.id, buyer.id, 1, { currency: 'JPY' }))),
    ).rejects.toMatchObject({ extra: { details: { available: 0, currency: 'JPY' } } })
    expect(await availableTo(buyer.id)).toBe(500)
    expect(await availableTo(seller.id)).toBe(0)
  })

  test('takes no more from an account than there is, however many ask at once', async () => {
    const [buyer, seller] = [await newMember(), await newMember()]
    await inWork((work) => book(work, putIn(buyer.id, 1000)))
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, () => inWork((work) => book(work, pay(buyer.id, seller.id, 100)))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect([await availableTo(buyer.id), await availableTo(seller.id)]).toEqual([0, 1000])
  })

  test('of one key is booked once by thirty at once', async () => {
    const { id } = await newMember()
    const booking = putIn(id, 7)
    const booked = await Promise.all(Array.from({ length: 30 }, () => inWork((work) => book(work, booking))))
    expect(booked.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(booked.map((one) => one.id)).size).toBe(1)
    expect(await availableTo(id)).toBe(7)
  })

  test('of two people who pay each other at the same moment waits for no other', async () => {
    const [a, b] = [await newMember(), await newMember()]
    for (const { id } of [a, b]) await inWork((work) => book(work, putIn(id, 1000)))
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        inWork((work) => book(work, index % 2 ? pay(a.id, b.id, 10) : pay(b.id, a.id, 10))),
      ),
    )
    expect([await availableTo(a.id), await availableTo(b.id)]).toEqual([1000, 1000])
  })

  test('is undone once, and what undoes it says the opposite', async () => {
    const { id } = await newMember()
    const { id: entryId } = await inWork((work) => book(work, putIn(id, 300)))
    const undo = (key: string) => inWork((work) => reverse(work, entryId, { key, kind: 'undone' }))
    const key = `test:${newId()}`
    expect(await undo(key)).toMatchObject({ isNew: true })
    expect(await undo(key)).toMatchObject({ isNew: false })
    expect(await failureOf(undo(`test:${newId()}`))).toBe('23505')
    expect(await availableTo(id)).toBe(0)
    const { id: other } = await inWork((work) => book(work, putIn(id, 300)))
    expect(await failureOf(inWork((work) => book(work, putIn(id, -299, { reverses: other }))))).toBe('PLZ02')
  })

  test('keeps test money from real money', async () => {
    const [{ id }, other] = [await newMember(), await newMember()]
    await inWork((work) => book(work, putIn(id, 900, { mode: 'live' })))
    expect(await availableTo(id)).toBe(0)
    await expect(inWork((work) => book(work, pay(id, other.id, 1)))).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })
})

describe('the database refuses', () => {
  test('an entry that does not sum to zero, or moves nothing', async () => {
    const { id } = await newMember()
    const lines = [{ account: ofPerson(id, 'available'), amountMinor: 5 }]
    expect(await failureOf(inWork((work) => book(work, putIn(id, 5, { lines }))))).toBe('PLZ02')
    expect(await failureOf(inWork((work) => book(work, putIn(id, 0))))).toBe('PLZ02')
    expect(await availableTo(id)).toBe(0)
  })

  test('a change of what stands, and an account below zero, whoever asks', async () => {
    const { id } = await newMember()
    const { id: entryId } = await inWork((work) => book(work, putIn(id, 300)))
    const { db } = (await world()).host.services
    const refused = [
      sql`update marketplace.ledger_line set amount_minor = 1 where entry_id = ${entryId}`,
      sql`delete from marketplace.ledger_line where entry_id = ${entryId}`,
      sql`update marketplace.ledger_entry set kind = 'other' where id = ${entryId}`,
      sql`delete from marketplace.ledger_entry where id = ${entryId}`,
      sql`update marketplace.ledger_account set currency = 'USD' where person_id = ${id}`,
      sql`delete from marketplace.ledger_account where person_id = ${id}`,
      sql`truncate marketplace.ledger_line`,
    ]
    for (const statement of refused) expect(await failureOf(statement.execute(db))).toBe('PLZ01')
    expect(
      await failureOf(
        sql`update marketplace.ledger_account set balance_minor = -1 where person_id = ${id}`.execute(db),
      ),
    ).toBe('23514')
  })

  test('lines that are added to an entry later, even if they sum to zero', async () => {
    const { id } = await newMember()
    const { id: entryId } = await inWork((work) => book(work, putIn(id, 300)))
    await inWork((work) =>
      book(work, {
        ...putIn(id, 1),
        lines: [
          { account: ofPerson(id, 'available'), amountMinor: -2 },
          { account: ofPerson(id, 'escrow'), amountMinor: 1 },
          { account: ofPerson(id, 'reserved'), amountMinor: 1 },
        ],
      }),
    )
    const { db } = (await world()).host.services
    const late = sql`
      insert into marketplace.ledger_line (entry_id, account_id, amount_minor)
      select ${entryId}, id, case kind when 'escrow' then 1 else -1 end from marketplace.ledger_account
      where person_id = ${id} and kind in ('escrow', 'reserved')`
    expect(await failureOf(late.execute(db))).toBe('PLZ02')
  })
})
