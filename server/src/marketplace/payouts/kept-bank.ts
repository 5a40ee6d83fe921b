import { days, seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Bank, FoundBank } from '../../platform/payments/paying-out.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { warnOwner } from '../accounts/public.ts'
import { bankAccountsKept } from '../limits.ts'
import { inEachLanguage } from '../texts.ts'
import { lockPerson, selectUser } from '../users/public.ts'
import { insertBank, lockBanks, renameBank } from './bank-queries.ts'
import { removeBankThere } from './jobs.ts'
import { letGo } from './letting-go.ts'
import type { PayeeRow } from './payee-queries.ts'
import { bankLimit } from './problems.ts'

/** When the provider is asked how a pending account stands. */
const lookAfterMs = days(1)

type Owner = Pick<PayeeRow, 'id' | 'user_id'>

/** All that a payee has, removed or not, with everything else of its owner locked. */
const banksOf = async ({ db }: Pick<Work, 'db'>, { id, user_id: userId }: Owner) =>
  (await lockBanks(db, userId)).filter(({ payee_id: payeeId }) => payeeId === id)

const liveOf = async (work: Pick<Work, 'db'>, payee: Owner) =>
  (await banksOf(work, payee)).filter(({ removed_at: removedAt }) => removedAt === null)

export const countBanks = async (work: Work, payee: Owner): Promise<number> =>
  (await liveOf(work, payee)).length

interface NewBankOf {
  payee: PayeeRow
  bank: Bank
  holderName: string
  isFirst: boolean
}

async function writeBank(work: Work, { payee, bank, holderName, isFirst }: NewBankOf): Promise<string> {
  const { db, clock } = work
  const [id, at] = [newId(), clock.now()]
  const lookAt = bank.status === 'pending' ? new Date(at.getTime() + lookAfterMs) : null
  const isDefault = isFirst && bank.status === 'verified'
  await insertBank(db, {
    ...{ id, user_id: payee.user_id, payee_id: payee.id, holder_name: holderName, is_default: isDefault },
    ...{ bank, lookAt, at },
  })
  const person = await selectUser(db, payee.user_id)
  if (person)
    await warnOwner(work, person, {
      sourceEvent: `bank-account-added:${id}`,
      title: inEachLanguage(({ security }) => security.bankAccountAdded.title),
      message: inEachLanguage(({ security }) => security.bankAccountAdded.message(bank.bankName, bank.last4)),
    })
  return id
}

/** Keeps an account, unless it is there already. The first one is the default. @returns our id of it. */
export async function keepBank(
  work: Work,
  { payee, bank, holderName }: Omit<NewBankOf, 'isFirst'>,
): Promise<string> {
  const { db } = work
  await lockPerson(db, payee.user_id)
  const live = await liveOf(work, payee)
  const same = live.find(({ fingerprint }) => fingerprint === bank.fingerprint)
  const twin = { payeeRowId: payee.id, providerBankId: bank.id }
  if (same) {
    if (same.provider_bank_id !== bank.id) await work.enqueue(removeBankThere, twin)
    return same.id
  }
  if (live.length >= configured(work.services, bankAccountsKept)) {
    await work.enqueue(removeBankThere, twin)
    throw bankLimit()
  }
  const isFirst = !live.some(({ is_default: one }) => one)
  return writeBank(work, { payee, bank, holderName, isFirst })
}

interface FoundBanks {
  banks: readonly FoundBank[]
  /** When the provider was asked for them. */
  askedAt: Date
}

/** An account that was written down so shortly before may be one that the answer did not have yet: clocks differ. */
const slackMs = seconds(10)

/** Lets go what a payee had at the provider when it was asked, and has not any more. */
async function letGoMissing(work: Work, payee: PayeeRow, { banks, askedAt }: FoundBanks): Promise<void> {
  const all = await banksOf(work, payee)
  const [ids, fingerprints] = [
    new Set(banks.map(({ id }) => id)),
    new Set(banks.map(({ fingerprint }) => fingerprint)),
  ]
  const missing = all.filter(
    (row) =>
      row.removed_at === null &&
      row.created_at.getTime() < askedAt.getTime() - slackMs &&
      !ids.has(row.provider_bank_id) &&
      !fingerprints.has(row.fingerprint),
  )
  await letGo(work, all, missing)
}

/**
 * Keeps what a payee has at the provider and we do not know; what was removed here stays removed, and what was removed
 * there goes here as well.
 */
export async function keepFoundBanks(work: Work, payee: PayeeRow, found: FoundBanks): Promise<void> {
  const { db } = work
  await lockPerson(db, payee.user_id)
  await letGoMissing(work, payee, found)
  const kept = await banksOf(work, payee)
  const known = new Set(kept.map(({ provider_bank_id: id }) => id))
  const unknown = found.banks.filter(({ id }) => !known.has(id))
  if (unknown.length === 0) return
  const live = kept.filter(({ removed_at: removedAt }) => removedAt === null)
  const there = new Set(found.banks.map(({ id }) => id))
  const person = await selectUser(db, payee.user_id)
  let [count, hasDefault] = [live.length, live.some(({ is_default: one }) => one)]
  for (const bank of unknown) {
    const same = live.find(({ fingerprint }) => fingerprint === bank.fingerprint)
    if (same) {
      // Removed on the provider's pages and added there again.
      if (!there.has(same.provider_bank_id)) await renameBank(db, same.id, bank.id)
      continue
    }
    if (count >= configured(work.services, bankAccountsKept)) return
    const holderName = bank.holderName ?? person?.name ?? ''
    await writeBank(work, { payee, bank, holderName, isFirst: !hasDefault })
    count += 1
    hasDefault ||= bank.status === 'verified'
  }
}
