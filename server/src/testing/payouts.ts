import { type OwnedBank, selectBank } from '../marketplace/payouts/bank-queries.ts'
import { advancePayout } from '../marketplace/payouts/jobs.ts'
import { insertPayout } from '../marketplace/payouts/payout-queries.ts'
import { book, ofPerson, openTransaction } from '../marketplace/wallet/public.ts'
import { newId } from '../platform/ids.ts'
import type { Cast } from './cast.ts'
import { runNow } from './jobs.ts'
import { call, granted, type TestPerson, world } from './kit.ts'
import { inWork, putIn } from './money.ts'

let added = 0

/** A bank account of somebody, another one each time unless its token says which. */
export async function newBankAccount(
  as: TestPerson,
  {
    token = `btok_sandbox_verified_${nextDigits()}`,
    currency = 'EUR',
  }: { token?: string; currency?: string } = {},
) {
  const body = { bank_token: token, holder_name: 'Ada Lovelace', country: 'DE', currency }
  const headers = { 'idempotency-key': newId() }
  return (await granted(call('POST', '/api/v1/payment-mgt/add-bank-account', { as, body, headers }))).body
    .data
}

export function nextDigits(): string {
  added += 1
  return String(1000 + (added % 9000))
}

/** A verified bank account of somebody, the one that they have or a new one. */
export async function someBankAccount(as: TestPerson): Promise<{ _id: string }> {
  const { body } = await granted(call('GET', '/api/v1/payment-mgt/bank-accounts', { as }))
  return body.data.find(({ status }: { status: string }) => status === 'verified') ?? newBankAccount(as)
}

const chosen = new Map<string, string>()

/** A verified bank account of somebody, another one than the time before. */
export async function anotherBankAccount(as: TestPerson): Promise<string> {
  await someBankAccount(as)
  const { body } = await granted(call('GET', '/api/v1/payment-mgt/bank-accounts', { as }))
  const ids: string[] = body.data
    .filter(({ status }: { status: string }) => status === 'verified')
    .map(({ _id }: { _id: string }) => _id)
    .sort()
  const id =
    ids.length < 2
      ? (await newBankAccount(as))._id
      : (ids[(ids.indexOf(chosen.get(as.id) ?? '') + 1) % ids.length] ?? '')
  chosen.set(as.id, id)
  return id
}

/** The row of a bank account of somebody. */
export async function bankRowOf(as: TestPerson): Promise<OwnedBank> {
  const { _id } = await someBankAccount(as)
  const row = await selectBank((await world()).host.services.db, _id)
  if (!row) throw new Error('the bank account is gone')
  return row
}

/** A payout that somebody asked for and nobody has sent yet. */
export async function newPayout({ member }: Pick<Cast, 'member'>): Promise<{ _id: string }> {
  const bank = await bankRowOf(member)
  const id = newId()
  await inWork(async (work) => {
    await book(work, putIn(member.id, 1000))
    const about = { model: 'payout', id }
    const money = { currency: 'EUR', mode: 'test' } as const
    const { id: entryId } = await book(work, {
      ...{ key: `payout:${id}:requested`, kind: 'payout_requested', ...money, about },
      lines: [
        { account: ofPerson(member.id, 'available'), amountMinor: -1000 },
        { account: ofPerson(member.id, 'in_payout'), amountMinor: 1000 },
      ],
    })
    await insertPayout(work.db, {
      ...{ id, user_id: member.id, bank_account_id: bank.id, provider: bank.provider, mode: 'test' },
      ...{ amount_minor: 1000, currency: 'EUR', at: work.clock.now() },
    })
    await openTransaction(work, {
      ...{ id, personId: member.id, type: 'payout', status: 'processing', amountMinor: -1000 },
      ...money,
      ...{ about, entryId },
    })
  })
  return { _id: id }
}

/** One that is on its way. @returns its id */
export async function newSentPayout(cast: Pick<Cast, 'member'>): Promise<string> {
  const { _id: payoutId } = await newPayout(cast)
  await runNow(advancePayout, { payoutId })
  return payoutId
}
