import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { addressOf } from '../network.ts'
import type { Limiter } from '../operation/execute.ts'

/** Requests per minute: of a signed-in person, and of an address without a sign-in. */
const general = {
  default: { reads: 1200, writes: 600, anonymous: 6000 },
  strict: { reads: 600, writes: 120, anonymous: 600 },
}

interface Window {
  count: number
  endsAt: number
}

/**
 * The general limits, and the own limits of operations that declare one. Fixed windows, counted
 * in this process; credential attempts are counted in the database instead, by `Identity`.
 */
export function makeLimiter(mode: 'default' | 'strict' | 'off', clock: Clock): Limiter {
  const windows = new LRUCache<string, Window>({ max: 100_000 })

  function secondsToWait(key: string, max: number, windowSeconds: number): number | undefined {
    const now = clock.now().getTime()
    const known = windows.get(key)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowSeconds * 1000 }
    window.count += 1
    windows.set(key, window)
    return window.count > max ? Math.ceil((window.endsAt - now) / 1000) : undefined
  }

  return async ({ id, operation }, caller, { ip }) => {
    if (mode === 'off') return undefined
    const who = caller?.id ?? addressOf(ip)
    const kind = caller === null ? 'anonymous' : operation.method === 'GET' ? 'reads' : 'writes'
    const wait = secondsToWait(`${kind} ${who}`, general[mode][kind], 60)
    if (wait !== undefined || !operation.limit) return wait
    return secondsToWait(`${id} ${who}`, operation.limit.max, operation.limit.windowSeconds)
  }
}
