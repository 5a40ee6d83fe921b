import { days, hours } from '../../platform/clock.ts'
import { majorOf } from '../../platform/money.ts'
import type { Flow, Work } from '../../platform/operation/work.ts'
import type { Payout } from '../../platform/payments/paying-out.ts'
import { ProviderRefused } from '../../platform/provider-errors.ts'
import { notify } from '../notifications/public.ts'
import { paymentsOf } from '../payments/public.ts'
import { inEachLanguage } from '../texts.ts'
import { book, moveTransaction, ofHouse, ofPerson, type TransactionStatus } from '../wallet/public.ts'
import { type OwnedBank, selectBank } from './bank-queries.ts'
import { payoutUpdated } from './events.ts'
import {
  hasArrived,
  lookAgainAt,
  movePayout,
  type PayoutMove,
  type PayoutRow,
  selectPayout,
} from './payout-queries.ts'

// Where money has gone that left the wallet for a bank. The provider is asked; what it says is written down once.

/** How often the provider is asked of its own accord; it tells us sooner. */
export const lookEveryMs = hours(6)

/** For so long a bank may send back what had arrived there. */
const mayComeBackMs = days(14)

/** When the provider is asked again of a payout that has arrived: after a day, later and later, and at last no more. */
function nextLook(paidAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - paidAt.getTime()
  return ageMs < mayComeBackMs ? new Date(now.getTime() + Math.max(days(1), ageMs)) : null
}

/** Takes a payout one or more steps on: it is sent, has arrived, or comes back, some after they had arrived. */
export async function advance(flow: Flow, payoutId: string): Promise<void> {
  const { payout, bank } = await flow.read(async ({ db }) => {
    const payout = await selectPayout(db, payoutId)
    return { payout, bank: payout && (await selectBank(db, payout.bank_account_id)) }
  })
  if (!payout) return
  // Nobody is asked about the money of somebody who has left.
  if (!bank) return flow.step('leave', ({ db }) => lookAgainAt(db, payoutId, null))
  if (payout.status === 'requested') await send(flow, payout, bank)
  else if (payout.status === 'in_transit' || payout.status === 'paid') await look(flow, payout, bank)
  else if (payout.status === 'failed') await returnMoney(flow, payout, bank)
}

/** What the provider made of it, or that it refused, for good. */
type Sent = Payout | { refused: string }

async function send(flow: Flow, payout: PayoutRow, bank: OwnedBank): Promise<void> {
  const wanted = {
    ...{ payeeId: bank.provider_payee_id, bankId: bank.provider_bank_id },
    ...{ amountMinor: payout.amount_minor, currency: payout.currency },
  }
  const { id: key } = payout
  const sent = await flow.outside<Sent>('send', {
    async call(providers, { signal }) {
      const { payingOut } = paymentsOf(providers, payout)
      const found = await payingOut.findPayout(wanted, { key, signal })
      return found ?? payingOut.createPayout(wanted, { key, signal }).catch(refusalOf)
    },
    find: (providers, { signal }) =>
      paymentsOf(providers, payout).payingOut.findPayout(wanted, { key, signal }),
  })
  await flow.step('keep', (work) => keep(work, payout, sent))
  if (isLost(sent)) await returnMoney(flow, payout, bank)
}

const refusalOf = (error: unknown): Sent => {
  if (error instanceof ProviderRefused) return { refused: error.code ?? 'refused' }
  throw error
}

const isLost = (sent: Sent): boolean => 'refused' in sent || sent.status === 'failed'

async function look(flow: Flow, payout: PayoutRow, bank: OwnedBank): Promise<void> {
  const payoutId = payout.provider_payout_id ?? ''
  const now = await flow.outside<Sent>('look', {
    call: (providers, asking) =>
      paymentsOf(providers, payout).payingOut.readPayout(
        { payeeId: bank.provider_payee_id, payoutId },
        asking,
      ),
  })
  await flow.step('keep', (work) => keep(work, payout, now))
  if (isLost(now)) await returnMoney(flow, payout, bank)
}

