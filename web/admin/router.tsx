import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { SignedIn, signedInOnly } from '../ui/guard.tsx'
import { lazily } from '../ui/lazy.tsx'
import { Broken, NotFound } from '../ui/pages.tsx'
import { marketplaceSession, wellnessSession } from './api.ts'
import { Layout } from './layout.tsx'
import { marketplaceQueries, wellnessQueries } from './query-client.ts'
import { StaffOnly } from './staff-only.tsx'

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, errorComponent: Broken })

/** Search parameters of tables: texts, empty ones left out. */
const textsOf =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])),
    ) as Partial<Record<Names[number], string>>

const MarketplaceAgain = lazily(() => import('./sign-in-again.tsx'), 'MarketplaceAgain')
const WellnessAgain = lazily(() => import('./sign-in-again.tsx'), 'WellnessAgain')

/** Pages of a product need somebody of that product; who is not signed in goes there and comes back. */
const marketplace = createRoute({
  getParentRoute: () => root,
  id: 'marketplace',
  beforeLoad: signedInOnly(marketplaceSession, { product: 'marketplace' }),
  component: () => (
    <QueryClientProvider client={marketplaceQueries}>
      <SignedIn session={marketplaceSession} SignInAgain={MarketplaceAgain}>
        <StaffOnly />
      </SignedIn>
    </QueryClientProvider>
  ),
})
const wellness = createRoute({
  getParentRoute: () => root,
  id: 'wellness',
  beforeLoad: signedInOnly(wellnessSession, { product: 'wellness' }),
  component: () => (
    <QueryClientProvider client={wellnessQueries}>
      <SignedIn session={wellnessSession} SignInAgain={WellnessAgain} />
    </QueryClientProvider>
  ),
})

const marketplaceRoutes = [
  createRoute({
    getParentRoute: () => marketplace,
    path: '/categories',
    component: lazily(() => import('./pages/categories.tsx'), 'Categories'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/listings',
    validateSearch: textsOf('q', 'condition', 'sort'),
    component: lazily(() => import('./pages/listings.tsx'), 'Listings'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/listings/$postId',
    component: lazily(() => import('./pages/listing.tsx'), 'Listing'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/reviews',
    component: lazily(() => import('./pages/reviews.tsx'), 'Reviews'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/people',
    validateSearch: textsOf('q', 'sort'),
    component: lazily(() => import('./pages/people.tsx'), 'People'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/people/$userId',
    component: lazily(() => import('./pages/person.tsx'), 'Person'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/broadcast',
    component: lazily(() => import('./pages/broadcast.tsx'), 'Broadcast'),
  }),
] as const

const wellnessRoutes = [
  createRoute({
    getParentRoute: () => wellness,
    path: '/catalogue',
    validateSearch: textsOf('tab', 'q', 'status', 'categoryId', 'mediaType', 'sort'),
    component: lazily(() => import('./pages/catalogue.tsx'), 'Catalogue'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/campaigns',
    validateSearch: textsOf('type', 'status', 'sort'),
    component: lazily(() => import('./pages/campaigns.tsx'), 'Campaigns'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/campaigns/new',
    component: lazily(() => import('./pages/campaign-composer.tsx'), 'CampaignComposer'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/campaigns/$campaignId',
    validateSearch: textsOf('deliveryStatus', 'sort'),
    component: lazily(() => import('./pages/campaign.tsx'), 'CampaignPage'),
  }),
] as const

const openRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazily(() => import('./pages/start.tsx'), 'Start'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: textsOf('product', 'next'),
    component: lazily(() => import('./pages/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/outbox',
    validateSearch: textsOf('q'),
    component: lazily(() => import('./pages/outbox.tsx'), 'Outbox'),
  }),
] as const

export const router = createRouter({
  basepath: '/admin',
  routeTree: root.addChildren([
    marketplace.addChildren(marketplaceRoutes),
    wellness.addChildren(wellnessRoutes),
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
