import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { createStore, del, get, set } from 'idb-keyval'
import type { Session } from './session.ts'

/** Older than that it says nothing of today. */
const keptMs = 7 * 24 * 3600 * 1000
const calmMs = 1000

/**
 * Keeps what the pages have loaded of some nouns on the device, so that they show it without a connection, and at
 * once with one. It is of whoever is signed in, and goes when they sign out.
 * @returns when it is there. Pages wait for it: what one of them asks before that, and waits for without a connection,
 * is forgotten with the page, and what was kept of it too.
 */
export function keepQueries(
  queryClient: QueryClient,
  session: Session,
  nouns: readonly string[],
): Promise<void> {
  const store = createStore('plaza-kept-queries', 'queries')
  // What no page shows at present stays, or the next writing would leave it out.
  const { queries, ...options } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...options, queries: { ...queries, gcTime: keptMs } })
  let personId = session.personId
  const isKept = ({ queryKey, state }: Query) => {
    const [{ tags = [] } = {}] = queryKey as [{ tags?: readonly string[] }?]
    return (
      state.status === 'success' &&
      Date.now() - state.dataUpdatedAt < keptMs &&
      tags.some((noun) => nouns.includes(noun))
    )
  }
  const read = async () => {
    if (personId === '') return
    const owner = personId
    const kept = await get(owner, store)
    if (session.personId === owner) hydrate(queryClient, kept)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (personId === '' || session.personId !== personId) return
    void set(personId, dehydrate(queryClient, { shouldDehydrateQuery: isKept }), store).catch(() => undefined)
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isKept(query)) timer ??= setTimeout(write, calmMs)
  })
  window.addEventListener('pagehide', () => timer && write())
  session.subscribe(() => {
    if (session.personId === personId) return
    clearTimeout(timer)
    timer = undefined
    if (session.personId === '') void del(personId, store).catch(() => undefined)
    personId = session.personId
    void read().catch(() => undefined)
  })
  return read().catch(() => undefined)
}
