import pino from 'pino'
import { Value } from 'typebox/value'
import { type Clock, systemClock } from '../platform/clock.ts'
import { openOutbound } from '../platform/outbound.ts'
import type { Provider, Tools } from '../platform/provider.ts'
import { newDataDir } from './data-dir.ts'
import { world } from './world.ts'

const closing: (() => Promise<void> | void)[] = []

/** To be called by the file's `afterAll`. */
export async function closeProviders(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

/** Opens a provider as the program does, over the world's database; `closeProviders` ends it. */
export async function openProvider<Port>(
  provider: Provider<Port>,
  settings: Record<string, string | number> = {},
  given: Partial<Tools> & { clock?: Clock } = {},
): Promise<Port> {
  const complete = Value.Default(provider.settings, { ...settings })
  if (!Value.Check(provider.settings, complete))
    throw new Error(
      `these settings would be refused: ${JSON.stringify(Value.Errors(provider.settings, complete))}`,
    )
  const clock = given.clock ?? systemClock
  const log = given.log ?? pino({ level: 'silent' })
  const outbound = openOutbound({ clock, log })
  const dataDir = newDataDir()
  closing.push(outbound.close)
  const { host } = await world()
  const tools = { clock, log, outbound, dataDir, db: host.services.db, publicUrl: 'http://localhost:3000' }
  // The check above answered that the settings are an object of the schema.
  return provider.open(complete as object, {
    ...tools,
    isProduction: false,
    onClose: (close) => void closing.push(close),
    ...given,
  })
}
