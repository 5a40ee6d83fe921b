import { lastUsed } from '../last-used.ts'
import { addressOf } from '../network.ts'
import { type Allowance, type Limiter, unlimited } from '../operation/execute.ts'
import { ownLimitsOf } from '../operation/operation.ts'
import type { LocalServices } from '../services.ts'
import { configured } from '../system-config/configured.ts'
import { anonymousPerMinute, readsPerMinute, writesPerMinute } from '../system-config/keys.ts'
import { keyOfLimit } from '../system-config/operation-limits.ts'

/** Requests per minute: of a signed-in person, and of an address without a sign-in. */
const general = { reads: readsPerMinute, writes: writesPerMinute, anonymous: anonymousPerMinute }

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
 * The general limits, and the own limits of operations that declare some, each as the system config has it
 * now. Fixed windows, counted in this process; credential attempts are counted in the database instead, by
 * `Identity`.
 */
export function makeLimiter(services: Pick<LocalServices, 'clock' | 'systemConfig' | 'settings'>): Limiter {
  const windows = lastUsed<Window>(100_000)

  function count(key: string, max: number, windowSeconds: number): Counted {
    const now = services.clock.now().getTime()
    const known = windows.get(key)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowSeconds * 1000 }
    window.count += 1
    if (window !== known) windows.set(key, window)
    const endsInSeconds = Math.ceil((window.endsAt - now) / 1000)
    return { max, windowSeconds, left: max - window.count, endsInSeconds }
  }

  return (registered, caller, { ip }) => {
    const { id, operation } = registered
    const who = caller?.id ?? addressOf(ip)
    const kind = caller === null ? 'anonymous' : operation.method === 'GET' ? 'reads' : 'writes'
    const most = configured(services, general[kind])
    let tightest = most === null ? undefined : count(`${kind} ${who}`, most, 60)
    for (const limit of ownLimitsOf(operation)) {
      // What is refused uses up no other limit.
      if (tightest && tightest.left < 0) break
      const max = configured(services, keyOfLimit(registered, limit))
      if (max === null) continue
      const own = count(`${id} ${limit.windowSeconds} ${who}`, max, limit.windowSeconds)
      if (!tightest || own.left < tightest.left) tightest = own
    }
    return tightest ? allowanceOf(tightest) : unlimited
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
