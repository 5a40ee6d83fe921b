import { makeQueryClient } from '../ui/app.tsx'
import { keepOwn } from '../ui/own-queries.ts'
import { session } from './api.ts'

export const queryClient = makeQueryClient()
keepOwn(queryClient, session)
