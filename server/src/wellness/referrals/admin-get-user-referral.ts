import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable, Shown } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { selectUser } from '../accounts/public.ts'
import { LookedAfterId } from '../ids.ts'
import { noSuchUser } from './problems.ts'
import { countStates, selectBalance, selectLedger, selectReferralsOf, selectReferralTo } from './queries.ts'
import { LedgerLine, presentCounts, presentLine, presentRecord, ReferralRecord } from './shapes.ts'

const invitedShown = 50

export const adminGetUserReferral = operation({
  key: 'A16',
  source: 'named in the specification with GET and the path; fields chosen here',
  method: 'GET',
  path: '/admin/user/{userId}/referral',
  summary: 'See by whom somebody came, whom they invited, what looks wrong with it, and their points',
  access: administrator,
  params: Type.Object({ userId: LookedAfterId }),
  runs: 'long-read',
  replies: {
    200: {
      message: 'Referral detail fetched successfully',
      data: Type.Object(
        {
          user: Type.Object({ id: Id, name: Shown('Ada Lovelace') }),
          code: Shown('ADA7K2'),
          invitedBy: Nullable(ReferralRecord),
          counts: Type.Object({
            invited: Type.Integer(),
            pending: Type.Integer(),
            joined: Type.Integer(),
            qualified: Type.Integer(),
            rewarded: Type.Integer(),
            rejected: Type.Integer(),
            reversed: Type.Integer(),
          }),
          invited: Type.Array(ReferralRecord, {
            description: `the newest ${invitedShown}; GET /admin/referral lists all`,
          }),
          points: Type.Integer({ description: 'the sum of the ledger' }),
          ledger: Type.Array(LedgerLine, { description: 'its newest 200 lines' }),
        },
        { title: 'ReferralDetail' },
      ),
    },
  },
  problems: [noSuchUser],

  async handle({ params: { userId }, db }) {
    const [person, invitedBy, invited, counts, points, ledger] = await Promise.all([
      selectUser(db, userId),
      selectReferralTo(db, userId),
      selectReferralsOf(db, userId, { after: undefined, limit: invitedShown }),
      countStates(db, userId),
      selectBalance(db, userId),
      selectLedger(db, userId),
    ])
    if (!person) throw noSuchUser()
    return {
      user: { id: person.id, name: person.name },
      code: person.referral_code,
      invitedBy: invitedBy ? presentRecord(invitedBy) : null,
      counts: presentCounts(counts),
      invited: invited.map(presentRecord),
      points,
      ledger: ledger.map(presentLine),
    }
  },
})
