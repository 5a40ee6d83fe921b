import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { addSignals, type Kin, type ReferralRow, type Signal, selectArrival, selectKin } from './queries.ts'

/** An address as the same mailbox may be written: without what stands behind a plus, and without dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).split('+', 1)[0] ?? ''
  const domain = email.slice(at + 1)
  return `${local.replaceAll('.', '')}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}

const near = days(1)

/**
 * Looks whether whoever was invited may be somebody who is here already, or one of many of one hand. What is found
 * stands beside the referral; what it means is for an administrator to say.
 * @param deviceId of the sign-up, which may not be bound to the account yet
 */
export async function findSignals(
  db: Db,
  referral: ReferralRow,
  { deviceId, mostPerDay, at }: { deviceId: string | null; mostPerDay: number; at: Date },
): Promise<void> {
  const came = referral.created_at.getTime()
  const around = { from: new Date(came - near), to: new Date(came + near), most: mostPerDay }
  const [kin, { email, arrivals }] = await Promise.all([
    selectKin(db, referral, deviceId),
    selectArrival(db, referral, around),
  ])
  const mailbox = email === null ? null : mailboxOf(email)
  const hasMailbox = (one: Kin) => one.email !== null && mailboxOf(one.email) === mailbox
  const beside = kin.filter((one) => one.kin !== 'ABOVE')
  const above = kin.filter((one) => one.kin === 'ABOVE')
  const found: Record<Signal, boolean> = {
    SAME_DEVICE: beside.some((one) => one.has_device),
    SAME_ADDRESS: beside.some(hasMailbox),
    RING: above.some((one) => one.has_device || hasMailbox(one)),
    VELOCITY: arrivals > mostPerDay,
  }
  const signals = signalNames.filter((name) => found[name])
  if (signals.length > 0) await addSignals(db, referral.id, signals, at)
}

export const signalNames = [
  'SAME_DEVICE',
  'SAME_ADDRESS',
  'RING',
  'VELOCITY',
] as const satisfies readonly Signal[]
