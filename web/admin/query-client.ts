import { makeQueryClient } from '../ui/app.tsx'
import { keepOwn } from '../ui/own-queries.ts'
import { marketplaceSession, wellnessSession } from './api.ts'

/** Each product has its own people, and so its own queries. */
export const marketplaceQueries = makeQueryClient()
export const wellnessQueries = makeQueryClient()
keepOwn(marketplaceQueries, marketplaceSession)
keepOwn(wellnessQueries, wellnessSession)
