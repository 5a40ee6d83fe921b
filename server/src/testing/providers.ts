import pino from 'pino'
import { Value } from 'typebox/value'
import { readConfig } from '../config.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { openOutbound } from '../platform/outbound.ts'
import type { Provider, Tools } from '../platform/provider.ts'
import { openProviders, type Providers } from '../platform/providers.ts'
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

/** All ports, opened as the program does with these variables; `closeProviders` ends them. */
export async function openPorts(
  variables: Record<string, string>,
  given: { isProduction?: boolean; allowsSandbox?: boolean } = {},
): Promise<Providers> {
  const { host, clock, dataDir } = await world()
  const { providerSettings } = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...variables })
  const { db, log, settings } = host.services
  const { publicUrl } = settings
  const outbound = openOutbound({ clock, log })
  const tools = { clock, log, db, outbound, dataDir, publicUrl, isProduction: false, allowsSandbox: false }
  const { providers, close } = await openProviders(providerSettings, { ...tools, ...given })
  closing.push(outbound.close, close)
  return providers
}
