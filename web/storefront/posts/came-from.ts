import type { RecordViewsData } from '@plaza/client/marketplace'
import type { AnyRouter } from '@tanstack/react-router'

/** Where somebody comes upon a listing. */
export type Source = NonNullable<RecordViewsData['body']['source']>

const sources: readonly [RegExp, Source][] = [
  [/^\/$/, 'feed'],
  [/^\/search/, 'search'],
  [/^\/sellers\//, 'profile'],
  [/^\/listing\//, 'related'],
  [/^\/(favourites|collections)/, 'favourites'],
  [/^\/chats/, 'chat'],
  [/^\/notices/, 'notification'],
]

let last: Source = 'other'
let said: Source | undefined

/** Says more than the page does, of the next listing that is gone to. */
export const comeFrom = (source: Source): void => {
  said = source
}

/** Keeps by which page each one is reached. @returns what ends that. */
export const watchPages = (router: AnyRouter): (() => void) =>
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
    last = said ?? sources.find(([page]) => page.test(fromLocation.pathname))?.[1] ?? 'other'
    said = undefined
  })

/** How the page that is open now was come upon. */
export const cameFrom = (): Source => last
