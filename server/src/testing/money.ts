import type { Booking } from '../marketplace/wallet/booking.ts'
import { personKinds } from '../marketplace/wallet/ledger.ts'
import { selectBalances } from '../marketplace/wallet/ledger-queries.ts'
import { book, issueReceipt, ofHouse, ofPerson, openTransaction } from '../marketplace/wallet/public.ts'
import { newId } from '../platform/ids.ts'
import { platformItself, transact } from '../platform/operation/transact.ts'
import type { Work } from '../platform/operation/work.ts'
import { world } from './world.ts'

/** Does something in a transaction of its own. */
export const inWork = async <Result>(work: (work: Work) => Promise<Result>): Promise<Result> =>
  transact((await world()).host.services, platformItself, work)

/** Money that comes from the provider into somebody's wallet. */
export const putIn = (personId: string, amountMinor: number, more: Partial<Booking> = {}): Booking => ({
  key: `test:${newId()}`,
  kind: 'add_funds',
  currency: 'EUR',
  mode: 'test',
  lines: [
    { account: ofHouse('provider'), amountMinor: -amountMinor },
    { account: ofPerson(personId, 'available'), amountMinor },
  ],
  ...more,
})

/** Puts money into somebody's wallet. */
export const fund = ({ id }: { id: string }, amountMinor: number, currency = 'EUR') =>
  inWork((work) => book(work, putIn(id, amountMinor, { currency })))

/** Money that goes from one wallet into another. */
export const pay = (from: string, to: string, amountMinor: number, more: Partial<Booking> = {}): Booking => ({
  ...putIn(to, amountMinor),
  kind: 'purchase',
  lines: [
    { account: ofPerson(from, 'available'), amountMinor: -amountMinor },
    { account: ofPerson(to, 'available'), amountMinor },
  ],
  ...more,
})

/** Takes all that somebody has, whatever it waits for, so that nothing keeps them from leaving. */
export const emptyWallet = ({ id: personId }: { id: string }) =>
  inWork(async (work) => {
    const mode = work.services.moneyMode
    const balances = await selectBalances(work.db, { personId, mode, currency: null })
    for (const { currency, ...balance } of balances)
      for (const kind of personKinds) {
        const amountMinor = balance[`${kind}_minor`]
        if (amountMinor === 0) continue
        const lines = [
          { account: ofPerson(personId, kind), amountMinor: -amountMinor },
          { account: ofHouse('provider'), amountMinor },
        ]
        await book(work, { key: `test:${newId()}`, kind: 'emptied', currency, mode, lines })
      }
  })

/** Fills somebody's wallet, as a transaction that they see, with its receipt. @returns the transaction */
export const fillWallet = (
  person: { id: string },
  amountMinor: number,
  options?: FillOptions,
): Promise<string> => inWork((work) => fillWalletIn(work, person, amountMinor, options))

/** The same, in a transaction of one's own. */
export async function fillWalletIn(
  work: Pick<Work, 'db' | 'clock'>,
  { id: personId }: { id: string },
  amountMinor: number,
  { currency = 'EUR', counterpartId = null, subject = '' }: FillOptions = {},
): Promise<string> {
  const id = newId()
  const { id: entryId } = await book(work, putIn(personId, amountMinor, { currency }))
  const about = { model: 'payment', id: newId() }
  const common = { personId, currency, mode: 'test', counterpartId } as const
  await openTransaction(work, {
    ...common,
    ...{ id, type: 'add_funds', status: 'succeeded', amountMinor, about, entryId },
  })
  const lines = [{ side: 'platform', label: 'funds', amount_minor: amountMinor }] as const
  await issueReceipt(work, { ...common, transactionId: id, subject, lines })
  return id
}

interface FillOptions {
  currency?: string
  counterpartId?: string | null
  subject?: string
}
