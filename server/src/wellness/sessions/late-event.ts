import { newId } from '../../platform/ids.ts'
import { type CatalogueItem, itemOfRow } from '../exercises/public.ts'
import { endedCourse, type Recorded, type Recording, type SessionEvent } from './course.ts'
import {
  insertRequest,
  moveEvents,
  type Near,
  type NearSession,
  type Request,
  rewriteSession,
  selectEventsOf,
} from './event-queries.ts'
import { inOrder, type Pair, pairUp, type ToldEvent } from './pairs.ts'
import {
  deleteSession,
  hasNoStart,
  insertSession,
  type NewSession,
  recountSeconds,
  rowOf,
  type SessionRow,
} from './queries.ts'

/** An event with the session that it is of until now. */
interface Placed extends ToldEvent {
  row: NearSession | undefined
  /** It is known from its session only. */
  isUntold?: true
}

/** A session with the row that it takes; it is a new one where there is none. */
interface Made extends Pair<Placed> {
  id: string
  row: NearSession | undefined
}

/**
 * Applies an event before which others were delivered that happened after it: all of them make the sessions anew that
 * they would have made in order. Sessions that ended before it stay out of it, since nothing later changes them.
 */
export async function recordLate(
  { db, pipeline }: Recording,
  event: SessionEvent,
  { sessions, waiting }: Near,
  now: Date,
): Promise<Recorded> {
  const { userId, item } = event
  const ids = sessions.map(({ id }) => id)
  const events = await selectEventsOf(db, ids)
  const told = sessions.flatMap((row) => eventsOf(row, events.get(row.id) ?? []))
  const own: Placed = { ...event, row: undefined }
  const paired = pairUp([...told, ...waiting.map((each) => ({ ...each, row: undefined })), own])
  const made = withRows(paired.pairs)

  const changed = made
    .filter((pair) => isChanged(pair, told))
    .map((pair) => ({ pair, session: sessionOf(pair, { userId, item }) }))
  for (const { pair, session } of changed)
    pipeline(pair.row ? rewriteSession(db, session, now) : insertSession(db, session, now))
  const isMoved = ({ row, key }: Placed, id: string | undefined) => row?.id !== id && key !== event.key
  for (const pair of made)
    await moveEvents(db, userId, keysOf(eventsIn(pair).filter((each) => isMoved(each, pair.id))), pair.id)
  await moveEvents(db, userId, keysOf(paired.waiting.filter((each) => isMoved(each, undefined))), null)
  const kept = new Set(made.map(({ id }) => id))
  for (const pair of [...made, { id: null, start: null, end: null, again: paired.waiting }])
    for (const each of eventsIn(pair).filter((each) => each.isUntold && isMoved(each, pair.id ?? undefined)))
      pipeline(insertRequest(db, requestOf(each, pair.id, userId), now))
  const gone = [...new Set(told.flatMap(({ row }) => (row && !kept.has(row.id) ? [row] : [])))]
  for (const { id } of gone) await deleteSession(db, id)

  const before = [...gone, ...changed.flatMap(({ pair }) => pair.row ?? [])]
  const after = changed.map(({ session }) => session)
  const moments = [...before.map(({ started_at: at }) => at), ...after.map(({ startedAt }) => startedAt)]
  if (moments.length > 0) await recountSeconds(db, userId, moments)
  const completedOn = [
    ...before.flatMap(({ status, local_date: date }) => (status === 'COMPLETED' ? [date] : [])),
    ...after.flatMap(({ status, localDate }) => (status === 'COMPLETED' ? [localDate] : [])),
  ]
  const mine = changed.find(({ pair }) => eventsIn(pair).includes(own))
  const id = made.find((pair) => eventsIn(pair).includes(own))?.id ?? null
  const isBegun = mine && !mine.pair.row && (mine.pair.start ?? mine.pair.end) === own
  return {
    id,
    ...(isBegun ? { made: rowOf(mine.session, now) } : {}),
    ...(completedOn.length > 0 ? { completedOn: [...new Set(completedOn)] } : {}),
  }
}

