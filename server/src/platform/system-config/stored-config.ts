import type { Logger } from 'pino'
import { type TObject, Type } from 'typebox'
import type { Cache } from '../cache.ts'
import type { FieldProblem } from '../operation/problem.ts'
import { validate } from '../operation/validate.ts'
import type { SystemConfig } from './configured.ts'
import type { ConfigKey, ConfigValue, Preset } from './key.ts'
import { type Revision, storedConfig, type Values } from './queries.ts'

/**
 * What administrators set while the server runs, as one process knows it. Reading asks nobody: a change
 * arrives by notice, and what was missed within five seconds of asking.
 */
export class StoredConfig implements SystemConfig {
  readonly keys: ReadonlyMap<string, ConfigKey>
  readonly #log: Logger
  readonly #schema: TObject
  readonly #renew: () => void
  #values: ReadonlyMap<string, ConfigValue> = new Map()
  #version = 0

  /** @throws Error when two keys have the same name, or a text is not for everybody. */
  constructor({ cache, log, keys }: { cache: Cache; log: Logger; keys: readonly ConfigKey[] }) {
    this.#log = log
    this.keys = new Map(keys.map((key) => [key.name, key]))
    if (this.keys.size < keys.length) throw new Error('two keys of the system config have the same name')
    const hidden = keys.find(
      ({ schema, isPublic }) => 'type' in schema && schema.type === 'string' && !isPublic,
    )
    if (hidden) throw new Error(`${hidden.name} is text and not public: a secret could be kept in it`)
    const each = keys.map(({ name, schema }) => [name, Type.Optional(schema)])
    this.#schema = Type.Object({ config: Type.Object(Object.fromEntries(each)) })
    this.#renew = cache.follow(storedConfig, (revision) => this.#take(revision))
  }

  /** The number of the last change that this process knows of. */
  get version(): number {
    this.#renew()
    return this.#version
  }

  /** What holds: what was set, else what the preset says. */
  valueOf<Value extends ConfigValue | null>(key: ConfigKey<Value>, preset: Preset): Value {
    this.#renew()
    // What is set under a name fits the schema of its key.
    return (this.#values.get(key.name) as Value | undefined) ?? key.presets[preset]
  }

  /** What is wrong with values that somebody wants to set, each at `config.<key>`. Trims texts in place. */
  wrongsOf(config: Record<string, unknown>): FieldProblem[] {
    const unknown = Object.keys(config).filter((name) => !this.keys.has(name))
    if (unknown.length === 0) return validate(this.#schema, 'body', { config })
    return unknown.map((name) => ({
      path: `body.config.${name}`,
      rule: 'known',
      message: 'is not a key of the system config',
    }))
  }

  #take({ version, values }: Revision): void {
    this.#version = version
    this.#values = new Map(Object.entries(this.#understood(values)))
  }

  /** An older or newer version of the program may have kept what this one does not take. */
  #understood(values: Values): Values {
    const isFine = ([name, value]: [string, ConfigValue]) => {
      const wrong = this.wrongsOf({ [name]: value })
      if (wrong.length > 0) this.#log.warn({ key: name, wrong }, 'a value of the system config is not used')
      return wrong.length === 0
    }
    return Object.fromEntries(Object.entries(values).filter(isFine))
  }
}
