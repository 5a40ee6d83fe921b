import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { guest } from '../access.ts'
import { selectShownCounts } from '../connections/public.ts'
import { countOfUnread } from '../notifications/public.ts'
import { ratingOf, selectStars } from '../reviews/public.ts'
import { presentOwnUser, selectUser } from '../users/public.ts'
import { walletSummaryOf } from '../wallet/public.ts'
import { countOwn } from './queries.ts'
import { Profile } from './shapes.ts'

export const getProfile = operation({
  key: 'M9',
  source: 'named in the specification; path and shape chosen here',
  method: 'GET',
  path: '/usr-mgt/get-profile',
  summary: 'Your own full record, with counts',
  tag: 'users',
  access: guest,
  replies: { 200: { message: 'Profile fetched successfully', data: Profile } },

  async handle({ caller, ...reading }) {
    const { db, clock } = reading
    const user = await selectUser(db, caller.id)
    if (!user) throw sessionRevoked()
    const [own, connections, wallet, stars] = await Promise.all([
      countOwn(db, caller.id, clock.now()),
      selectShownCounts(db, caller.id, caller.id),
      walletSummaryOf(reading, caller.id),
      selectStars(db, caller.id, clock.now()),
    ])
    const unread = await countOfUnread(reading, caller)
    return {
      ...presentOwnUser(user),
      rating: ratingOf(stars),
      wallet,
      counts: { ...own, ...connections, unread_notifications: unread },
    }
  },
})
