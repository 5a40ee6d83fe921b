import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type KyselyPlugin, sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { inject } from 'vitest'
import { readConfig } from '../config.ts'
import { allConfigKeys, allOperations, type Host, modules, openHost } from '../host.ts'
import { Cache } from '../platform/cache.ts'
import { movableClock, seconds, systemClock } from '../platform/clock.ts'
import { openDatabase, openPool } from '../platform/db/database.ts'
import { ReadConnections } from '../platform/db/read-connections.ts'
import { type Gates, openGates } from '../platform/http/admission.ts'
import { makeMetrics } from '../platform/http/metrics.ts'
import { makeServer } from '../platform/http/server.ts'
import type { WebPages } from '../platform/http/web-pages.ts'
import { Callers } from '../platform/operation/callers.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Providers } from '../platform/providers.ts'
import { StoredConfig } from '../platform/system-config/stored-config.ts'
import { WriteBehind } from '../platform/write-behind.ts'
import { newDataDir } from './data-dir.ts'
import { administer, inDatabase } from './global-setup.ts'
import { type IdentityServer, startIdentityServer } from './identity-server.ts'
import { recordOutcomes } from './outcomes.ts'
import { paymentsSandboxSecret } from './payments-secret.ts'
import { type PayPalServer, startPayPalServer } from './paypal-server.ts'
import { type PlayServer, startPlayServer } from './play-server.ts'
import { revenueCatSettings } from './store-settings.ts'

/** The program under test: real, over a database of this worker's own, with a clock that tests may move. */
export interface World {
  app: FastifyInstance
  host: Host
  clock: ReturnType<typeof movableClock>
  connectionString: string
  dataDir: string
  /** The Google Play that everything in this world asks. */
  play: PlayServer
  /** The Google, Apple and Facebook by which people of this world sign in. */
  identities: IdentityServer
  /** The PayPal on whose pages people of this world add money. */
  paypal: PayPalServer
}

let opened: Promise<World> | undefined

/** The worker's world; made at the first call. */
export const world = (): Promise<World> => (opened ??= open({}))

interface Setting {
  /** Variables of the environment, beside those of every test. */
  variables?: Record<string, string>
  clock?: World['clock']
}

const usual: (Promise<World> | undefined)[] = []

/** A world with a test's own settings, in the place of the worker's until `closeWorld`. */
export function worldWith(setting: Setting): Promise<World> {
  usual.push(opened)
  opened = open(setting)
  // Tests that come later in this process still have theirs.
  opened.catch(() => {
    opened = usual.pop()
  })
  return opened
}

let made = 0

async function open({ variables = {}, clock = movableClock() }: Setting): Promise<World> {
  const server = inject('server')
  const template = inject('template')
  made += 1
  const name = `${template}_${process.pid}_${made}`
  await administer(server, `create database ${name} template ${template}`)
  const dataDir = newDataDir()
  const play = await startPlayServer(clock)
  const identities = await startIdentityServer(clock)
  const paypal = await startPayPalServer()
  const config = readConfig({
    ...play.settings,
    ...paypal.settings,
    ...identities.settings,
    ...revenueCatSettings,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    // A busy machine is no slow statement.
    PAYMENTS_SANDBOX_SECRET: paymentsSandboxSecret,
    DATABASE_SHARED_READ_MS: '5000',
    REQUEST_WAIT_MS: '30000',
    ...variables,
  })
  const connectionString = inDatabase(server, name)
  const opened = await openHost({ config, connectionString, clock, checksReplies: true })
  await stopSchedules(opened)
  const host = { ...opened, makeApp: async () => recordOutcomes(await opened.makeApp(), inject('ledger')) }
  const app = await host.makeApp()
  await app.ready()
  return { app, host, clock, connectionString, dataDir, play, identities, paypal }
}

/**
 * A sweep that the wall clock starts would find the time that some test has moved ahead. While another process opens,
 * there are schedules for a moment: so the queue is told that they were looked at already.
 */
async function stopSchedules({ services: { db } }: Host): Promise<void> {
  await sql`delete from pgboss.schedule`.execute(db)
  await sql`update pgboss.version set cron_on = now() + interval '1 day'`.execute(db)
}

/** A clock that stands still until it is moved. */
export function stillClock() {
  const clock = { at: systemClock.now(), now: () => clock.at }
  return clock
}

