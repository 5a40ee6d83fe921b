import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { maskedName } from './masked-name.ts'
import type { LedgerRow, NamedReferralRow, ReferralState, StateCount } from './queries.ts'
import { signalNames } from './signals.ts'

export const states = [
  'PENDING',
  'JOINED',
  'QUALIFIED',
  'REWARDED',
  'REJECTED',
  'REVERSED',
] as const satisfies readonly ReferralState[]

/** As the person who invited sees it: nothing by which a stranger knows who came. */
export const Referral = Type.Object(
  {
    id: Id,
    maskedName: Shown('A*** L***'),
    status: OneOf(states),
    invitedAt: { ...Timestamp, description: 'the sign-up' },
    joinedAt: Nullable({ ...Timestamp, description: 'the address was proved' }),
    qualifiesUntil: Nullable({
      ...Timestamp,
      description: 'JOINED: until then there have to be sessions on two days',
    }),
    qualifiedAt: Nullable(Timestamp),
    reward: Nullable(Type.Integer({ description: 'points; of REVERSED, those that were taken back' })),
    rewardAt: Nullable({
      ...Timestamp,
      description: 'when it was rewarded, or will be; null also while something stands in the way',
    }),
    waitsFor: Nullable(
      OneOf(['REVIEW', 'CAP'], {
        description:
          'why nothing is rewarded yet: somebody looks at it, or there were as many as there can be',
      }),
    ),
    reason: Nullable(Shown('Both accounts belong to one person.', 'of REJECTED and REVERSED')),
  },
  { title: 'Referral' },
)

const later = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString()
const isoOf = (at: Date | null) => at?.toISOString() ?? null

const waitOf = (row: NamedReferralRow) =>
  row.state !== 'QUALIFIED' ? null : row.is_held ? 'REVIEW' : row.is_capped ? 'CAP' : null

export const presentReferral =
  (qualifyingTime: number) =>
  (row: NamedReferralRow): Static<typeof Referral> => {
    const waitsFor = waitOf(row)
    const dueAt = row.state === 'QUALIFIED' && waitsFor === null ? row.reward_due_at : null
    return {
      id: row.id,
      maskedName: maskedName(row.referee_name),
      status: row.state,
      invitedAt: row.created_at.toISOString(),
      joinedAt: isoOf(row.joined_at),
      qualifiesUntil: row.state === 'JOINED' && row.joined_at ? later(row.joined_at, qualifyingTime) : null,
      qualifiedAt: isoOf(row.qualified_at),
      reward: row.rewarded_at === null ? null : row.reward,
      rewardAt: isoOf(row.rewarded_at ?? dueAt),
      waitsFor,
      reason: row.reason,
    }
  }

/** How many of somebody's referrals stand where. Together they are as many as the history lists. */
export const ReferralStats = Type.Object(
  {
    code: Shown('ADA7K2'),
    link: Shown('https://plaza.example/wellness/sign-up?invite=ADA7K2'),
    invited: Type.Integer({ description: 'all of them' }),
    pending: Type.Integer({ description: 'signed up, the address not proved yet' }),
    joined: Type.Integer({ description: 'here, and not practised enough yet' }),
    qualified: Type.Integer({ description: 'practised enough; the reward follows' }),
    rewarded: Type.Integer(),
    rejected: Type.Integer(),
    reversed: Type.Integer(),
    points: Type.Integer({ description: 'the balance of the ledger' }),
    cap: Type.Integer({ description: 'so many can be rewarded' }),
    pointsPerReward: Type.Integer(),
    nextReward: Nullable({ ...Timestamp, description: 'when the next reward is due' }),
  },
  { title: 'ReferralStats' },
)

/** The counts of every state, and their sum. */
export function presentCounts(counts: readonly StateCount[]) {
  const of = (state: ReferralState) => counts.find((count) => count.state === state)?.count ?? 0
  return {
    invited: counts.reduce((sum, { count }) => sum + count, 0),
    pending: of('PENDING'),
    joined: of('JOINED'),
    qualified: of('QUALIFIED'),
    rewarded: of('REWARDED'),
    rejected: of('REJECTED'),
    reversed: of('REVERSED'),
  }
}

const Person = Type.Object({ id: Id, name: Shown('Ada Lovelace') })

/** As administrators see it. */
export const ReferralRecord = Type.Object(
  {
    id: Id,
    referrer: Person,
    referee: Person,
    code: Shown('ADA7K2'),
    status: OneOf(states),
    signals: Type.Array(OneOf(signalNames), {
      description:
        'SAME_DEVICE, SAME_ADDRESS: as the referrer or another whom they invited; RING: as somebody who led to the referrer; VELOCITY: one of many in a day',
    }),
    isHeld: Type.Boolean({ description: 'it has signals that nobody decided about; no reward meanwhile' }),
    isCapped: Type.Boolean({ description: 'its reward was due when there had been as many as there can be' }),
    points: Type.Integer({ description: 'what its lines of the ledger come to' }),
    invitedAt: Timestamp,
    joinedAt: Nullable(Timestamp),
    qualifiedAt: Nullable(Timestamp),
    rewardDueAt: Nullable(Timestamp),
    rewardedAt: Nullable(Timestamp),
    rejectedAt: Nullable(Timestamp),
    reversedAt: Nullable(Timestamp),
    approvedAt: Nullable(Timestamp),
    decidedBy: Nullable(Id),
    reason: Nullable(Shown('Both accounts belong to one person.')),
    updatedAt: Timestamp,
  },
  { title: 'ReferralRecord' },
)

export const presentRecord = (row: NamedReferralRow): Static<typeof ReferralRecord> => ({
  id: row.id,
  referrer: { id: row.referrer_id, name: row.referrer_name },
  referee: { id: row.referee_id, name: row.referee_name },
  code: row.code,
  status: row.state,
  signals: row.signals,
  isHeld: row.is_held,
  isCapped: row.is_capped,
  points: row.points,
  invitedAt: row.created_at.toISOString(),
  joinedAt: isoOf(row.joined_at),
  qualifiedAt: isoOf(row.qualified_at),
  rewardDueAt: isoOf(row.reward_due_at),
  rewardedAt: isoOf(row.rewarded_at),
  rejectedAt: isoOf(row.rejected_at),
  reversedAt: isoOf(row.reversed_at),
  approvedAt: isoOf(row.approved_at),
  decidedBy: row.decided_by,
  reason: row.reason,
  updatedAt: row.updated_at.toISOString(),
})

export const LedgerLine = Type.Object(
  {
    id: Id,
    referralId: Id,
    cause: OneOf(['REWARDED', 'REVERSED']),
    points: Type.Integer({ description: 'what it adds to the balance' }),
    createdAt: Timestamp,
  },
  { title: 'RewardLine' },
)

export const presentLine = (row: LedgerRow): Static<typeof LedgerLine> => ({
  id: row.id,
  referralId: row.referral_id,
  cause: row.cause,
  points: row.points,
  createdAt: row.created_at.toISOString(),
})
