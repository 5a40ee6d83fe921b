import { majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/work.ts'
import { greetingTo } from '../accounts/public.ts'
import { textsIn } from '../texts.ts'
import { selectAdministrators } from '../wallet/public.ts'
import type { DisputeRow } from './bank-dispute-queries.ts'
import type { PaymentRow } from './payment-queries.ts'

/** Whoever runs this has to answer the bank, at the provider, before it is too late. */
export async function alarmOfDispute(work: Work, { currency }: PaymentRow, row: DisputeRow): Promise<void> {
  const { id: disputeId, amount_minor: amountMinor, reason, evidence_due_at: dueAt } = row
  work.services.log.warn({ disputeId, amountMinor, currency, reason }, 'a bank disputes a payment')
  for (const person of await selectAdministrators(work.db)) {
    const { bankDispute, amount } = textsIn(person.language)
    const text = bankDispute.text({
      ...{ amount: amount(majorOf(amountMinor, currency), currency), reason },
      ...{ due: dueAt?.toISOString().slice(0, 10) ?? null, url: `${work.publicUrl}/admin/bank-disputes` },
    })
    await work.mail({
      to: person.email,
      subject: bankDispute.subject,
      text: `${greetingTo(person)}${text}`,
    })
  }
}