/** Another web process on the world's database; while its clock stands still, nothing it keeps grows too old. Close both. */
export async function openProcess(
  variables: Record<string, string> = {},
  clock = stillClock(),
): Promise<Pick<World, 'host' | 'app'>> {
  const { dataDir, connectionString } = await world()
  const host = await openHost({
    config: readConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      ROLE: 'web',
      ...variables,
    }),
    connectionString,
    clock,
    checksReplies: true,
  })
  await stopSchedules(host)
  return { host, app: await host.makeApp() }
}

/** A second app in the same world, over another database or with limits. Close it. */
export async function openApp({
  connectionString,
  plugin,
  operations = allOperations(),
  providers,
  socialRedirects,
  languageModel,
  paymentProvider,
  moneyMode,
  writeBehind,
  clock,
  mostStreams = 100,
  trustProxy = 0,
  mostReadMs = 5000,
  mostSlowReadMs = 5000,
  gates = openGates(seconds(30)),
  pages,
  log = pino({ level: 'silent' }),
  ...settings
}: {
  connectionString?: string
  /** Sees the statements of operations; not those that find out who asks. */
  plugin?: KyselyPlugin
  providers?: Providers
  socialRedirects?: Host['services']['socialRedirects']
  languageModel?: Host['services']['languageModel']
  /** Null: nobody processes payments. */
  paymentProvider?: Host['services']['paymentProvider']
  moneyMode?: Host['services']['moneyMode']
  clock?: Host['services']['clock']
  /** Who writes what its requests leave for later, if it does not do so itself. */
  writeBehind?: WriteBehind
  mostStreams?: number
  trustProxy?: number
  /** On connections of its own: a read, and one that took longer than that. */
  mostReadMs?: number
  mostSlowReadMs?: number
  gates?: Gates
  isProduction?: boolean
  rateLimit?: 'default' | 'strict'
  seedsViews?: boolean
  supportEmail?: string
  /** Where its pages were built, and what they say. */
  pages?: WebPages
  log?: Logger
  /** What it offers instead of the products' operations. */
  operations?: Registered[]
}): Promise<FastifyInstance> {
  const { host } = await world()
  const services = { ...host.services, log, settings: { ...host.services.settings, ...settings } }
  if (providers) services.providers = providers
  if (socialRedirects) services.socialRedirects = socialRedirects
  if (languageModel) services.languageModel = languageModel
  if (paymentProvider !== undefined) services.paymentProvider = paymentProvider
  if (moneyMode) services.moneyMode = moneyMode
  if (clock) services.clock = clock
  if (connectionString !== undefined) {
    services.db = openDatabase(openPool({ connectionString, size: 4 }))
    services.reads = openDatabase(
      new ReadConnections(connectionString, {
        mostMs: mostReadMs,
        mostSlowMs: mostSlowReadMs,
        observe: () => {},
      }),
    )
    services.longReads = openDatabase(openPool({ connectionString, size: 2, isReadOnly: true }))
    services.writeBehind = writeBehind ?? new WriteBehind(services)
    services.callers = new Callers(services, modules)
    services.cache = new Cache({ ...services, db: services.reads })
    services.systemConfig = new StoredConfig({ ...services, keys: allConfigKeys() })
  }
  if (plugin) {
    services.db = services.db.withPlugin(plugin)
    services.reads = services.reads.withPlugin(plugin)
    services.longReads = services.longReads.withPlugin(plugin)
  }
  const app = await makeServer({
    operations,
    services,
    log,
    trustProxy,
    metrics: makeMetrics(),
    gates,
    mostStreams,
    pages,
  })
  if (connectionString !== undefined)
    app.addHook('onClose', async () => {
      await services.writeBehind.flush()
      await services.db.destroy()
      await services.reads.destroy()
      await services.longReads.destroy()
    })
  return recordOutcomes(app, inject('ledger'))
}

/** How far the clock of the worker's world has been moved, in milliseconds. */
export const clockOffset = async (): Promise<number> => (opened ? (await opened).clock.offsetMs() : 0)

/** Ends the world, if it was made; one that stood in the place of the worker's gives it back. */
export async function closeWorld(): Promise<void> {
  if (!opened) return
  const { app, host, dataDir, play, identities, paypal } = await opened
  opened = usual.pop()
  await app.close()
  await host.close()
  await play.close()
  await identities.close()
  await paypal.close()
  rmSync(dataDir, { recursive: true, force: true })
}
