import type { Kind } from './drawings.ts'

export interface DemoListing {
  /** What its drawing shows. */
  kind: Kind
  category: string
  leaf: string
  author: string
  title: string
  /** In euros. */
  price: number
  condition: 'new' | 'like_new' | 'good' | 'fair' | 'poor' | 'for_parts'
  description: string
  attributes?: Record<string, string | number | boolean>
  /** The hue of the drawing where the text names a colour. */
  hue?: number
  state?: 'reserved' | 'sold'
}

type Details = Pick<DemoListing, 'attributes' | 'hue' | 'state'>

export const listing = (
  kind: Kind,
  place: `${string}/${string}`,
  author: string,
  title: string,
  [price, condition]: [number, DemoListing['condition']],
  description: string,
  details: Details = {},
): DemoListing => {
  const [category = '', leaf = ''] = place.split('/')
  return { kind, category, leaf, author, title, price, condition, description, ...details }
}
