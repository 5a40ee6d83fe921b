import { homeListings } from './home-listings.ts'
import { leisureListings } from './leisure-listings.ts'
import type { DemoListing } from './listing.ts'

export const listings: DemoListing[] = [...homeListings, ...leisureListings]
