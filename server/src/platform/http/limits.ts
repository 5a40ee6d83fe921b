import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { addressOf } from '../network.ts'
import { type Allowance, type Limiter, unlimited } from '../operation/execute.ts'
import { ownLimitsOf } from '../operation/operation.ts'

/** Requests per minute: of a signed-in person, and of an address without a sign-in. */
const general = {
  default: { reads: 1200, writes: 600, anonymous: 600 },
  strict: { reads: 600, writes: 120, anonymous: 120 },
}

interface Window {
  count: number
  endsAt: number
}

/** What a limit has left for somebody, once the request is counted; less than nothing when it is refused. */
interface Counted {
  max: number
  windowSeconds: number
  left: number
  endsInSeconds: number
}

/**
 * The general limits, and the own limits of operations that declare some. Fixed windows, counted
 * in this process; credential attempts are counted in the database instead, by `Identity`.
 */
export function makeLimiter(mode: 'default' | 'strict' | 'off', clock: Clock): Limiter {
  const windows = new LRUCache<string, Window>({ max: 100_000 })

  function count(key: string, max: number, windowSeconds: number): Counted {
    const now = clock.now().getTime()
    const known = windows.get(key)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowSeconds * 1000 }
    window.count += 1
    if (window !== known) windows.set(key, window)
    const endsInSeconds = Math.ceil((window.endsAt - now) / 1000)
    return { max, windowSeconds, left: max - window.count, endsInSeconds }
  }

  return ({ id, operation }, caller, { ip }) => {
    if (mode === 'off') return unlimited
    const who = caller?.id ?? addressOf(ip)
    const kind = caller === null ? 'anonymous' : operation.method === 'GET' ? 'reads' : 'writes'
    let tightest = count(`${kind} ${who}`, general[mode][kind], 60)
    for (const limit of ownLimitsOf(operation)) {
      // What is refused uses up no other limit.
      if (tightest.left < 0) break
      const { windowSeconds, max, strict = max } = limit
      const own = count(`${id} ${windowSeconds} ${who}`, mode === 'strict' ? strict : max, windowSeconds)
      if (own.left < tightest.left) tightest = own
    }
    return allowanceOf(tightest)
  }
}

/** Says of the limit that is nearest how much of it is left (draft-ietf-httpapi-ratelimit-headers-06). */
const allowanceOf = ({ max, windowSeconds, left, endsInSeconds }: Counted): Allowance => ({
  waitSeconds: left < 0 ? endsInSeconds : undefined,
  headers: {
    'RateLimit-Policy': `${max};w=${windowSeconds}`,
    'RateLimit-Limit': String(max),
    'RateLimit-Remaining': String(Math.max(0, left)),
    'RateLimit-Reset': String(endsInSeconds),
  },
})
