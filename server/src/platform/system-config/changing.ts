import { isDeepStrictEqual } from 'node:util'
import { problem } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import type { ConfigValue } from './key.ts'
import { type ConfigChange, insertRevision, type Revision, selectValues, type Values } from './queries.ts'

export const configInvalid = problem(
  400,
  'CONFIG_INVALID',
  'Some of these settings are not as they must be. Nothing was changed.',
)

/** Values by their keys; null gives a key back to its preset. */
export type Wanted = Readonly<Record<string, ConfigValue | null>>

/** The values that hold after a change. @throws CONFIG_INVALID, naming each key at fault */
export function valuesWith(
  { services }: Pick<Work, 'services'>,
  { values }: Revision,
  wanted: Wanted,
): Values {
  const { keys } = services.systemConfig
  // What is given back is not looked at, unless there is no such key.
  const given: Record<string, ConfigValue | null> = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== null || !keys.has(name)),
  )
  const fields = services.systemConfig.wrongsOf(given)
  if (fields.length > 0) throw configInvalid({ fields })
  const next = new Map(Object.entries(values).filter(([name]) => wanted[name] !== null))
  for (const [name, value] of Object.entries(given)) if (value !== null) next.set(name, value)
  return Object.fromEntries([...next].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The values of a version, as far as their keys are still there. @throws CONFIG_INVALID */
export async function valuesOfVersion(
  { db, services }: Pick<Work, 'db' | 'services'>,
  version: number,
): Promise<Values> {
  const kept = await selectValues(db, version)
  if (!kept)
    throw configInvalid({
      fields: [{ path: 'body.to_version', rule: 'known', message: 'is not the number of a version' }],
    })
  const still = Object.entries(kept).filter(([name]) => services.systemConfig.keys.has(name))
  const values = Object.fromEntries(still)
  const fields = services.systemConfig.wrongsOf({ ...values })
  if (fields.length > 0) throw configInvalid({ fields })
  return values
}

function changesFrom(before: Values, after: Values): ConfigChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .sort()
    .map((key) => ({ key, from: before[key] ?? null, to: after[key] ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/** Makes values hold, under a new version unless they hold already. @returns what has changed. */
export async function setValues(
  work: Work,
  before: Revision,
  { values, actorId, restored }: { values: Values; actorId: string; restored: number | null },
): Promise<Revision & { changes: ConfigChange[] }> {
  const changes = changesFrom(before.values, values)
  if (changes.length === 0) return { ...before, changes }
  const version = before.version + 1
  const at = work.clock.now()
  await insertRevision(work, {
    ...{ version, values, changes, restored_version: restored },
    ...{ actor_id: actorId, created_at: at },
  })
  return { version, values, changes }
}
