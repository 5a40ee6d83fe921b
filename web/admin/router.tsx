import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { texts } from '../texts/admin.ts'
import { SignedIn, signedInOnly } from '../ui/guard.tsx'
import { lazily } from '../ui/lazy.tsx'
import { Broken, NotFound } from '../ui/pages.tsx'
import { Layout } from './layout.tsx'
import { useIsAdministrator } from './marketplace/accounts/own-role.ts'
import { StaffOnly } from './marketplace/accounts/staff-only.tsx'
import * as inMarketplace from './marketplace/session.ts'
import { Restricted } from './restricted.tsx'
import { useWritesContent } from './wellness/admins/own-role.ts'
import * as inWellness from './wellness/session.ts'

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, errorComponent: Broken })

/** Search parameters of tables: texts, empty ones left out. */
const textsOf =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])),
    ) as Partial<Record<Names[number], string>>

/** The same of a page with tabs: an address that names one that there is not names none. */
const tabbed =
  <const Names extends readonly string[]>(tabs: readonly string[], ...names: Names) =>
  (search: Record<string, unknown>) => {
    // Said even where it is none, or what the address says would stand.
    const chosen: { tab?: string | undefined } = { tab: tabs.find((each) => each === search.tab) }
    return { ...textsOf(...names)(search), ...chosen }
  }

const MarketplaceAgain = lazily(() => import('./marketplace/accounts/sign-in-again.tsx'), 'SignInAgain')
const WellnessAgain = lazily(() => import('./wellness/admins/sign-in-again.tsx'), 'SignInAgain')

/** Pages of a product need somebody of that product; who is not signed in goes there and comes back. */
const marketplace = createRoute({
  getParentRoute: () => root,
  id: 'marketplace',
  beforeLoad: signedInOnly(inMarketplace.session, { product: 'marketplace' }),
  component: () => (
    <QueryClientProvider client={inMarketplace.queryClient}>
      <SignedIn session={inMarketplace.session} SignInAgain={MarketplaceAgain}>
        <StaffOnly />
      </SignedIn>
    </QueryClientProvider>
  ),
})
const wellness = createRoute({
  getParentRoute: () => root,
  id: 'wellness',
  beforeLoad: signedInOnly(inWellness.session, { product: 'wellness' }),
  component: () => (
    <QueryClientProvider client={inWellness.queryClient}>
      <SignedIn session={inWellness.session} SignInAgain={WellnessAgain} />
    </QueryClientProvider>
  ),
})

const administration = createRoute({
  getParentRoute: () => marketplace,
  id: 'administration',
  component: () => <Restricted isAllowed={useIsAdministrator()} to={texts.restricted.administrators} />,
})
const writing = createRoute({
  getParentRoute: () => wellness,
  id: 'writing',
  component: () => <Restricted isAllowed={useWritesContent()} to={texts.restricted.contentAdministrators} />,
})

/** Lists, whose details lie over them at an address below theirs. */
const listings = createRoute({
  getParentRoute: () => marketplace,
  path: '/listings',
  validateSearch: textsOf('q', 'condition', 'sort'),
  component: lazily(() => import('./marketplace/posts/listings.tsx'), 'Listings'),
})
const listing = createRoute({
  getParentRoute: () => listings,
  path: '/$postId',
  component: lazily(() => import('./marketplace/posts/listing.tsx'), 'Listing'),
})
const people = createRoute({
  getParentRoute: () => marketplace,
  path: '/people',
  validateSearch: textsOf('q', 'sort'),
  component: lazily(() => import('./marketplace/users/people.tsx'), 'People'),
})
const person = createRoute({
  getParentRoute: () => people,
  path: '/$userId',
  component: lazily(() => import('./marketplace/users/person.tsx'), 'Person'),
})
const campaigns = createRoute({
  getParentRoute: () => wellness,
  path: '/campaigns',
  validateSearch: textsOf('type', 'status', 'sort'),
  component: lazily(() => import('./wellness/campaigns/campaigns.tsx'), 'Campaigns'),
})
const campaign = createRoute({
  getParentRoute: () => campaigns,
  path: '/$campaignId',
  validateSearch: textsOf('deliveryStatus', 'deliverySort'),
  component: lazily(() => import('./wellness/campaigns/campaign.tsx'), 'CampaignPage'),
})

const referrals = createRoute({
  getParentRoute: () => wellness,
  path: '/referrals',
  validateSearch: textsOf('show', 'status', 'sort'),
  component: lazily(() => import('./wellness/referrals/referrals.tsx'), 'Referrals'),
})
const referralPerson = createRoute({
  getParentRoute: () => referrals,
  path: '/$userId',
  component: lazily(() => import('./wellness/referrals/referral-person.tsx'), 'ReferralPerson'),
})

const errors = createRoute({
  getParentRoute: () => administration,
  path: '/errors',
  validateSearch: textsOf('level', 'sort'),
  component: lazily(() => import('./marketplace/error-reports/error-groups.tsx'), 'ErrorGroups'),
})
const error = createRoute({
  getParentRoute: () => errors,
  path: '/$groupId',
  component: lazily(() => import('./marketplace/error-reports/error-group.tsx'), 'ErrorGroupPage'),
})

const orders = createRoute({
  getParentRoute: () => administration,
  path: '/orders',
  validateSearch: textsOf('status', 'sort'),
  component: lazily(() => import('./marketplace/orders/orders.tsx'), 'Orders'),
})
const order = createRoute({
  getParentRoute: () => orders,
  path: '/$orderId',
  component: lazily(() => import('./marketplace/orders/order.tsx'), 'OrderOfList'),
})
const disputes = createRoute({
  getParentRoute: () => administration,
  path: '/disputes',
  validateSearch: textsOf('status', 'sort'),
  component: lazily(() => import('./marketplace/orders/disputes.tsx'), 'Disputes'),
})
const dispute = createRoute({
  getParentRoute: () => disputes,
  path: '/$orderId',
  component: lazily(() => import('./marketplace/orders/order.tsx'), 'OrderInDispute'),
})

