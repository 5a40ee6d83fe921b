import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { SignedIn, signedInOnly } from '../ui/guard.tsx'
import { lazily } from '../ui/lazy.tsx'
import { Broken, NotFound } from '../ui/pages.tsx'
import { session } from './api.ts'
import { Layout } from './layout.tsx'
import { readNextPage } from './next-page.ts'
import { Home } from './pages/home.tsx'
import { readPlaceSearch } from './place.ts'
import { readPurchaseSearch } from './purchases/search.ts'
import { readMyListingsSearch, readSearch, readSellSearch } from './search-params.ts'

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, errorComponent: Broken })

const SignInAgain = lazily(() => import('./accounts/sign-in-again.tsx'), 'SignInAgain')

/** Pages that need somebody signed in; the others are sent to sign in and come back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: () => <SignedIn session={session} SignInAgain={SignInAgain} />,
  beforeLoad: signedInOnly(session),
})

const chats = createRoute({
  getParentRoute: () => signedIn,
  path: '/chats',
  component: lazily(() => import('./pages/chats.tsx'), 'Chats'),
})

const signedInRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sell',
    validateSearch: readSellSearch,
    component: lazily(() => import('./pages/sell.tsx'), 'Sell'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sell/$listingId',
    component: lazily(() => import('./pages/sell.tsx'), 'EditListing'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/my-listings',
    validateSearch: readMyListingsSearch,
    component: lazily(() => import('./pages/my-listings.tsx'), 'MyListings'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/favourites',
    component: lazily(() => import('./pages/favourites.tsx'), 'Favourites'),
  }),
  chats.addChildren([
    createRoute({
      getParentRoute: () => chats,
      path: '/',
      component: lazily(() => import('./pages/chats.tsx'), 'NoChat'),
    }),
    createRoute({
      getParentRoute: () => chats,
      path: '$roomId',
      component: lazily(() => import('./pages/room.tsx'), 'Room'),
    }),
  ]),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/notices',
    validateSearch: ({ unread }: Record<string, unknown>): { unread?: true } =>
      unread === true ? { unread } : {},
    component: lazily(() => import('./pages/notices.tsx'), 'Notices'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/purchases',
    validateSearch: readPurchaseSearch,
    component: lazily(() => import('./pages/purchases.tsx'), 'Purchases'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you',
    component: lazily(() => import('./pages/you.tsx'), 'You'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you/devices',
    component: lazily(() => import('./pages/devices.tsx'), 'Devices'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/verify',
    validateSearch: readNextPage,
    component: lazily(() => import('./pages/verify.tsx'), 'Verify'),
  }),
] as const

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', validateSearch: readPlaceSearch, component: Home }),
  createRoute({
    getParentRoute: () => root,
    path: '/search',
    validateSearch: readSearch,
    component: lazily(() => import('./pages/search.tsx'), 'Search'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/listing/$listingId',
    component: lazily(() => import('./pages/listing.tsx'), 'Listing'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: readNextPage,
    component: lazily(() => import('./pages/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    validateSearch: readNextPage,
    component: lazily(() => import('./pages/sign-up.tsx'), 'SignUp'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgotten-password',
    validateSearch: readNextPage,
    component: lazily(() => import('./pages/forgotten-password.tsx'), 'ForgottenPassword'),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([signedIn.addChildren(signedInRoutes), ...routes]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
