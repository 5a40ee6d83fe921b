import { html } from '../../platform/operation/html.ts'
import type { PageFacts, SiteReading } from '../../platform/operation/site.ts'
import { textsIn } from '../texts.ts'
import { entries } from './entries.ts'
import { gone } from './gone.ts'
import { categoryPath, listingPath } from './listing-facts.ts'
import { nameIn } from './name.ts'
import { selectCategoryWithParts, selectNewestIn, selectOpenCategories } from './queries.ts'

/** A category with what is new in it. */
export async function categoryFacts(reading: SiteReading, id: string): Promise<PageFacts> {
  const { db, clock, publicUrl, language } = reading
  const [category, ...parts] = await selectCategoryWithParts(db, id)
  const path = categoryPath(category?.id ?? id)
  if (!category) return gone(reading, path, 'category')
  const ids = [category, ...parts].map((one) => one.id)
  const newest = await selectNewestIn(db, ids, clock.now())
  const { links } = textsIn(language)
  const name = nameIn(category, language)
  return {
    status: 200,
    title: name,
    description: links.inCategory(name),
    path,
    isIndexed: true,
    type: 'website',
    data: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name,
      url: publicUrl + path,
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: newest.map((row, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          url: publicUrl + listingPath(row.id),
          name: row.title,
        })),
      },
    },
    body: html`<h1>${name}</h1>
      ${parts.length > 0 ? html`<ul>${parts.map((part) => html`<li><a href="${categoryPath(part.id)}">${nameIn(part, language)}</a></li>`)}</ul>` : undefined}
      ${entries(newest, language)}`,
  }
}

/** The start page: what there is. */
export async function startFacts({ db, publicUrl, language }: SiteReading): Promise<PageFacts> {
  const { links } = textsIn(language)
  const tops = (await selectOpenCategories(db)).filter((category) => category.parent_id === null)
  return {
    status: 200,
    title: 'Plaza',
    description: links.about,
    path: '/',
    isIndexed: true,
    type: 'website',
    data: { '@context': 'https://schema.org', '@type': 'WebSite', name: 'Plaza', url: `${publicUrl}/` },
    body: html`<h1>Plaza</h1><p>${links.about}</p>
      <ul>${tops.map((category) => html`<li><a href="${categoryPath(category.id)}">${nameIn(category, language)}</a></li>`)}</ul>`,
  }
}