const marketplaceRoutes = [
  createRoute({
    getParentRoute: () => marketplace,
    path: '/categories',
    validateSearch: textsOf('category'),
    component: lazily(() => import('./marketplace/categories/categories.tsx'), 'Categories'),
  }),
  listings.addChildren([listing]),
  people.addChildren([person]),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/reviews',
    validateSearch: textsOf('post'),
    component: lazily(() => import('./marketplace/moderation/reviews.tsx'), 'Reviews'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/queue',
    validateSearch: textsOf('kind', 'item'),
    component: lazily(() => import('./marketplace/moderation/queue.tsx'), 'Queue'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/decisions',
    component: lazily(() => import('./marketplace/moderation/decisions.tsx'), 'Decisions'),
  }),
] as const

const administrationRoutes = [
  createRoute({
    getParentRoute: () => administration,
    path: '/models',
    validateSearch: textsOf('from', 'sort'),
    component: lazily(() => import('./marketplace/categories/models.tsx'), 'Models'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/broadcast',
    component: lazily(() => import('./marketplace/notifications/broadcast.tsx'), 'Broadcast'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/alerts',
    component: lazily(() => import('./marketplace/alerts/alerts.tsx'), 'Alerts'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/feedback',
    validateSearch: tabbed(['feedback', 'messages'], 'category', 'sort'),
    component: lazily(() => import('./marketplace/support/feedback.tsx'), 'FeedbackPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/mailing-lists',
    validateSearch: textsOf('list', 'state', 'sort'),
    component: lazily(() => import('./marketplace/mailing-list/mailing-lists.tsx'), 'MailingLists'),
  }),
  errors.addChildren([error]),
  orders.addChildren([order]),
  disputes.addChildren([dispute]),
  createRoute({
    getParentRoute: () => administration,
    path: '/bank-disputes',
    validateSearch: textsOf('status', 'sort'),
    component: lazily(() => import('./marketplace/orders/bank-disputes.tsx'), 'BankDisputes'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/payments',
    validateSearch: textsOf('status', 'sort'),
    component: lazily(() => import('./marketplace/payments/payments.tsx'), 'Payments'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/refunds',
    validateSearch: textsOf('status', 'sort'),
    component: lazily(() => import('./marketplace/payments/refunds.tsx'), 'Refunds'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/payouts',
    validateSearch: textsOf('status', 'sort'),
    component: lazily(() => import('./marketplace/payouts/payouts.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/webhooks',
    validateSearch: textsOf('show', 'sort'),
    component: lazily(() => import('./marketplace/payments/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/packages',
    validateSearch: textsOf('sort'),
    component: lazily(() => import('./marketplace/boosts/packages.tsx'), 'Packages'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/figures',
    validateSearch: textsOf('from', 'to', 'interval'),
    component: lazily(() => import('./marketplace/user-figures/figures.tsx'), 'Figures'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/accounts',
    validateSearch: textsOf('q', 'status', 'role', 'plan', 'from', 'to', 'sort'),
    component: lazily(() => import('./marketplace/user-figures/accounts.tsx'), 'Accounts'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/plans',
    component: lazily(() => import('./marketplace/subscriptions/plans.tsx'), 'Plans'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/ended-trials',
    validateSearch: textsOf('from', 'to', 'converted', 'sort'),
    component: lazily(() => import('./marketplace/subscriptions/ended-trials.tsx'), 'EndedTrials'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/ledger',
    component: lazily(() => import('./marketplace/wallet/ledger.tsx'), 'Ledger'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/settings',
    component: lazily(() => import('./marketplace/system/settings.tsx'), 'Settings'),
  }),
] as const

const wellnessRoutes = [
  createRoute({
    getParentRoute: () => wellness,
    path: '/catalogue',
    validateSearch: tabbed(
      ['categories', 'exercises', 'structure'],
      ...(['q', 'status', 'categoryId', 'mediaType', 'sort', 'show'] as const),
    ),
    component: lazily(() => import('./wellness/exercises/catalogue.tsx'), 'Catalogue'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/questionnaires',
    validateSearch: tabbed(['questions', 'preview', 'versions'], 'instrument', 'status', 'sort', 'show'),
    component: lazily(() => import('./wellness/questionnaires/questionnaires.tsx'), 'Questionnaires'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/goals',
    component: lazily(() => import('./wellness/goals/goals-of-person.tsx'), 'GoalsOfPerson'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/coach',
    component: lazily(() => import('./wellness/coach/coach-counts.tsx'), 'CoachCounts'),
  }),
  campaigns.addChildren([campaign]),
  referrals.addChildren([referralPerson]),
] as const

const writingRoutes = [
  createRoute({
    getParentRoute: () => writing,
    path: '/campaigns/new',
    component: lazily(() => import('./wellness/campaigns/campaign-composer.tsx'), 'CampaignComposer'),
  }),
] as const

const openRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazily(() => import('./start.tsx'), 'Start'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: textsOf('product', 'next'),
    component: lazily(() => import('./sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/outbox',
    validateSearch: textsOf('q'),
    component: lazily(() => import('./outbox.tsx'), 'Outbox'),
  }),
] as const

export const router = createRouter({
  basepath: '/admin',
  routeTree: root.addChildren([
    marketplace.addChildren([...marketplaceRoutes, administration.addChildren(administrationRoutes)]),
    wellness.addChildren([...wellnessRoutes, writing.addChildren(writingRoutes)]),
    ...openRoutes,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
