import type { PersonalData } from '../../platform/personal-data/personal-data.ts'
import { platformData } from '../../platform/personal-data/platform.ts'
import { personalData as accounts } from '../accounts/public.ts'
import { personalData as alerts } from '../alerts/public.ts'
import { personalData as badges } from '../badges/public.ts'
import { personalData as boosts } from '../boosts/public.ts'
import { personalData as categories } from '../categories/public.ts'
import { personalData as chat } from '../chat/public.ts'
import { personalData as collections } from '../collections/public.ts'
import { personalData as comments } from '../comments/public.ts'
import { personalData as connections } from '../connections/public.ts'
import { personalData as devices } from '../devices/public.ts'
import { personalData as errorReports } from '../error-reports/public.ts'
import { personalData as invites } from '../invites/public.ts'
import { personalData as mailingList } from '../mailing-list/public.ts'
import { personalData as moderation } from '../moderation/public.ts'
import { personalData as notifications } from '../notifications/public.ts'
import { personalData as offers } from '../offers/public.ts'
import { personalData as orders } from '../orders/public.ts'
import { personalData as payments } from '../payments/public.ts'
import { personalData as payouts } from '../payouts/public.ts'
import { personalData as posts } from '../posts/public.ts'
import { personalData as promotions } from '../promotions/public.ts'
import { personalData as purchaseTool } from '../purchase-tool/public.ts'
import { personalData as ranking } from '../ranking/public.ts'
import { personalData as reports } from '../reports/public.ts'
import { personalData as reviews } from '../reviews/public.ts'
import { personalData as savedSearches } from '../saved-searches/public.ts'
import { personalData as search } from '../search/public.ts'
import { personalData as subscriptions } from '../subscriptions/public.ts'
import { personalData as support } from '../support/public.ts'
import { personalData as userFigures } from '../user-figures/public.ts'
import { personalData as users } from '../users/public.ts'
import { personalData as views } from '../views/public.ts'
import { personalData as wallet } from '../wallet/public.ts'
import { personalData as exports } from './personal-data.ts'

/** What every noun keeps of people, in the order of the nouns. It is erased from the last to the first. */
export const holdings: readonly PersonalData[] = [
  platformData,
  users,
  devices,
  notifications,
  connections,
  badges,
  invites,
  accounts,
  wallet,
  payouts,
  payments,
  categories,
  posts,
  comments,
  promotions,
  search,
  savedSearches,
  subscriptions,
  collections,
  chat,
  offers,
  orders,
  reviews,
  views,
  ranking,
  boosts,
  reports,
  moderation,
  support,
  errorReports,
  mailingList,
  alerts,
  purchaseTool,
  userFigures,
  exports,
]
