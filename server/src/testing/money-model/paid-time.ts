import { sql } from 'kysely'
import { expect } from 'vitest'
import { world } from '../kit.ts'

/** What stands of somebody's paid time at a moment. */
interface Seen {
  at: number
  paid: number
  returned: number
  left: number
  /** When the time that was paid for ended, where it is still open to them. */
  keptSince: number | null
}

/** Watches that paid time goes by the clock: it never goes faster, and stands still in a pause. */
export class PaidTime {
  readonly #seen = new Map<string, Seen>()

  async expectConserved(): Promise<void> {
    const { host, clock } = await world()
    const at = clock.now()
    const { rows } = await sql<{ user_id: string } & Omit<Seen, 'at'>>`
      select user_id, sum(paid_ms)::float8 as paid, sum(returned_ms)::float8 as returned,
        sum(banked_ms + greatest(0, coalesce(extract(epoch from period_end - ${at}) * 1000, 0)))::float8 as left,
        min(extract(epoch from period_end) * 1000) filter (where period_end <= ${at} and ended_at is null)::float8 as "keptSince"
      from marketplace.subscription where paid_ms > 0 group by 1`.execute(host.services.db)
    for (const { user_id: who, ...standing } of rows) {
      const now = { at: at.getTime(), ...standing }
      this.#compare(who, this.#seen.get(who), now)
      this.#seen.set(who, now)
    }
  }

  #compare(who: string, before: Seen | undefined, now: Seen): void {
    if (!before) return
    const gone = before.left + (now.paid - before.paid) - (now.returned - before.returned) - now.left
    // What is paid late begins where the time before it ended.
    const passed = now.at - Math.min(before.at, before.keptSince ?? before.at)
    const problem = gone > passed ? 'was lost' : gone < 0 ? 'came from nowhere' : undefined
    expect({ who, problem, gone, passed }).toEqual({ who, problem: undefined, gone, passed })
  }
}
