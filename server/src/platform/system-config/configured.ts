import type { FieldProblem } from '../operation/problem.ts'
import type { ConfigKey, ConfigValue, Preset } from './key.ts'

/** What administrators set while the server runs, as one process knows it. Reading asks nobody. */
export interface SystemConfig {
  readonly keys: ReadonlyMap<string, ConfigKey>
  /** The number of the last change that this process knows of. */
  readonly version: number
  /** What holds: what was set, else what the preset says. */
  valueOf<Value extends ConfigValue | null>(key: ConfigKey<Value>, preset: Preset): Value
  /** What is wrong with values that somebody wants to set, each at `body.config.<key>`. Trims texts in place. */
  wrongsOf(config: Record<string, unknown>): FieldProblem[]
}

interface Configured {
  systemConfig: SystemConfig
  settings: { rateLimit: Preset }
}

/** What holds of a key in this process, now. */
export const configured = <Value extends ConfigValue | null>(
  { systemConfig, settings }: Configured,
  key: ConfigKey<Value>,
): Value => systemConfig.valueOf(key, settings.rateLimit)

/** What holds of a key whose four numbers are those of the trust levels. */
export const configuredFor = (
  services: Configured,
  key: ConfigKey<readonly number[]>,
  trustLevel: number,
): number => {
  const numbers = configured(services, key)
  return numbers[trustLevel] ?? numbers[0] ?? 0
}
