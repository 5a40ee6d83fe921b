import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { type ComponentType, Fragment, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followColorScheme } from './color-scheme.ts'
import { ConnectionNotice } from './connection.tsx'
import { Failure } from './failure.ts'
import { freshMs, rereadLate } from './queries.ts'
import { Toasts } from './toasts.tsx'

/** Lists stay as they are for a while; only what may succeed later is asked again. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (count, error) => count < 2 && error instanceof Failure && error.isTemporary,
      },
      // What waits for a connection is done even when its dialog was left; only what is shown as done may wait.
      mutations: { networkMode: 'always' },
    },
  })
  rereadLate(client)
  return client
}

/** Shows an app in its page. @param Around what every page stands in. */
export function mount(
  router: AnyRouter,
  queryClient: QueryClient,
  Around: ComponentType<{ children: ReactNode }> = Fragment,
): void {
  followColorScheme()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no element with the id root')
  createRoot(root).render(
    <StrictMode>
      <Around>
        <QueryClientProvider client={queryClient}>
          <ConnectionNotice />
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </Around>
    </StrictMode>,
  )
}