/** Moves a payout on, if it is where it must be, and tells its owner's open apps. */
async function move({ db, publish }: Work, change: PayoutMove): Promise<PayoutRow | undefined> {
  const moved = await movePayout(db, change)
  if (moved) publish(payoutUpdated, { recipientId: moved.user_id, data: { payout_id: moved.id } })
  return moved
}

/** Writes down what the provider says. */
export async function keep(work: Work, { id, status, updated_at }: PayoutRow, said: Sent): Promise<void> {
  const at = work.clock.now()
  if ('refused' in said) {
    await move(work, {
      id,
      from: ['requested'],
      to: 'failed',
      failureCode: said.refused,
      lookAt: at,
      at,
    })
    return
  }
  const { id: providerId, failureCode, arrivesAt } = said
  const lookAt = new Date(at.getTime() + lookEveryMs)
  const known = { id, providerId, arrivesAt, at }
  const sent = await move(work, { ...known, from: ['requested'], to: 'in_transit', lookAt })
  if (sent) await tell(work, sent, 'sent')
  // A bank may send back what had arrived there.
  const failed = { from: ['in_transit', 'paid'], to: 'failed', failureCode, lookAt: at } as const
  if (said.status === 'failed') await move(work, { ...known, ...failed })
  if (said.status !== 'paid') return
  const paid = await move(work, { ...known, from: ['in_transit'], to: 'paid', lookAt: nextLook(at, at) })
  if (paid) await finish(work, paid, 'succeeded')
  else if (status === 'paid') await lookAgainAt(work.db, id, nextLook(updated_at, at))
}

/** Brings back what failed: first what the provider has of it, then into the wallet, once. */
async function returnMoney(flow: Flow, payout: PayoutRow, bank: OwnedBank): Promise<void> {
  await flow.outside('take back', {
    async call(providers, { signal }) {
      const { payingOut } = paymentsOf(providers, payout)
      await payingOut.takeBack({ payeeId: bank.provider_payee_id }, { key: payout.id, signal })
      return true
    },
    // What is back already is not brought back again.
    find: async () => undefined,
  })
  await flow.step('return', async (work) => {
    const at = work.clock.now()
    const returned = await move(work, { id: payout.id, from: ['failed'], to: 'returned', lookAt: null, at })
    if (returned) await finish(work, returned, 'returned')
  })
}

/** What the end of a payout means to the books, and to its owner. */
async function finish(
  work: Work,
  payout: PayoutRow,
  end: TransactionStatus & ('succeeded' | 'returned'),
): Promise<void> {
  const { id, user_id: personId, amount_minor: amountMinor, currency, mode } = payout
  const hadArrived = end === 'returned' && (await hasArrived(work.db, id))
  const { id: entryId } = await book(work, {
    ...{ key: `payout:${id}:${end}`, kind: `payout_${end}`, currency, mode, about: { model: 'payout', id } },
    lines: [
      {
        account: hadArrived ? ofHouse('provider') : ofPerson(personId, 'in_payout'),
        amountMinor: -amountMinor,
      },
      { account: end === 'succeeded' ? ofHouse('provider') : ofPerson(personId, 'available'), amountMinor },
    ],
  })
  const bank = await selectBank(work.db, payout.bank_account_id)
  const subject = bank ? `${bank.bank_name} ·· ${bank.last4}`.trim() : ''
  await moveTransaction(work, id, end, { entryId, subject })
  await tell(work, payout, end === 'succeeded' ? 'paid' : 'returned')
}

async function tell(work: Work, payout: PayoutRow, step: 'sent' | 'paid' | 'returned'): Promise<void> {
  const value = majorOf(payout.amount_minor, payout.currency)
  await notify(work, [
    {
      ...{ recipientId: payout.user_id, actorId: null, category: 'payout' },
      sourceEvent: `payout:${payout.id}:${step}`,
      reference: { model: 'payout', id: payout.id },
      title: inEachLanguage(({ payouts, amount }) => payouts[step].title(amount(value, payout.currency))),
      message: inEachLanguage(({ payouts }) => payouts[step].message),
    },
  ])
}
