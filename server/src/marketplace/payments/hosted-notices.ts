import type { HostedNotice } from '../../platform/hosted-payments/port.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { greetingTo } from '../accounts/public.ts'
import { textsIn } from '../texts.ts'
import {
  balanceOf,
  book,
  moveTransaction,
  ofHouse,
  ofPerson,
  openTransaction,
  selectAdministrators,
} from '../wallet/public.ts'
import { settleDispute } from './bank-disputes.ts'
import { pagesOf } from './hosted.ts'
import { type HostedNoticeRow, keepHostedNotice, selectHostedNotices } from './hosted-queries.ts'
import { tellOfRefund } from './notices.ts'
import {
  insertRefund,
  lockPayment,
  type PaymentRow,
  refundedOf,
  selectRefundUnder,
  updateRefund,
} from './payment-queries.ts'
import { settlePayment } from './settlement.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Writes down what a provider was found to have told. That it told so is not enough: it counts only when it is about a
 * payment of ours that still waits for it, and about the very money that was asked for. Whatever does not fit is kept as it
 * came, for an operator to look at and to replay, and has no effect.
 * @returns what came of it in one word
 */
export async function settleHosted(work: Work, bytes: Buffer): Promise<string> {
  const pages = pagesOf(work)
  const notice = pages.noticeIn(bytes)
  if (!notice) return 'QUARANTINED_UNREADABLE'
  if (notice.mode !== pages.mode) return quarantined(work, notice, 'MODE')
  if (!notice.isToUs) return quarantined(work, notice, 'RECEIVER')
  const { key } = notice
  const payment = key !== null && uuid.test(key) ? await lockPayment(work.db, key) : undefined
  if (payment?.provider !== pages.provider) return quarantined(work, notice, 'INVOICE')
  const fault = faultOf(notice, payment)
  if (fault !== undefined) return quarantined(work, notice, fault)
  const { id: paymentId } = payment
  const row = {
    ...{ id: newId(), payment_id: paymentId, provider: pages.provider, provider_notice_id: notice.id },
    ...{ provider_parent_id: notice.parentId, kind: notice.kind },
    ...{ amount_minor: notice.amountMinor, reason: notice.reason },
  }
  if ((await keepHostedNotice(work.db, row, work.clock.now())) !== paymentId)
    return quarantined(work, notice, 'TRANSACTION')
  await follow(work, payment, await selectHostedNotices(work.db, paymentId))
  return notice.kind.toUpperCase()
}

/** In what a notice differs from the payment that it names; undefined where it fits. */
function faultOf(notice: HostedNotice, payment: PaymentRow): string | undefined {
  if (notice.mode !== payment.mode) return 'MODE'
  if (notice.currency !== payment.currency) return 'CURRENCY'
  const { amountMinor, kind } = notice
  const takesBack = kind === 'refunded' || kind === 'reversed' || kind === 'returned'
  const fits = takesBack
    ? amountMinor > 0 && amountMinor <= payment.amount_minor
    : amountMinor === payment.amount_minor
  if (!fits) return 'AMOUNT'
  const paidAs = payment.provider_payment_id
  if (takesBack)
    return notice.parentId !== null && [null, notice.parentId].includes(paidAs) ? undefined : 'PARENT'
  return kind === 'completed' && paidAs !== null && paidAs !== notice.id ? 'PAID_ALREADY' : undefined
}

/** What others say of payments that are none of ours, or what others were paid, is nobody's money here. */
const elsewhere: readonly string[] = ['MODE', 'RECEIVER', 'INVOICE']

async function quarantined(work: Work, notice: HostedNotice, why: string): Promise<string> {
  const { id, key, kind } = notice
  const facts = { notice: id, invoice: key, kind, why }
  work.services.log.warn(facts, 'a notice of a payment does not fit and is left aside')
  if (kind === 'completed' && !elsewhere.includes(why)) await tellOfStray(work, id)
  return `QUARANTINED_${why}`
}

/** Somebody's money is at our account, and in nobody's wallet: a person has to look at that. */
async function tellOfStray(work: Work, id: string): Promise<void> {
  for (const person of await selectAdministrators(work.db)) {
    const { subject, text } = textsIn(person.language).strayPayment
    const url = `${work.publicUrl}/admin/webhooks`
    await work.mail({ to: person.email, subject, text: `${greetingTo(person)}${text(id, url)}` })
  }
}

