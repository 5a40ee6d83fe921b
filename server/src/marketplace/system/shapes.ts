import { type Static, type TSchema, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import type { ConfigKey, ConfigValue } from '../../platform/system-config/key.ts'
import type { ConfigChange, RevisionRow } from '../../platform/system-config/queries.ts'

/** A value as it goes over the wire, whatever its kind. */
const ShownValue = Type.Unsafe<ConfigValue | null>({
  description: 'true or false, a number, four numbers by trust level, or text',
  examples: [60],
})

/** A value that somebody wants to set; the schema of its key says more. */
export const WantedValue = Type.Unsafe<ConfigValue | null>({
  anyOf: [
    { type: 'boolean' },
    { type: 'integer', minimum: -1_000_000_000, maximum: 1_000_000_000 },
    { type: 'string', maxLength: 1000 },
    {
      type: 'array',
      maxItems: 20,
      items: { type: 'integer', minimum: -1_000_000_000, maximum: 1_000_000_000 },
    },
    { type: 'null' },
  ],
})

const kinds = ['flag', 'number', 'numbers', 'text'] as const

export const KeyRecord = Type.Object(
  {
    key: Shown('limits.favourites'),
    description: Shown('listings that somebody may have saved'),
    kind: OneOf(kinds),
    public: Type.Boolean({ description: 'whether everybody may read it' }),
    minimum: Nullable(Type.Integer({ description: 'of a number, or of each of four' })),
    maximum: Nullable(Type.Integer({ description: 'of a number, or of each of four; of text its length' })),
    default: Nullable(ShownValue, 'what holds while it is not set; null where nothing is counted then'),
    value: Nullable(ShownValue, 'what was set; null where nothing was'),
  },
  { title: 'SystemConfigKey' },
)

interface Facts {
  type?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: Facts
}

const kindOf = (type: string | undefined): (typeof kinds)[number] =>
  type === 'boolean' ? 'flag' : type === 'array' ? 'numbers' : type === 'string' ? 'text' : 'number'

export function presentKey(
  { name, description, schema, isPublic, presets }: ConfigKey,
  value: ConfigValue | undefined,
  { settings }: Work['services'],
): Static<typeof KeyRecord> {
  // Every key is of one of these kinds.
  const facts = schema as TSchema & Facts
  const { minimum = null, maximum = facts.maxLength ?? null } = facts.items ?? facts
  return {
    ...{ key: name, description, kind: kindOf(facts.type), public: isPublic, minimum, maximum },
    default: presets[settings.rateLimit],
    value: value ?? null,
  }
}

export const Change = Type.Object({
  key: Shown('limits.favourites'),
  from: Nullable(ShownValue, 'null where it was not set before'),
  to: Nullable(ShownValue, 'null where it is not set since'),
})

export const VersionRecord = Type.Object(
  {
    version: Type.Integer(),
    changes: Type.Array(Change),
    restored_version: Nullable(Type.Integer({ description: 'the version whose values came back' })),
    by: Nullable(Type.Object({ _id: Id, name: Shown('Ada Lovelace') })),
    created_at: Timestamp,
  },
  { title: 'SystemConfigVersion' },
)

export const presentVersion = (
  { version, changes, restored_version, actor_id, created_at }: RevisionRow,
  names: ReadonlyMap<string, string>,
): Static<typeof VersionRecord> => ({
  ...{ version, changes: changes as ConfigChange[], restored_version },
  by: actor_id === null ? null : { _id: actor_id, name: names.get(actor_id) ?? '' },
  created_at: created_at.toISOString(),
})

const groupOf = (name: string) => name.slice(0, name.indexOf('.'))

/** The public values of a group, such as `limits`, by the rest of their names. */
export const publicGroup = (services: Work['services'], group: string): Record<string, ConfigValue | null> =>
  Object.fromEntries(
    [...services.systemConfig.keys.values()]
      .filter(({ name, isPublic }) => isPublic && groupOf(name) === group)
      .map((key) => [key.name.slice(group.length + 1), configured(services, key)]),
  )
