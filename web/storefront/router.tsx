import { createRootRoute, createRoute, createRouter, defaultStringifySearch } from '@tanstack/react-router'
import { SignedIn, signedInOnly } from '../ui/guard.tsx'
import { lazily, lazilyThemed } from '../ui/lazy.tsx'
import { Broken, NotFound } from '../ui/pages.tsx'
import { useVisitorId } from '../ui/session.ts'
import { quietTransitions } from '../ui/transitions.ts'
import { ownPage, readNextPage } from './accounts/next-page.ts'
import { Layout } from './layout.tsx'
import { readCardsSearch } from './payments/cards-search.ts'
import { watchPages } from './posts/came-from.ts'
import { readPurchaseSearch } from './purchase-tool/search.ts'
import { Home } from './search/home.tsx'
import { readPlaceSearch } from './search/place.ts'
import { readMyListingsSearch, readSearch, readSellSearch } from './search/search-params.ts'
import { session } from './session.ts'
import { readWalletSearch } from './wallet/search.ts'

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, errorComponent: Broken })

const SignInAgain = lazilyThemed(() => import('./accounts/sign-in-again.tsx'), 'SignInAgain')

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
  component: lazilyThemed(() => import('./chat/chats.tsx'), 'Chats'),
})

const signedInRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sell',
    validateSearch: readSellSearch,
    component: lazilyThemed(() => import('./posts/sell/sell.tsx'), 'Sell'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sell/$listingId',
    component: lazilyThemed(() => import('./posts/sell/sell.tsx'), 'EditListing'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/my-listings',
    validateSearch: readMyListingsSearch,
    component: lazilyThemed(() => import('./posts/my-listings.tsx'), 'MyListings'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/my-listings/$listingId',
    component: lazilyThemed(() => import('./posts/life/my-listing.tsx'), 'MyListing'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/saved-searches',
    component: lazilyThemed(() => import('./saved-searches/saved-searches.tsx'), 'SavedSearches'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/saved-searches/$searchId',
    component: lazilyThemed(() => import('./saved-searches/found.tsx'), 'Found'),
  }),
  chats.addChildren([
    createRoute({
      getParentRoute: () => chats,
      path: '/',
      component: lazily(() => import('./chat/chats.tsx'), 'NoChat'),
    }),
    createRoute({
      getParentRoute: () => chats,
      path: '$roomId',
      component: lazily(() => import('./chat/room.tsx'), 'Room'),
    }),
  ]),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/notices',
    validateSearch: ({ unread }: Record<string, unknown>): { unread?: true } =>
      unread === true ? { unread } : {},
    component: lazilyThemed(() => import('./notifications/notices.tsx'), 'Notices'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/purchases',
    validateSearch: readPurchaseSearch,
    component: lazilyThemed(() => import('./purchase-tool/purchases.tsx'), 'Purchases'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you',
    component: lazilyThemed(() => import('./accounts/you.tsx'), 'You'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/listing/$listingId/buy',
    validateSearch: ({ offer }: Record<string, unknown>): { offer?: string } =>
      typeof offer === 'string' && offer !== '' ? { offer: offer.slice(0, 36) } : {},
    component: lazilyThemed(() => import('./orders/buy.tsx'), 'Buy'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/orders',
    component: lazilyThemed(() => import('./orders/orders.tsx'), 'Orders'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/offers',
    component: lazilyThemed(() => import('./offers/offers.tsx'), 'Offers'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/orders/$orderId',
    component: lazilyThemed(() => import('./orders/order.tsx'), 'OrderPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/reviews',
    component: lazilyThemed(() => import('./reviews/deals.tsx'), 'Deals'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet',
    validateSearch: readWalletSearch,
    component: lazilyThemed(() => import('./wallet/wallet.tsx'), 'Wallet'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet/receipts',
    component: lazilyThemed(() => import('./wallet/receipts.tsx'), 'Receipts'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet/cards',
    validateSearch: readCardsSearch,
    component: lazilyThemed(() => import('./payments/cards.tsx'), 'Cards'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet/answer/$paymentId',
    validateSearch: ({ next }: Record<string, unknown>): { next?: string } => {
      const page = ownPage(next)
      return page === undefined ? {} : { next: page }
    },
    component: lazilyThemed(() => import('./payments/answer-bank.tsx'), 'AnswerBank'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet/add-money',
    component: lazilyThemed(() => import('./payments/add-funds.tsx'), 'AddFunds'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet/bank-accounts',
    validateSearch: ({ returned }: Record<string, unknown>): { returned?: true } =>
      returned === true ? { returned } : {},
    component: lazilyThemed(() => import('./payouts/bank-accounts.tsx'), 'BankAccounts'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet/payouts',
    component: lazilyThemed(() => import('./payouts/payouts.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet/$transactionId',
    validateSearch: ({ paid }: Record<string, unknown>): { paid?: true } => (paid === true ? { paid } : {}),
    component: lazilyThemed(() => import('./wallet/transaction.tsx'), 'Transaction'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you/devices',
    component: lazilyThemed(() => import('./accounts/devices.tsx'), 'Devices'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you/notifications',
    component: lazilyThemed(() => import('./notifications/preferences.tsx'), 'NotificationPreferences'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you/invites',
    component: lazilyThemed(() => import('./invites/invites.tsx'), 'Invites'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you/blocked',
    component: lazilyThemed(() => import('./connections/silenced.tsx'), 'Blocked'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you/muted',
    component: lazilyThemed(() => import('./connections/silenced.tsx'), 'Muted'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/people',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      typeof q === 'string' && q !== '' ? { q: q.slice(0, 80) } : {},
    component: lazilyThemed(() => import('./connections/find-people.tsx'), 'FindPeople'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sellers/$sellerId/followers',
    component: lazilyThemed(() => import('./connections/connections.tsx'), 'Followers'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sellers/$sellerId/following',
    component: lazilyThemed(() => import('./connections/connections.tsx'), 'Following'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/sellers/$sellerId/mutual',
    component: lazilyThemed(() => import('./connections/connections.tsx'), 'Mutual'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/you/data',
    component: lazilyThemed(() => import('./personal-data/your-data.tsx'), 'YourData'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/verify',
    validateSearch: readNextPage,
    component: lazilyThemed(() => import('./accounts/verify.tsx'), 'Verify'),
  }),
] as const

const Favourites = lazilyThemed(() => import('./collections/favourites.tsx'), 'Favourites')

/** Guests have saved listings, too; of somebody with an account it is a page as their others. */
function FavouritesOfVisitor() {
  const isGuest = useVisitorId(session) !== '' && session.personId === ''
  if (isGuest) return <Favourites />
  return (
    <SignedIn session={session} SignInAgain={SignInAgain}>
      <Favourites />
    </SignedIn>
  )
}

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/favourites',
    component: FavouritesOfVisitor,
    loader: () => Favourites.preload(),
    beforeLoad: (context) => session.guestId === '' && signedInOnly(session)(context),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in/with',
    component: lazilyThemed(() => import('./accounts/social-sign-in-page.tsx'), 'SocialSignInPage'),
  }),
  createRoute({ getParentRoute: () => root, path: '/', validateSearch: readPlaceSearch, component: Home }),
  createRoute({
    getParentRoute: () => root,
    path: '/search',
    validateSearch: readSearch,
    component: lazilyThemed(() => import('./search/search.tsx'), 'Search'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/listing/$listingId',
    component: lazilyThemed(() => import('./posts/listing/listing.tsx'), 'Listing'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sellers/$sellerId',
    component: lazilyThemed(() => import('./profiles/seller.tsx'), 'Seller'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/decisions/$decisionId',
    validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
      typeof token === 'string' ? { token } : {},
    component: lazilyThemed(() => import('./moderation/decision.tsx'), 'Decision'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/plans',
    component: lazilyThemed(() => import('./subscriptions/plans.tsx'), 'Plans'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/help',
    component: lazilyThemed(() => import('./support/help.tsx'), 'Help'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/collections/$collectionId',
    validateSearch: ({ link }: Record<string, unknown>): { link?: string } =>
      typeof link === 'string' || typeof link === 'number' ? { link: String(link).slice(0, 64) } : {},
    component: lazilyThemed(() => import('./collections/collection.tsx'), 'Collection'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: readNextPage,
    component: lazilyThemed(() => import('./accounts/sign-in-page.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    validateSearch: readNextPage,
    component: lazilyThemed(() => import('./accounts/sign-up.tsx'), 'SignUp'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgotten-password',
    validateSearch: readNextPage,
    component: lazilyThemed(() => import('./accounts/forgotten-password.tsx'), 'ForgottenPassword'),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([signedIn.addChildren(signedInRoutes), ...routes]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  // A comma is a comma where people read it.
  stringifySearch: (search) => defaultStringifySearch(search).replaceAll('%2C', ','),
})
quietTransitions(router)
watchPages(router)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
