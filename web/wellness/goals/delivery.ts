import {
  type AddGoalDto,
  createGoal,
  type EditGoalDto,
  editGoal,
  getGoalDetails,
  updateDailyGoalStatus,
} from '@plaza/client/wellness'
import { deviceZone } from '../../ui/device-zone.ts'
import { ask, Failure } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { ofNoun } from '../../ui/queries.ts'
import { DeliveryQueue } from '../../ui/queue.ts'
import { say } from '../../ui/toasts.tsx'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'
import { goalMadeAs, rememberMade } from './made-goals.ts'
import type { Values } from './values.ts'

/** What the day is now, or how much more of it was done. */
export type Said = { status: 'COMPLETED' | 'PENDING' } | { more: number }

/** A day of a goal; of one that nobody has been told of yet, by the key that it waits under. */
export type DayName = { dailyGoalId: string } | { newGoal: string; date: string }

interface Own {
  personId: string
  /** Where the person was when they said it. */
  timeZone: string
}
export type Mark = Said & DayName & Own
/** A goal that somebody set out for without a connection, as the form had it and as it is sent. */
export type NewGoal = Own & { create: AddGoalDto; values: Values }
/** What somebody changed of a goal: only what differs, so that the rest may change elsewhere meanwhile. */
export type GoalChange = Own & { goalId: string; change: EditGoalDto; values?: Values }

/**
 * What is said of goals waits here for a connection, over the closing of the page, and is delivered in order and
 * once: a goal before the marks of its days.
 */
export const saidOfGoals = new DeliveryQueue<Mark | NewGoal | GoalChange>(
  'wellness-marks',
  session,
  async (id, item) => {
    if ('create' in item) rememberMade(id, await deliverGoal(id, item))
    else if ('change' in item) await deliverChange(id, item)
    else await deliverMark(id, item)
    // Before it leaves the queue, so that it is on the page all the time.
    await Promise.all(['goals', 'reminders'].map((noun) => queryClient.invalidateQueries(ofNoun(noun))))
  },
)

const isForGood = (error: unknown) => error instanceof Failure && !error.isTemporary && error.status !== 401

async function deliverGoal(id: string, { create, timeZone }: NewGoal): Promise<string> {
  const { data } = await ask(createGoal({ body: create, headers: { 'Idempotency-Key': id, timeZone } }))
  return data.id
}

const deliverChange = (id: string, { goalId, change, timeZone }: GoalChange) =>
  ask(editGoal({ path: { goalId }, body: change, headers: { 'Idempotency-Key': id, timeZone } }))

async function deliverMark(id: string, { timeZone, ...said }: Mark): Promise<void> {
  const dailyGoalId = 'dailyGoalId' in said ? said.dailyGoalId : await dayOfNew(said)
  // The goal was refused, or thrown away: then so is what was said of its day.
  if (dailyGoalId === undefined) return
  try {
    await ask(
      updateDailyGoalStatus({
        path: { dailyGoalId },
        body: 'more' in said ? { current: { value: said.more, mode: 'ADD' } } : { status: said.status },
        headers: { 'Idempotency-Key': id, timeZone },
      }),
    )
  } catch (error) {
    if (!isForGood(error)) throw error
    // A day that can no longer be marked is shown as it is; there is nothing to decide about it.
    if (error instanceof Failure) say(error.message, 'bad')
  }
}

async function dayOfNew({ newGoal, date }: { newGoal: string; date: string }): Promise<string | undefined> {
  const goalId = goalMadeAs(newGoal)
  if (goalId === undefined) return undefined
  try {
    const { data } = await ask(getGoalDetails({ path: { goalId }, query: { from: date, to: date } }))
    return data.days[0]?.dailyGoalId
  } catch (error) {
    if (isForGood(error)) return undefined
    throw error
  }
}

const own = () => ({ personId: session.personId, timeZone: deviceZone() })

export const mark = (day: DayName, said: Said): Promise<void> =>
  saidOfGoals.add(newId(), { ...said, ...day, ...own() })

/** Longer than that nobody waits before a form: what is sent goes on from the queue. */
const patienceMs = 8000

type Sent = 'sent' | 'waits'

/** Sends at once what can be refused beside its field; without a connection it waits in the queue. */
async function sendOrKeep(
  send: (signal: AbortSignal) => Promise<unknown>,
  keep: () => Promise<void>,
): Promise<Sent> {
  // What was said before comes first.
  const isBehind = saidOfGoals.items.some(({ refusal }) => refusal === undefined)
  if (navigator.onLine && !isBehind)
    try {
      await send(AbortSignal.timeout(patienceMs))
      return 'sent'
    } catch (error) {
      if (!(error instanceof Failure) || !error.isTemporary) throw error
    }
  await keep()
  return 'waits'
}

/**
 * Sets out for a goal. What waits goes on under the same key: it may have arrived, though nobody heard so.
 * @throws Failure when it is refused
 */
export function setOut(key: string, create: AddGoalDto, values: Values): Promise<Sent> {
  const item = { create, values, ...own() }
  const headers = { 'Idempotency-Key': key, timeZone: item.timeZone }
  return sendOrKeep(
    (signal) => ask(createGoal({ body: create, headers, signal })),
    () => saidOfGoals.add(key, item),
  )
}

/**
 * Changes a goal. The version says that it is as it was read; what waits is sent without it, since hours later the
 * last word on each field counts.
 * @throws Failure when it is refused
 */
export function changeGoal(
  key: string,
  goalId: string,
  change: EditGoalDto,
  { version, values }: { version?: number | undefined; values?: Values } = {},
): Promise<Sent> {
  const item = { goalId, change, ...(values ? { values } : {}), ...own() }
  const body = { ...change, ...(version === undefined ? {} : { version }) }
  const headers = { 'Idempotency-Key': key, timeZone: item.timeZone }
  return sendOrKeep(
    (signal) => ask(editGoal({ path: { goalId }, body, headers, signal })),
    // Another body needs another key; said twice, it is the same.
    () => saidOfGoals.add(newId(), item),
  )
}
