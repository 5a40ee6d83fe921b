import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConnectionNotice } from './connection.tsx'
import { Failure } from './failure.ts'
import { theme } from './theme.ts'
import { Toasts } from './toasts.tsx'

/** Lists stay as they are for half a minute; only what may succeed later is asked again. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && error instanceof Failure && error.isTemporary,
      },
    },
  })

/** Shows an app in its page. */
export function mount(router: AnyRouter, queryClient: QueryClient): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no element with the id root')
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <ConnectionNotice />
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
