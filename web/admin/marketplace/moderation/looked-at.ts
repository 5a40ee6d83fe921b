import { useEffect, useRef, useState } from 'react'

interface LookedAtOptions<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** What the address names. */
  named: string | undefined
  look: (key: string | undefined) => Promise<void>
}

/** Of a queue, what is looked at: what the address names, or what was the first. When it leaves the queue, no other takes its place. */
export function useLookedAt<Item>({ items, keyOf, named, look }: LookedAtOptions<Item>) {
  const [first, setFirst] = useState<string>()
  if (first === undefined && items[0]) setFirst(keyOf(items[0]))
  const chosen = named ?? first
  const index = items.findIndex((item) => keyOf(item) === chosen)
  const present = useRef(chosen)
  useEffect(() => {
    present.current = chosen
  }, [chosen])
  /** On from what was decided to the one after it, or at the end of the queue to the one before; whoever has gone on meanwhile stays where they are. */
  const goOnFrom = async (item: Item) => {
    if (keyOf(item) !== present.current) return
    const next = items[index + 1] ?? items[index - 1]
    const key = next && keyOf(next)
    setFirst(key)
    await look(key)
  }
  return { index, item: items[index], present, goOnFrom }
}

interface Reachable {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The next page is fetched when so few are left. */
const few = 5

/** Fetches more of a queue while little of it is left, or what the address names is not there. @returns whether that may still come. */
export function useReach(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Reachable,
  keys: readonly string[],
  named: string | undefined,
): boolean {
  const isHere = named === undefined || keys.includes(named)
  const isShort = keys.length < few || !isHere
  const wantsMore = isShort && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  return !isHere && (hasNextPage || isFetching)
}
