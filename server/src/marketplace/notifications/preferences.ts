import { type Static, Type } from 'typebox'
import { invalidField } from '../../platform/operation/problem.ts'
import { Integer, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { changedQuietHours, presentQuietHours, QuietHoursFields } from '../../platform/quiet-hours.ts'
import { instantOf, wallClock } from '../../platform/wall-clock.ts'
import { minutesOf, WallTime, wallTime } from '../../platform/wall-time.ts'
import { alwaysShown, neverMuted } from './kinds.ts'
import type { Frequency, PreferenceRow } from './preference-queries.ts'
import { type Category, categories } from './shapes.ts'

const channelOptions = {
  in_app: { description: 'off: you are told nothing of it, on no way' },
  push: { description: 'on your devices, outside your quiet hours' },
  mail: { description: 'in the mail that gathers what waited, where you want one' },
}

const Channels = Type.Object(
  {
    in_app: Type.Boolean(channelOptions.in_app),
    push: Type.Boolean(channelOptions.push),
    mail: Type.Boolean(channelOptions.mail),
  },
  { title: 'NotificationChannels' },
)
const ChannelChange = Type.Object({
  in_app: Type.Optional(Type.Boolean(channelOptions.in_app)),
  push: Type.Optional(Type.Boolean(channelOptions.push)),
  mail: Type.Optional(Type.Boolean(channelOptions.mail)),
})

/** The same for each kind. */
const ofEachKind = <Of>(value: Of) =>
  // Its names are those of the kinds.
  Object.fromEntries(categories.map((category) => [category, value])) as Record<Category, Of>

const frequencies = ['off', 'daily', 'weekly'] as const
const Digest = Type.Object({
  frequency: OneOf(frequencies),
  at: WallTime,
  weekday: Integer(1, 7, { description: 'of a weekly one; 1 is Monday' }),
})
const policies = ['accept', 'filter', 'drop'] as const
const policyOptions = {
  description:
    'chats that people begin whom you neither follow nor talked to: as all others, kept apart until you accept them, or not shown',
}

export const Preferences = Type.Object(
  {
    kinds: Type.Object(ofEachKind(Channels)),
    quiet_hours: Type.Object({
      ...QuietHoursFields.properties,
      timezone: Shown('Europe/Berlin', 'that of your account'),
    }),
    digest: Type.Object({ ...Digest.properties, next_at: Nullable(Timestamp) }),
    strangers: OneOf(policies, policyOptions),
  },
  { title: 'NotificationPreferences' },
)

export const PreferenceChange = Type.Object({
  kinds: Type.Optional(Type.Object(ofEachKind(Type.Optional(ChannelChange)))),
  quiet_hours: Type.Optional(Type.Partial(QuietHoursFields)),
  digest: Type.Optional(Type.Partial(Digest)),
  strangers: Type.Optional(OneOf(policies, policyOptions)),
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export function presentPreferences(row: PreferenceRow, timezone: string): Static<typeof Preferences> {
  const channelsOf = (category: Category) => ({
    in_app: !row.muted.includes(category),
    push: !row.not_pushed.includes(category),
    mail: !row.not_mailed.includes(category),
  })
  return {
    // Its names are those of the kinds.
    kinds: Object.fromEntries(categories.map((category) => [category, channelsOf(category)])) as Static<
      typeof Preferences
    >['kinds'],
    quiet_hours: { ...presentQuietHours(row), timezone },
    digest: {
      frequency: row.digest,
      at: wallTime(row.digest_minutes),
      weekday: row.digest_weekday,
      next_at: row.digest_due_at?.toISOString() ?? null,
    },
    strangers: row.strangers,
  }
}

/** @throws VALIDATION_FAILED for what everybody whom it concerns is told. */
export function checkMutable({ kinds = {} }: Static<typeof PreferenceChange>): void {
  const refuse = (category: Category, channel: 'in_app' | 'push', reached: string) => {
    if (kinds[category]?.[channel] === false)
      throw invalidField(`body.kinds.${category}.${channel}`, 'always', `cannot be turned off: ${reached}`)
  }
  for (const category of alwaysShown) refuse(category, 'in_app', 'your inbox always shows it')
  for (const category of neverMuted) refuse(category, 'push', 'it always reaches you')
}

/** What somebody wants after a change. When the next digest is due, is said with `scheduled`. */
export function changed(row: PreferenceRow, change: Static<typeof PreferenceChange>): PreferenceRow {
  const { kinds = {}, quiet_hours: quiet = {}, digest = {} } = change
  const without = (list: string[], channel: keyof Static<typeof ChannelChange>) =>
    categories.filter((category) => !(kinds[category]?.[channel] ?? !list.includes(category)))
  return {
    ...row,
    muted: without(row.muted, 'in_app'),
    not_pushed: without(row.not_pushed, 'push'),
    not_mailed: without(row.not_mailed, 'mail'),
    ...changedQuietHours(row, quiet),
    digest: digest.frequency ?? row.digest,
    digest_minutes: digest.at === undefined ? row.digest_minutes : minutesOf(digest.at),
    digest_weekday: digest.weekday ?? row.digest_weekday,
    strangers: change.strangers ?? row.strangers,
  }
}

interface Rhythm {
  digest: Frequency
  digest_minutes: number
  digest_weekday: number
}

/** When the clock on somebody's wall next shows the time of their digest, later than `now`; null where they want none. */
export function nextDigest(
  now: Date,
  { digest, digest_minutes: minutes, digest_weekday: weekday }: Rhythm,
  timezone: string,
): Date | null {
  if (digest === 'off') return null
  const midnight = Math.floor(wallClock(now, timezone) / dayMs) * dayMs
  // A day may be skipped, as one was in Samoa; a week and two days are always enough.
  for (let day = 0; day <= 9; day += 1) {
    const wall = midnight + day * dayMs
    if (digest === 'weekly' && (new Date(wall).getUTCDay() + 6) % 7 !== weekday - 1) continue
    const at = instantOf(wall + minutes * minuteMs, timezone)
    if (at > now) return at
  }
  throw new Error('a week went by without a digest')
}

/** The same, with the next digest after `now` where its time, or the zone that it was reckoned in, is another than before. */
export function scheduled(
  before: PreferenceRow,
  row: PreferenceRow,
  now: Date,
  timezone: string,
): PreferenceRow {
  const isSame =
    before.digest === row.digest &&
    before.digest_minutes === row.digest_minutes &&
    before.digest_weekday === row.digest_weekday &&
    before.digest_timezone === timezone
  if (isSame || row.digest === 'off')
    return isSame ? row : { ...row, digest_due_at: null, digest_timezone: null, digested_at: null }
  return {
    ...row,
    digest_due_at: nextDigest(now, row, timezone),
    digest_timezone: timezone,
    digested_at: row.digested_at ?? now,
  }
}
