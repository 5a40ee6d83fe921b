import { onlineManager } from '@tanstack/react-query'
import { makeQueryClient } from '../ui/app.tsx'
import { keepQueries } from '../ui/kept-queries.ts'
import { keepOwn } from '../ui/own-queries.ts'
import { session } from './session.ts'

// It hears of changes only, and takes it that there is a connection at the start.
onlineManager.setOnline(navigator.onLine)

export const queryClient = makeQueryClient()
keepOwn(queryClient, session)
// Answers, scores and what is said to the coach stay with the server, which has them sealed.
export const whenKeptAreRead = keepQueries(queryClient, session, [
  'goals',
  'reminders',
  'sessions',
  'exercises',
  'feelings',
  'profile',
])