/** Keeps an event that another session takes over: its own does not say it any more. Nobody repeats it, as it has no id. */
const requestOf = ({ row, ...event }: Placed, sessionId: string | null, userId: string): Request => ({
  ...{ userId, requestId: newId(), fingerprint: Buffer.alloc(0), sessionId, event },
  itemId: row?.exercise_id ?? row?.sub_category_id ?? row?.category_id ?? '',
})

const eventsIn = ({ start, end, again }: Pair<Placed>): Placed[] => [
  ...(start ? [start] : []),
  ...(end ? [end] : []),
  ...again,
]

const keysOf = (events: readonly ToldEvent[]) => events.map(({ key }) => key)

/** What was told of a session. What its person has corrected is told by the session itself. */
function eventsOf(row: NearSession, told: readonly ToldEvent[]): Placed[] {
  const events: Placed[] = told.map((event) => ({ ...event, row }))
  const shared = {
    timezone: row.timezone,
    localDate: row.local_date,
    deviceId: row.device_id,
    row,
    isUntold: true as const,
  }
  const isBegun = events.some(({ type }) => type === 'START')
  if (!isBegun && !hasNoStart(row))
    events.push({
      ...shared,
      key: `${row.id}:start`,
      type: 'START',
      at: row.started_at,
      feeling: felt(row.feeling_before, row.valence_before),
    })
  if (row.ended_at === null || events.some(({ type }) => type !== 'START')) return events
  // Corrected to have been abandoned, of unknown length: no event makes such a session, and none changes it.
  if (row.status === 'ABANDONED' && events.length === 0) return []
  events.push({
    ...shared,
    key: `${row.id}:end`,
    type: row.status === 'COMPLETED' ? 'COMPLETE' : 'ABANDON',
    at: row.ended_at,
    feeling: felt(row.feeling_after, row.valence_after),
  })
  return events
}

const felt = (label: string | null, valence: number | null) =>
  label === null || valence === null ? null : { label, valence }

/** Sessions keep the ids they have: first by their ends, which were counted, then by what else is of them. */
function withRows(pairs: readonly Pair<Placed>[]): Made[] {
  const free = new Set(pairs.flatMap(eventsIn).flatMap(({ row }) => row ?? []))
  const rows = new Map<Pair<Placed>, NearSession>()
  const take = (pair: Pair<Placed>, candidates: readonly (NearSession | undefined)[]) => {
    const row = rows.has(pair) ? undefined : candidates.find((each) => each && free.has(each))
    if (!row) return
    free.delete(row)
    rows.set(pair, row)
  }
  for (const pair of pairs) take(pair, [pair.end?.row])
  for (const pair of pairs) take(pair, [pair.start?.row])
  for (const pair of pairs) take(pair, [...pair.again.map(({ row }) => row)])
  for (const pair of pairs) take(pair, [...free])
  return pairs.map((pair) => {
    const row = rows.get(pair)
    return { ...pair, row, id: row?.id ?? newId() }
  })
}

/** Whether a session starts or ends with something else than until now. */
function isChanged({ row, start, end }: Made, told: readonly Placed[]): boolean {
  if (!row) return true
  const before = told.filter((event) => event.row === row).sort(inOrder)
  return (
    before.find(({ type }) => type === 'START') !== (start ?? undefined) ||
    before.find(({ type }) => type !== 'START') !== (end ?? undefined)
  )
}

function sessionOf(pair: Made, { userId, item: named }: { userId: string; item: CatalogueItem }): NewSession {
  const { id, start, end } = pair
  const row: SessionRow | undefined = pair.row ?? eventsIn(pair).find((event) => event.row)?.row
  const item = row ? itemOfRow(row) : named
  const first = start ?? end
  if (!first) throw new Error('a session without events')
  const course = end
    ? endedCourse(end, start?.at ?? null, item.durationSec)
    : ({ status: 'IN_PROGRESS', startedAt: first.at, endedAt: null, creditedSec: 0 } as const)
  const { timezone, localDate, deviceId, at: occurredAt } = first
  return {
    ...course,
    id,
    userId,
    item,
    before: start?.feeling ?? null,
    after: end?.feeling ?? null,
    occurredAt,
    timezone,
    localDate,
    deviceId,
  }
}
