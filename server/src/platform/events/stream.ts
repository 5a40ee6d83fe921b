import { sql } from 'kysely'
import { hours, seconds } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { BaseCaller } from '../operation/caller.ts'
import { Integer } from '../operation/schema.ts'
import type { Reading } from '../operation/work.ts'
import type { LiveEventKind } from './live-event.ts'
import { heardBy, topicOf } from './publish.ts'

interface StoredEvent {
  id: number
  type: string
  data: unknown
}

type Look = Pick<Reading, 'db' | 'clock'>

/** Where a stream is to begin: after an event, or with what an app shows that has heard none yet. */
interface Beginning {
  lastEventId: string | undefined
  /** How long ago it began to read that. */
  ageMs: number | undefined
}

/** The input by which an app says its `ageMs`. */
export const AgeMs = Integer(0, hours(24 * 366), {
  description:
    'for the first connection: how many milliseconds ago the app began to read what it shows. A `resync` event says that something happened since.',
})

/** Events have the time at which their request began, and are there once it has ended. */
const mostUnderWayMs = seconds(5)
const keptMs = hours(24)
const batch = 200
const heartbeatMs = 25_000
const sessionCheckMs = 500

/** A person's events as Server-Sent Events; the HTTP layer pulls `chunks` until the client leaves. */
export class EventStream {
  readonly chunks: (signal: AbortSignal) => AsyncGenerator<string>
  constructor(chunks: (signal: AbortSignal) => AsyncGenerator<string>) {
    this.chunks = chunks
  }
}

/**
 * The stream of one caller: what was missed since `lastEventId` (24 hours at most, else a
 * `resync` event asks the app to load its lists anew, as it does where something happened while an app
 * loaded), then whatever comes. It begins with a `connected` event, so that even who hears nothing more
 * has an id to come back with. It ends with the session.
 */
export function eventStreamOf(
  reading: Reading,
  kinds: readonly LiveEventKind[],
  caller: BaseCaller,
  beginning: Beginning,
): EventStream {
  const { db, clock, services } = reading
  const { realm, id: subjectId, sessionId } = caller
  const isStillAllowed = async () =>
    (await services.callers.check({ realm, subjectId, sessionId })) !== undefined
  return new EventStream(async function* (signal) {
    const doorbell = makeDoorbell(signal)
    const listening = heardBy(caller.id).map((id) =>
      services.live.listen(topicOf(caller.realm, id), doorbell.ring),
    )
    try {
      const start = await startingPoint({ db, clock }, caller, beginning)
      let position = start.position
      yield frame({ id: position, type: start.isResync ? 'resync' : 'connected', data: {} })
      let lastBeat = performance.now()
      let mayHaveMore = true
      while (!signal.aborted && (await isStillAllowed())) {
        const isBeatDue = performance.now() - lastBeat > heartbeatMs
        if (mayHaveMore || isBeatDue) {
          const events = await eventsAfter(db, caller, position)
          for (const event of await filled(reading, kinds, caller, events)) yield frame(event)
          position = events.at(-1)?.id ?? position
          if (isBeatDue && events.length === 0) yield ': heartbeat\n\n'
          if (isBeatDue || events.length > 0) lastBeat = performance.now()
          mayHaveMore = events.length === batch
        }
        // All streams look after their sessions at the same moments, and so share a statement.
        if (!mayHaveMore)
          mayHaveMore = await doorbell.wait(sessionCheckMs - (performance.now() % sessionCheckMs))
      }
    } finally {
      for (const stopListening of listening) stopListening()
    }
  })
}

/** The events as they are told now, without those of which nothing is left to tell. */
async function filled(
  reading: Reading,
  kinds: readonly LiveEventKind[],
  caller: BaseCaller,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const told = new Map<number, unknown>(events.map(({ id, data }) => [id, data]))
  for (const { type, fill } of kinds) {
    const own = fill ? events.filter((event) => event.type === type) : []
    if (!fill || own.length === 0) continue
    const facts = await fill(
      reading,
      caller.id,
      own.map(({ data }) => data),
    )
    for (const [index, { id }] of own.entries()) told.set(id, facts[index])
  }
  return events.flatMap((event) => {
    const data = told.get(event.id)
    return data === undefined ? [] : [{ ...event, data }]
  })
}

const frame = ({ id, type, data }: StoredEvent) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`

function makeDoorbell(signal: AbortSignal) {
  let isRung = false
  let open: (() => void) | undefined
  const ring = () => {
    isRung = true
    open?.()
  }
  signal.addEventListener('abort', ring)
  return {
    ring,
    /** @returns whether it was rung, before or while waiting. */
    wait: (timeoutMs: number) =>
      new Promise<boolean>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          open = undefined
          resolve(isRung)
          isRung = false
        }
        const timer = setTimeout(done, timeoutMs)
        open = done
        if (isRung) done()
      }),
  }
}

async function startingPoint(look: Look, caller: BaseCaller, { lastEventId, ageMs }: Beginning) {
  const { rows } = await sql<{ newest: number; newestAt: Date | null; oldest: number | null }>`
    select coalesce(max(newest), 0) as newest, max(newest_at) as "newestAt", min(oldest) as oldest
    from unnest(${heardBy(caller.id)}::uuid[]) as heard(id)
    cross join lateral (
      select e.id as newest, e.created_at as newest_at, (
        select min(o.id) from platform.live_event o
        where o.realm = ${caller.realm} and o.recipient_id = heard.id) as oldest
      from platform.live_event e
      where e.realm = ${caller.realm} and e.recipient_id = heard.id order by e.id desc limit 1) ends`.execute(
    look.db,
  )
  const { newest: position = 0, newestAt = null, oldest = null } = rows[0] ?? {}
  if (lastEventId === undefined)
    return { position, isResync: ageMs !== undefined && mayHaveNews(look, newestAt, ageMs) }
  const asked = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN
  const isKnown =
    Number.isFinite(asked) &&
    asked <= position &&
    (oldest === null || asked >= oldest - 1 || (await isKept(look, caller, asked)))
  return isKnown ? { position: asked, isResync: false } : { position, isResync: true }
}

/** Whether something happened since an app began to read; after a day nobody knows. */
function mayHaveNews({ clock }: Look, newestAt: Date | null, ageMs: number): boolean {
  if (ageMs > keptMs) return true
  return newestAt !== null && newestAt.getTime() > clock.now().getTime() - ageMs - mostUnderWayMs
}

/** Ids are shared by everybody, so a gap below the oldest kept event is only harmless within 24 hours. */
async function isKept({ db, clock }: Look, caller: BaseCaller, id: number): Promise<boolean> {
  const since = new Date(clock.now().getTime() - keptMs)
  const { rows } = await sql`
    select 1 from platform.live_event
    where realm = ${caller.realm} and recipient_id = any(${heardBy(caller.id)}::uuid[]) and id = ${id} and created_at > ${since}`.execute(
    db,
  )
  return rows.length > 0
}

async function eventsAfter(db: Db, caller: BaseCaller, position: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select e.id, e.type, e.data
    from unnest(${heardBy(caller.id)}::uuid[]) as heard(id)
    cross join lateral (
      select id, type, data from platform.live_event
      where realm = ${caller.realm} and recipient_id = heard.id and id > ${position}
      order by id limit ${batch}) e
    order by e.id limit ${batch}`.execute(db)
  return rows
}
