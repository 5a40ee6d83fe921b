import { type TSchema, Type } from 'typebox'
import type { ProblemKind } from '../operation/problem.ts'

/** What a key can hold; text is always public, so that no secret has a place in the system config. */
export type ConfigValue = boolean | number | string | readonly number[]

/** `RATE_LIMIT`: which values hold while nobody has set others. */
export type Preset = 'default' | 'strict' | 'off'

/** Something that administrators set while the server runs. */
export interface ConfigKey<Value extends ConfigValue | null = ConfigValue | null> {
  /** Its group and its own name, such as `limits.favourites`; it stays, since values are kept under it. */
  readonly name: string
  readonly description: string
  readonly schema: TSchema
  /** Whether everybody may read it. */
  readonly isPublic: boolean
  /** What holds until somebody sets it; null where nothing is counted then. */
  readonly presets: Readonly<Record<Preset, Value>>
}

const always = <Value>(value: Value): Record<Preset, Value> => ({
  default: value,
  strict: value,
  off: value,
})

interface Said<Value> {
  description: string
  default: Value
}

/** Something that is on or off. Everybody may read it. */
export const flag = (name: string, { description, ...said }: Said<boolean>): ConfigKey<boolean> => ({
  ...{ name, description, schema: Type.Boolean(), isPublic: true },
  presets: always(said.default),
})

/** A text that everybody may read. */
export const sentence = (
  name: string,
  { description, most, ...said }: Said<string> & { most: number },
): ConfigKey<string> => ({
  ...{ name, description, isPublic: true },
  schema: Type.String({ maxLength: most, trimmed: true }),
  presets: always(said.default),
})

interface Range {
  least?: number
  most?: number
  isPublic?: boolean
}

const integer = ({ least = 1, most = 1_000_000 }: Range) => Type.Integer({ minimum: least, maximum: most })

/** A number; `strict` is for `RATE_LIMIT=strict`. Without general limits it holds all the same. */
export const amount = (
  name: string,
  { description, strict, isPublic = false, ...said }: Said<number> & Range & { strict?: number },
): ConfigKey<number> => ({
  ...{ name, description, isPublic, schema: integer(said) },
  presets: { ...always(said.default), strict: strict ?? said.default },
})

/** By trust level, from newcomers to those who proved themselves. */
export type ByTrust = readonly [number, number, number, number]

/** Four numbers, of the trust levels 0 to 3. */
export const amountsByTrust = (
  name: string,
  { description, strict, ...said }: Said<ByTrust> & Range & { strict: ByTrust },
): ConfigKey<readonly number[]> => ({
  ...{ name, description, isPublic: false },
  schema: Type.Array(integer(said), { minItems: 4, maxItems: 4 }),
  presets: { ...always<readonly number[]>(said.default), strict },
})

/** So many requests; nothing is counted under `RATE_LIMIT=off` unless somebody sets it. */
export const requests = (
  name: string,
  { description, strict, ...said }: Said<number> & Range & { strict: number },
): ConfigKey<number | null> => ({
  ...{ name, description, isPublic: false, schema: integer(said) },
  presets: { default: said.default, strict, off: null },
})

/** What an operation is closed by while a flag is off. */
export interface Switch {
  flag: ConfigKey<boolean>
  /** What is said meanwhile; the operation lists it among its problems. */
  refusal: ProblemKind
}
