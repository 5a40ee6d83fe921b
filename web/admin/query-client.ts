import { makeQueryClient } from '../ui/app.tsx'
import { keepOwn } from '../ui/own-queries.ts'
import { marketplaceSession, wellnessSession } from './api.ts'

export const queryClient = makeQueryClient()
keepOwn(queryClient, marketplaceSession, ['marketplace'])
keepOwn(queryClient, wellnessSession, ['wellness'])
