import { uuidPattern } from '../../platform/operation/schema.ts'
import type { PageFacts, Site, SitemapPart } from '../../platform/operation/site.ts'
import { categoryFacts, startFacts } from './category-facts.ts'
import { gone } from './gone.ts'
import { categoryPath, listingFacts, listingPath, personPath } from './listing-facts.ts'
import { personFacts } from './person-facts.ts'
import {
  type KnownPage,
  selectFirsts,
  selectListingPages,
  selectOpenCategories,
  selectPersonPages,
} from './queries.ts'

const isId = (text: string) => new RegExp(uuidPattern).test(text)

const entry = (pathOf: (id: string) => string) => (page: KnownPage) => ({
  path: pathOf(page.id),
  changedAt: page.changed_at,
})

const listings: SitemapPart = {
  name: 'listings',
  firstsAfter: (db, after, rows) => selectFirsts(db, 'marketplace.post', { after, rows }),
  pathsFrom: async ({ db, clock }, range) =>
    (await selectListingPages(db, range, clock.now())).map(entry(listingPath)),
}

const people: SitemapPart = {
  name: 'people',
  firstsAfter: (db, after, rows) => selectFirsts(db, 'marketplace.users', { after, rows }),
  pathsFrom: async ({ db, clock }, range) =>
    (await selectPersonPages(db, range, clock.now())).map(entry(personPath)),
}

/** What the storefront's pages say to those who come by a link. */
export const site: Site = {
  async factsOf(reading, { pathname, searchParams }): Promise<PageFacts | undefined> {
    if (pathname === '/') return startFacts(reading)
    const [, kind, id = ''] = /^\/(listing|sellers)\/([^/]+)$/.exec(pathname) ?? []
    if (kind === 'listing') return isId(id) ? listingFacts(reading, id) : gone(reading, '/', 'listing')
    if (kind === 'sellers') return isId(id) ? personFacts(reading, id) : gone(reading, '/', 'person')
    const category = searchParams.get('sub') ?? searchParams.get('category')
    return pathname === '/search' && category !== null && isId(category)
      ? categoryFacts(reading, category)
      : undefined
  },
  cardPages: /^\/wallet\/(cards|answer\/[^/]+)$/,
  sitemap: [listings, people],
  pathsOfFew: async ({ db }) => ['/', ...(await selectOpenCategories(db)).map(({ id }) => categoryPath(id))],
}
