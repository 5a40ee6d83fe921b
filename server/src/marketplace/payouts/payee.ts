import { newId } from '../../platform/ids.ts'
import type { Flow, Work } from '../../platform/operation/work.ts'
import type { Payee } from '../../platform/payments/paying-out.ts'
import { ProviderRefused } from '../../platform/provider-errors.ts'
import { type Processor, paymentsOf } from '../payments/public.ts'
import { selectUser } from '../users/public.ts'
import { deleteUnmadePayee, keepPayee, type PayeeRow, reservePayee } from './payee-queries.ts'
import { bankTokenInvalid } from './problems.ts'

/** Somebody's row at a provider, made if there is none; their country there stays what it was first. */
export async function payeeRowOf(
  { db, clock }: Work,
  personId: string,
  { processor, country }: { processor: Processor; country: string },
): Promise<PayeeRow> {
  const person = await selectUser(db, personId)
  const email = person?.email ?? null
  return reservePayee(db, { ...processor, id: newId(), personId, country, email, at: clock.now() })
}

/**
 * Makes somebody known to the provider as one who is paid. @returns the provider's name for them.
 * @throws BANK_TOKEN_INVALID where it takes nobody there; they may say another country then
 */
export async function makePayee({ outside, step }: Flow, row: PayeeRow): Promise<string> {
  if (row.provider_payee_id !== null) return row.provider_payee_id
  const { id: key, country, email, created_at: askedAt } = row
  const wanted = { personId: row.user_id, email, country, askedAt }
  const payee = await outside<Payee | { refused: string | null }>('payee', {
    async call(providers, { signal }) {
      const { payingOut } = paymentsOf(providers, row)
      // What an earlier request left may be older than the provider's memory of keys.
      const found = row.is_new ? undefined : await payingOut.findPayee(wanted, { key, signal })
      return found ?? payingOut.createPayee(wanted, { key, signal }).catch(refusalOf)
    },
    find: (providers, { signal }) => paymentsOf(providers, row).payingOut.findPayee(wanted, { key, signal }),
  })
  if ('refused' in payee) {
    await step('forget payee', ({ db }) => deleteUnmadePayee(db, key))
    throw bankTokenInvalid({ details: { reason: payee.refused } })
  }
  const { id: providerId, isPayable } = payee
  await step('keep payee', ({ db }) => keepPayee(db, key, { providerId, isPayable }))
  return providerId
}

function refusalOf(error: unknown): { refused: string | null } {
  if (error instanceof ProviderRefused) return { refused: error.code ?? null }
  throw error
}
