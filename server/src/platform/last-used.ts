import { LRUCache } from 'lru-cache'

/** Keeps so many, those used last. It takes memory as they come: with `max` alone it would at once, for all of them. */
export const lastUsed = <Value extends NonNullable<unknown>>(most: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
