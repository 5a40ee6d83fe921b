import { pictureUrl } from '../../platform/media/uploads.ts'
import { amountFormat, majorOf } from '../../platform/money.ts'
import { html } from '../../platform/operation/html.ts'
import type { PageFacts, SiteReading } from '../../platform/operation/site.ts'
import { textsIn } from '../texts.ts'
import { gone } from './gone.ts'
import { nameIn } from './name.ts'
import { type EntryRow, type ListingRow, selectListing, wasDeletedByAuthor } from './queries.ts'

export const listingPath = (id: string) => `/listing/${id}`
export const personPath = (id: string) => `/sellers/${id}`
export const categoryPath = (id: string) => `/search?category=${id}`

const longestDescription = 200

/** The beginning of a text, on one line. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  const points = [...line]
  return points.length <= longestDescription
    ? line
    : `${points
        .slice(0, longestDescription - 1)
        .join('')
        .trimEnd()}…`
}

/** In words of the language: what is given away has no price. */
export const priceIn = (
  { price_minor, currency }: Pick<EntryRow, 'price_minor' | 'currency'>,
  language: string,
): string =>
  price_minor === 0
    ? textsIn(language).links.free
    : amountFormat(language, currency).format(majorOf(price_minor, currency))

/** What a listing is called in schema.org's words. */
const availabilityOf = ({ status, is_live: isLive }: ListingRow): string => {
  if (status === 'sold') return 'SoldOut'
  if (!isLive) return 'Discontinued'
  return status === 'reserved' ? 'LimitedAvailability' : 'InStock'
}

const conditionOf = (condition: string): string =>
  condition === 'new' ? 'NewCondition' : condition === 'for_parts' ? 'DamagedCondition' : 'UsedCondition'

const dataOf = (row: ListingRow, pictures: string[], address: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: row.title,
  description: row.description || row.title,
  url: address,
  ...(pictures.length > 0 ? { image: pictures } : {}),
  ...(row.condition ? { itemCondition: `https://schema.org/${conditionOf(row.condition)}` } : {}),
  offers: {
    '@type': 'Offer',
    url: address,
    price: majorOf(row.price_minor, row.currency),
    priceCurrency: row.currency,
    availability: `https://schema.org/${availabilityOf(row)}`,
    ...(row.seller_name === null ? {} : { seller: { '@type': 'Person', name: row.seller_name } }),
  },
})

/** A listing for those who come by a link; of sellers who do not want to be found it has no name. */
export async function listingFacts(reading: SiteReading, id: string): Promise<PageFacts> {
  const { db, clock, publicUrl, language } = reading
  const path = listingPath(id)
  const row = await selectListing(db, id, clock.now())
  if (!row) return gone(reading, path, 'listing', (await wasDeletedByAuthor(db, id)) ? 410 : 404)
  const { links } = textsIn(language)
  const price = priceIn(row, language)
  const pictures = row.photo_ids.map((photo) => pictureUrl(publicUrl, photo))
  const [image] = pictures
  const category = nameIn({ name: row.category_name, names: row.category_names }, language)
  return {
    status: 200,
    title: `${row.title} · ${price}`,
    description: shortened([row.place, row.description].filter(Boolean).join(' · ') || row.title),
    path,
    // What is over is read by whoever has the link, and looked for by nobody.
    isIndexed: row.is_live,
    type: 'product',
    image,
    data: dataOf(row, pictures, publicUrl + path),
    body: html`<h1>${row.title}</h1>
      <p><strong>${price}</strong>${row.place && html` · ${row.place}`}${row.is_live ? undefined : html` · ${links.over}`}</p>
      ${image && html`<img src="${image}" alt="${row.title}" />`}
      <p class="plain-text">${row.description}</p>
      ${row.seller_name !== null ? html`<p>${links.seller}: <a href="${personPath(row.seller_id)}">${row.seller_name}</a></p>` : undefined}
      <p><a href="${categoryPath(row.category_id)}">${category}</a></p>`,
  }
}
