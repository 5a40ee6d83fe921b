import { type Static, type TProperties, Type } from 'typebox'
import { Shown } from '../../platform/operation/schema.ts'
import { changedQuietHours, presentQuietHours, QuietHoursFields } from '../../platform/quiet-hours.ts'
import { type Kind, kinds } from './kinds.ts'
import { defaults, type PreferenceRow, type Way } from './preference-queries.ts'

/** What a user wants to hear of, by which way, and when not: in short, as their profile says it. */
export const NotificationPreference = Type.Object(
  {
    push: Type.Boolean(),
    email: Type.Boolean(),
    inApp: Type.Boolean(),
    reminders: Type.Boolean(),
    marketing: Type.Boolean(),
    goalUpdates: Type.Boolean(),
    subscription: Type.Boolean(),
    quietHours: Type.Object({
      enabled: Type.Boolean(),
      start: Shown('22:00', 'HH:mm of your own time'),
      end: Shown('07:00', 'HH:mm; on the next day where it is not after the start'),
    }),
  },
  { title: 'NotificationPreference' },
)

export const presentPreference = (row: PreferenceRow = defaults): Static<typeof NotificationPreference> => ({
  push: row.push,
  email: row.email,
  inApp: row.in_app,
  reminders: row.reminders,
  marketing: row.marketing,
  goalUpdates: row.goal_updates,
  subscription: row.subscription,
  quietHours: presentQuietHours(row),
})

/** By which ways a kind goes at all. */
const waysOf = {
  reminders: ['push', 'inApp'],
  goalUpdates: ['push', 'inApp'],
  subscription: ['push', 'email', 'inApp'],
  service: ['push', 'email', 'inApp'],
  marketing: ['push', 'email', 'inApp'],
} as const satisfies Record<Kind, readonly Way[]>

const toAnything = { push: Type.Boolean(), email: Type.Boolean(), inApp: Type.Boolean() }
const onScreen = { push: Type.Boolean(), inApp: Type.Boolean() }

/** Every kind with its ways. */
const matrixOf = <OnScreen, ToAnything>(screen: OnScreen, anything: ToAnything) => ({
  reminders: screen,
  goalUpdates: screen,
  subscription: anything,
  service: anything,
  marketing: anything,
})

const described = <T extends TProperties>(fields: T, title: string) => Type.Object(fields, { title })

/** The same, kind by kind and way by way. */
export const Preferences = Type.Object(
  {
    channels: Type.Object(toAnything, {
      title: 'PreferredChannels',
      description: 'off: nothing comes by this way, of whatever kind',
    }),
    kinds: Type.Object(
      matrixOf(described(onScreen, 'PreferredOnScreen'), described(toAnything, 'PreferredWays')),
    ),
    quietHours: Type.Object({
      ...QuietHoursFields.properties,
      timeZone: Shown('Europe/Berlin', 'that of your account'),
    }),
  },
  { title: 'NotificationPreferences' },
)

export const PreferenceChange = Type.Object({
  channels: Type.Optional(Type.Partial(Type.Object(toAnything))),
  kinds: Type.Optional(
    Type.Partial(
      Type.Object(matrixOf(Type.Partial(Type.Object(onScreen)), Type.Partial(Type.Object(toAnything)))),
    ),
  ),
  quietHours: Type.Optional(Type.Partial(QuietHoursFields)),
})
export type PreferenceChange = Static<typeof PreferenceChange>

/** The column that switches a whole kind. */
const switchOf = {
  reminders: 'reminders',
  goalUpdates: 'goal_updates',
  subscription: 'subscription',
  marketing: 'marketing',
  service: null,
} as const satisfies Record<Kind, keyof PreferenceRow | null>

function isOn(row: PreferenceRow, kind: Kind, way: Way): boolean {
  const column = switchOf[kind]
  return (column === null || row[column]) && !row.without.includes(`${kind}.${way}`)
}

export function presentPreferences(row: PreferenceRow, timeZone: string): Static<typeof Preferences> {
  const screen = (kind: Kind) => ({ push: isOn(row, kind, 'push'), inApp: isOn(row, kind, 'inApp') })
  const anything = (kind: Kind) => ({ ...screen(kind), email: isOn(row, kind, 'email') })
  return {
    channels: { push: row.push, email: row.email, inApp: row.in_app },
    kinds: {
      reminders: screen('reminders'),
      goalUpdates: screen('goalUpdates'),
      subscription: anything('subscription'),
      service: anything('service'),
      marketing: anything('marketing'),
    },
    quietHours: { ...presentQuietHours(row), timeZone },
  }
}

/** What somebody wants after a change; what it leaves out stays. */
export function changed(row: PreferenceRow, change: PreferenceChange): PreferenceRow {
  const { channels = {}, kinds: byKind = {}, quietHours = {} } = change
  const next: PreferenceRow = {
    ...row,
    ...changedQuietHours(row, quietHours),
    push: channels.push ?? row.push,
    email: channels.email ?? row.email,
    in_app: channels.inApp ?? row.in_app,
  }
  for (const kind of kinds) {
    const asked: { readonly [Of in Way]?: boolean } | undefined = byKind[kind]
    if (!asked) continue
    const ways: readonly Way[] = waysOf[kind]
    const off = ways.filter((way) => !(asked[way] ?? isOn(row, kind, way)))
    const column = switchOf[kind]
    // Off altogether is the switch alone, so that switching it on brings back everything.
    const isSwitchedOff = column !== null && off.length === ways.length
    if (column !== null) next[column] = !isSwitchedOff
    next.without = [
      ...next.without.filter((one) => !one.startsWith(`${kind}.`)),
      ...(isSwitchedOff ? [] : off.map((way) => `${kind}.${way}`)),
    ]
  }
  return next
}
