import { makeQueryClient } from '../ui/app.tsx'
import { keepOwn } from '../ui/own-queries.ts'
import { session } from './session.ts'

export const queryClient = makeQueryClient()
keepOwn(queryClient, session)