/** Brings a payment to where all that was told of it puts it; the same again changes nothing. */
async function follow(work: Work, payment: PaymentRow, told: readonly HostedNoticeRow[]): Promise<void> {
  const { id, amount_minor: amountMinor, currency } = payment
  const completed = told.find(({ kind }) => kind === 'completed')
  if (!completed) {
    const failed = told.findLast(({ kind }) => kind === 'failed')
    const said = { id: null, status: 'declined' as const, amountMinor, currency }
    if (failed) await settlePayment(work, id, { ...said, declineCode: failed.reason.toLowerCase() })
    return
  }
  const paidAs = completed.provider_notice_id
  const said = { id: paidAs, status: 'succeeded' as const, amountMinor, currency, declineCode: null }
  await settlePayment(work, id, said)
  const takenBack = told.filter(({ provider_parent_id: parentId }) => parentId === paidAs)
  for (const row of takenBack.filter(({ kind }) => kind === 'refunded')) await giveBack(work, payment, row)
  await followReversals(work, payment, paidAs, takenBack)
}

/**
 * Somebody gave a payment back on the provider's own pages. It comes out of the wallet as far as there is something in
 * it; the rest is owed to the house.
 */
async function giveBack(work: Work, payment: PaymentRow, told: HostedNoticeRow): Promise<void> {
  const { db, clock } = work
  const { id: paymentId, user_id: personId, currency, mode, provider } = payment
  const { amount_minor: amountMinor, provider_notice_id: refundedAs } = told
  const key = `${provider}:${refundedAs}`
  if (await selectRefundUnder(db, key)) return
  const refund = await insertRefund(
    db,
    { id: newId(), key, payment_id: paymentId, amount_minor: amountMinor },
    clock.now(),
  )
  if (!refund) return
  await updateRefund(db, refund.id, { status: 'succeeded', provider_refund_id: refundedAs }, clock.now())
  const { available_minor: available } = await balanceOf(db, personId, { currency, mode })
  const taken = Math.min(available, amountMinor)
  const about = { model: 'refund', id: refund.id }
  const entry = await book(work, {
    ...{ key: `refund:${refund.id}:succeeded`, kind: 'funds_returned', currency, mode, about },
    lines: [
      { account: ofPerson(personId, 'available'), amountMinor: -taken },
      { account: ofHouse('receivables'), amountMinor: taken - amountMinor },
      { account: ofHouse('provider'), amountMinor },
    ],
  })
  if (taken > 0)
    await openTransaction(work, {
      ...{ id: newId(), personId, type: 'refund', status: 'succeeded', amountMinor: -taken, currency, mode },
      ...{ about, entryId: entry.id },
    })
  await tellOfRefund(work, payment, { id: refund.id, status: 'succeeded', amountMinor })
  const isWhole = (await refundedOf(db, paymentId)) >= payment.amount_minor
  await moveTransaction(work, paymentId, isWhole ? 'refunded' : 'partly_refunded')
}

/** A bank that takes money back, and what the provider gets again, are a dispute: one for each time. */
async function followReversals(
  work: Work,
  payment: PaymentRow,
  paidAs: string,
  takenBack: readonly HostedNoticeRow[],
): Promise<void> {
  const reversed = takenBack.filter(({ kind }) => kind === 'reversed')
  const returned = takenBack.filter(({ kind }) => kind === 'returned')
  for (let time = 0; time < Math.max(reversed.length, returned.length); time += 1) {
    const [lost, won] = [reversed[time], returned[time]]
    const told = lost ?? won
    if (!told) continue
    await settleDispute(work, payment.provider, {
      ...{ id: `${paidAs}:${time + 1}`, paymentId: paidAs, currency: payment.currency },
      ...{ amountMinor: told.amount_minor, reason: told.reason.toLowerCase() },
      ...{ status: won ? ('won' as const) : ('open' as const), isWithdrawn: won === undefined },
      ...{ evidenceDueAt: null, wasWithdrawn: true, key: payment.id },
    })
  }
}
