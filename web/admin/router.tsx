import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { SignedIn, signedInOnly } from '../ui/guard.tsx'
import { lazily } from '../ui/lazy.tsx'
import { Broken, NotFound } from '../ui/pages.tsx'
import { Layout } from './layout.tsx'
import * as inMarketplace from './marketplace/session.ts'
import { StaffOnly } from './marketplace/users/staff-only.tsx'
import * as inWellness from './wellness/session.ts'

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, errorComponent: Broken })

/** Search parameters of tables: texts, empty ones left out. */
const textsOf =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])),
    ) as Partial<Record<Names[number], string>>

const MarketplaceAgain = lazily(() => import('./marketplace/users/sign-in-again.tsx'), 'SignInAgain')
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

const marketplaceRoutes = [
  createRoute({
    getParentRoute: () => marketplace,
    path: '/categories',
    component: lazily(() => import('./marketplace/categories/categories.tsx'), 'Categories'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/listings',
    validateSearch: textsOf('q', 'condition', 'sort'),
    component: lazily(() => import('./marketplace/posts/listings.tsx'), 'Listings'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/listings/$postId',
    component: lazily(() => import('./marketplace/posts/listing.tsx'), 'Listing'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/reviews',
    component: lazily(() => import('./marketplace/moderation/reviews.tsx'), 'Reviews'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/people',
    validateSearch: textsOf('q', 'sort'),
    component: lazily(() => import('./marketplace/users/people.tsx'), 'People'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/people/$userId',
    component: lazily(() => import('./marketplace/users/person.tsx'), 'Person'),
  }),
  createRoute({
    getParentRoute: () => marketplace,
    path: '/broadcast',
    component: lazily(() => import('./marketplace/notifications/broadcast.tsx'), 'Broadcast'),
  }),
] as const

const wellnessRoutes = [
  createRoute({
    getParentRoute: () => wellness,
    path: '/catalogue',
    validateSearch: textsOf('tab', 'q', 'status', 'categoryId', 'mediaType', 'sort'),
    component: lazily(() => import('./wellness/exercises/catalogue.tsx'), 'Catalogue'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/campaigns',
    validateSearch: textsOf('type', 'status', 'sort'),
    component: lazily(() => import('./wellness/campaigns/campaigns.tsx'), 'Campaigns'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/campaigns/new',
    component: lazily(() => import('./wellness/campaigns/campaign-composer.tsx'), 'CampaignComposer'),
  }),
  createRoute({
    getParentRoute: () => wellness,
    path: '/campaigns/$campaignId',
    validateSearch: textsOf('deliveryStatus', 'sort'),
    component: lazily(() => import('./wellness/campaigns/campaign.tsx'), 'CampaignPage'),
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
