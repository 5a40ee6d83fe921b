import { isJob } from '../platform/jobs/job.ts'
import type { Module } from '../platform/operation/registry.ts'
import { about } from './about.ts'
import { everyone } from './access.ts'
import { createAdministrator, roles, setRole } from './accounts/administrators.ts'
import * as accountJobs from './accounts/jobs.ts'
import * as accounts from './accounts/operations.ts'

import * as alerts from './alerts/operations.ts'
import * as badgeJobs from './badges/jobs.ts'
import * as badges from './badges/operations.ts'
import * as boostJobs from './boosts/jobs.ts'
import * as boosts from './boosts/operations.ts'
import * as boostSweeps from './boosts/sweep-jobs.ts'
import * as categories from './categories/operations.ts'
import * as chatJobs from './chat/jobs.ts'
import * as chat from './chat/operations.ts'
import { roomCards } from './chat/public.ts'
import * as collectionJobs from './collections/jobs.ts'
import * as collections from './collections/operations.ts'
import * as comments from './comments/operations.ts'
import * as connections from './connections/operations.ts'
import * as deviceJobs from './devices/jobs.ts'
import * as devices from './devices/operations.ts'
import * as errorReportJobs from './error-reports/jobs.ts'
import * as errorReports from './error-reports/operations.ts'
import { events } from './events.ts'
import * as files from './files/operations.ts'
import * as filingJobs from './filing/jobs.ts'
import * as filing from './filing/operations.ts'
import * as invites from './invites/operations.ts'
import { marketplaceKeys } from './limits.ts'
import { site } from './links/site.ts'
import * as mailingJobs from './mailing-list/jobs.ts'
import * as mailingList from './mailing-list/operations.ts'
import * as moderationJobs from './moderation/jobs.ts'
import * as moderation from './moderation/operations.ts'
import * as digestJobs from './notifications/digests.ts'
import * as notificationJobs from './notifications/jobs.ts'
import * as notifications from './notifications/operations.ts'
import * as pushJobs from './notifications/push-jobs.ts'
import * as offerJobs from './offers/jobs.ts'
import * as offers from './offers/operations.ts'
import * as orderJobs from './orders/jobs.ts'
import * as orders from './orders/operations.ts'
import * as hostedPaymentJobs from './payments/hosted-jobs.ts'
import * as paymentJobs from './payments/jobs.ts'
import * as payments from './payments/operations.ts'
import * as payoutJobs from './payouts/jobs.ts'
import * as payouts from './payouts/operations.ts'
import * as payeeJobs from './payouts/payee-jobs.ts'
import * as reportedMoneyJobs from './payouts/report-jobs.ts'
import * as personalDataJobs from './personal-data/jobs.ts'
import * as personalData from './personal-data/operations.ts'
import * as postJobs from './posts/jobs.ts'
import { listingCards } from './posts/kept-cards.ts'
import * as posts from './posts/operations.ts'
import * as profiles from './profiles/operations.ts'
import * as purchaseJobs from './purchase-tool/jobs.ts'
import * as purchaseTool from './purchase-tool/operations.ts'
import * as rankingJobs from './ranking/jobs.ts'
import * as ranking from './ranking/operations.ts'
import { reactions } from './reactions.ts'
import * as reportJobs from './reports/jobs.ts'
import * as reports from './reports/operations.ts'
import * as reviewJobs from './reviews/jobs.ts'
import * as reviews from './reviews/operations.ts'
import * as sales from './sales/operations.ts'
import * as savedSearchJobs from './saved-searches/jobs.ts'
import * as savedSearches from './saved-searches/operations.ts'
import * as searchJobs from './search/jobs.ts'
import * as search from './search/operations.ts'
import * as statistics from './statistics/operations.ts'
import * as stream from './stream/operations.ts'
import * as subscriptionJobs from './subscriptions/jobs.ts'
import * as subscriptions from './subscriptions/operations.ts'
import * as support from './support/operations.ts'
import * as system from './system/operations.ts'
import * as userFigureJobs from './user-figures/jobs.ts'
import * as userFigures from './user-figures/operations.ts'
import * as userJobs from './users/jobs.ts'
import * as users from './users/operations.ts'
import { loadCallers } from './users/public.ts'
import * as viewJobs from './views/jobs.ts'
import * as views from './views/operations.ts'
import * as walletJobs from './wallet/jobs.ts'
import * as wallet from './wallet/operations.ts'
import { comparedBooks, moneyStoppedGauge, proveBooks } from './wallet/public.ts'
import * as walletHistory from './wallet-history/operations.ts'

export const marketplace: Module = {
  product: 'marketplace',
  basePath: '/api/v1',
  title: 'Plaza marketplace',
  about,
  realms: ['marketplace'],
  kinds: everyone,
  staff: ['moderator', 'administrator'],
  nouns: {
    categories,
    chat,
    files,
    users,
    invites,
    badges,
    accounts,
    profiles,
    devices,
    notifications,
    connections,
    stream,
    posts,
    filing,
    comments,
    search,
    'saved-searches': savedSearches,
    collections,
    offers,
    sales,
    orders,
    reviews,
    views,
    ranking,
    statistics,
    boosts,
    reports,
    moderation,
    wallet,
    'wallet-history': walletHistory,
    payments,
    payouts,
    subscriptions,
    support,
    'error-reports': errorReports,
    'mailing-list': mailingList,
    alerts,
    system,
    'purchase-tool': purchaseTool,
    'user-figures': userFigures,
    'personal-data': personalData,
  },
  jobs: [
    accountJobs,
    badgeJobs,
    boostJobs,
    boostSweeps,
    chatJobs,
    collectionJobs,
    deviceJobs,
    errorReportJobs,
    filingJobs,
    mailingJobs,
    moderationJobs,
    notificationJobs,
    digestJobs,
    offerJobs,
    orderJobs,
    paymentJobs,
    hostedPaymentJobs,
    payoutJobs,
    payeeJobs,
    reportedMoneyJobs,
    pushJobs,
    personalDataJobs,
    postJobs,
    purchaseJobs,
    rankingJobs,
    reportJobs,
    reviewJobs,
    savedSearchJobs,
    searchJobs,
    subscriptionJobs,
    userFigureJobs,
    userJobs,
    viewJobs,
    walletJobs,
  ].flatMap((noun) => Object.values(noun).filter(isJob)),
  configKeys: marketplaceKeys,
  cards: [listingCards, roomCards],
  events,
  reactions,
  site,
  startingJobs: [walletJobs.proveWholeLedger],
  gauges: [moneyStoppedGauge],
  proveBooks,
  comparedBooks,
  compareBooks: reportedMoneyJobs.compareWithProvider,
  loadCallers,
  createAdministrator,
  roles,
  setRole,
}
