import { addPost, createPurchaseListing, getCategoryTree, updatePost } from '@plaza/client/marketplace'
import { dataOf, uploadPicture } from '../../acceptance/steps.ts'
import { town } from './browser.ts'
import type { Neighbour } from './people.ts'

/** A listing of somebody, with as many photos as wanted. @returns its id. */
export async function addListing(
  { app }: Neighbour,
  {
    photos = 0,
    ...fields
  }: {
    title: string
    description?: string
    photos?: number
    delivery?: 'pickup' | 'shipping'
    allow_offers?: boolean
    quantity?: number
  },
): Promise<string> {
  const { url: baseUrl } = await town()
  const { data: categories } = await dataOf(getCategoryTree({ client: app }))
  const photoUrl: string[] = []
  while (photoUrl.length < photos) photoUrl.push(await uploadPicture({ baseUrl }, app))
  const body = { price: 25, category_id: categories[0]?._id ?? '', address: { place: 'Altstadt' }, ...fields }
  const { data } = await dataOf(addPost({ client: app, body: { ...body, media: { photoUrl } } }))
  return data._id
}

/** A listing of somebody that is to become a dear boat, if a moderator lets it. @returns its id. */
export async function addHeldListing(seller: Neighbour, title: string): Promise<string> {
  const id = await addListing(seller, { title, photos: 1 })
  const { data: categories } = await dataOf(getCategoryTree({ client: seller.app }))
  const body = { title: `Boat ${id}`, price: 900, category_id: categories[1]?._id ?? '' }
  await dataOf(updatePost({ client: seller.app, path: { post_id: id }, body }))
  return id
}

/** Something that somebody bought to sell on. */
export async function addPurchase({ app, id }: Neighbour): Promise<void> {
  const bought = { title: 'Clock', price: 5, product_image: [], condition: 'good', search_id: 'by-hand' }
  await dataOf(createPurchaseListing({ client: app, body: { user_id: id, ...bought } }))
}
