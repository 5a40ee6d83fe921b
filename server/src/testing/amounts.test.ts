import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { problemsOf } from '../platform/http/openapi.ts'
import type { Registered } from '../platform/operation/registry.ts'
import { type AmountField, amountFieldsOf, valueAt, withAmount } from './amounts.ts'
import type { Arranged, Arrangements } from './arranged.ts'
import { arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { type Answer, granted, world } from './kit.ts'
import { answer, newOffer } from './offers.ts'
import { closeWorld, worldWith } from './world.ts'

/** Every amount that an operation takes, in currencies of no, two and three decimals, as its declaration has it. */

const taking = allOperations().flatMap((registered) => {
  const fields = amountFieldsOf(registered.operation)
  return fields.length > 0 ? [{ registered, fields }] : []
})

let cast: Cast
beforeAll(async () => {
  await worldWith({})
  cast = await newCast()
})
afterAll(closeWorld)

test('what takes an amount refuses one that its currency has no coins for, and nothing else does', () => {
  const refusing = allOperations().filter((one) =>
    problemsOf(one).some(({ code }) => code === 'PRICE_PRECISION'),
  )
  expect(taking.map(({ registered }) => registered.id).sort()).toEqual(refusing.map(({ id }) => id).sort())
})

/** Calls of this test's own, where the arranged one has what cannot stand beside an amount. */
const others: Arrangements = {
  async sendMessage({ member, partner }) {
    const { id, roomId } = await newOffer({ member, partner })
    await granted(answer(member, 'withdraw', id))
    return { as: member, body: { chatroom_id: roomId, offer: { price: 14 } } }
  },
}

/** A call that carries the field; without it, where none does. */
async function wayOf(registered: Registered, { part, place }: AmountField): Promise<Arranged> {
  const own = others[registered.id]
  const ways = own ? [await [own].flat()[0]?.(cast)] : await arrange(registered, cast)
  const way = ways.find((one) => valueAt(one?.[part], place) !== undefined) ?? ways[0]
  if (!way) throw new Error(`${registered.id} has no arranged call`)
  return way
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Has all that a call names be in another currency, where the call does not say which. */
async function moveTo(currency: string, { as, params, query, body }: Arranged): Promise<void> {
  const { db } = (await world()).host.services
  const named = Object.values({ ...params, ...query, ...body, as: as?.id })
  const ids = named.filter((value) => typeof value === 'string' && uuid.test(value))
  const isNamed = sql`any(${ids}::uuid[])`
  for (const table of ['users', 'orders', 'purchase_listing', 'offer'])
    await sql`update marketplace.${sql.raw(table)} set currency = ${currency} where id = ${isNamed}`.execute(
      db,
    )
  await sql`
    update marketplace.post set currency = ${currency} where id = ${isNamed}
      or id in (select post_id from marketplace.offer where id = ${isNamed})
      or id in (select post_id from marketplace.chat_room where id = ${isNamed})`.execute(db)
}

const refusalOf = ({ status, body }: Answer, path: string) => ({
  status,
  code: body.error?.code,
  isNamed: body.error?.fields?.some((field) => field.path === path) ?? false,
})

const malformed = { status: 400, code: 'VALIDATION_FAILED', isNamed: true }
const tooFine = { status: 400, code: 'PRICE_PRECISION', isNamed: true }

/** Of no, two and three decimals: what has one too many, and what is exact. */
const currencies = [
  ['JPY', 1.5, 1500],
  ['USD', 12.999, 12.99],
  ['KWD', 1.2345, 1.234],
] as const

/** What was booked stays in its currency: of an order in another one only what is refused before that can be asked. */
const ofWhatIsBooked = ['disputeOrder', 'adminDecideDispute', 'refundOrder']

interface Asked {
  way: Arranged
  field: AmountField
  amount: number
  currency: string
}

async function ask(registered: Registered, { way, field, amount, currency }: Asked): Promise<Answer> {
  if (!field.isBesideCurrency) await moveTo(currency, way)
  const given = await perform(registered, withAmount(way, field, amount, currency))
  if (!field.isBesideCurrency) await moveTo('EUR', way)
  return given
}

/** As its sender wrote it: 1e3 is a number like any other. */
function written(way: Arranged, field: AmountField, text: string): Arranged {
  if (field.part === 'query') return withAmount(way, field, text)
  const mark = 987_654.25
  const payload = JSON.stringify(withAmount(way, field, mark).body).replace(String(mark), text)
  const { body: _, ...rest } = way
  return {
    ...rest,
    payload: Buffer.from(payload),
    headers: { ...way.headers, 'content-type': 'application/json' },
  }
}

describe.each(taking.map(({ registered, fields }) => [registered.id, registered, fields] as const))(
  '%s',
  (_id, registered, fields) => {
    test.each(fields.map((field) => [field.path, field] as const))('%s', async (path, field) => {
      const way = await wayOf(registered, field)
      // Whatever stands in a query is a text.
      const texts = field.part === 'query' ? [] : ['12']
      for (const value of [-1, 1e21, ...texts])
        expect({
          value,
          ...refusalOf(await perform(registered, withAmount(way, field, value)), path),
        }).toEqual({
          value,
          ...malformed,
        })
      for (const [currency, fine] of currencies) {
        const given = await ask(registered, { way, field, amount: fine, currency })
        expect({ currency, ...refusalOf(given, path) }).toEqual({ currency, ...tooFine })
      }
      const exactly = await perform(registered, written(await wayOf(registered, field), field, '1e3'))
      expect(['1e3', refusalOf(exactly, path)]).not.toEqual(['1e3', malformed])
      expect(['1e3', refusalOf(exactly, path)]).not.toEqual(['1e3', tooFine])
      const exactOnes = ofWhatIsBooked.includes(registered.id) ? [] : currencies
      for (const [currency, , exact] of exactOnes) {
        const another = { way: await wayOf(registered, field), field, amount: exact, currency }
        const { code } = refusalOf(await ask(registered, another), path)
        expect([currency, code]).not.toEqual([currency, 'PRICE_PRECISION'])
      }
    })
  },
)
