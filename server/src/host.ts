import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import pino, { type Logger } from 'pino'
import { type Config, ConfigError, settingsOf } from './config.ts'
import { marketplace } from './marketplace/module.ts'
import { Cache } from './platform/cache.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { openDatabase, openPool } from './platform/db/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { ReadConnections } from './platform/db/read-connections.ts'
import { openPostgresBus } from './platform/events/live-bus.ts'
import { openGates } from './platform/http/admission.ts'
import { type Metrics, makeMetrics } from './platform/http/metrics.ts'
import { openPages } from './platform/http/pages.ts'
import { makeServer } from './platform/http/server.ts'
import { sitemapRoutes } from './platform/http/sitemap.ts'
import { noteSecret } from './platform/identity/signing-secrets.ts'
import { AccessTokens } from './platform/identity/tokens.ts'
import { type Jobs, openJobs } from './platform/jobs/jobs.ts'
import { lookFor } from './platform/jobs/look.ts'
import type { RegisteredJob } from './platform/jobs/run-job.ts'
import { platformJobs } from './platform/jobs.ts'
import { Callers } from './platform/operation/callers.ts'
import { type Module, type Registered, register } from './platform/operation/registry.ts'
import { startRecovery } from './platform/operation/steps.ts'
import { type Bound, inTransaction, platformItself } from './platform/operation/transact.ts'
import { openOutbound } from './platform/outbound.ts'
import { providerFacts } from './platform/provider-facts.ts'
import { openProviders } from './platform/providers.ts'
import type { Services } from './platform/services.ts'
import type { ConfigKey } from './platform/system-config/key.ts'
import { platformKeys } from './platform/system-config/keys.ts'
import { keysOfLimits } from './platform/system-config/operation-limits.ts'
import { storedConfig } from './platform/system-config/queries.ts'
import { StoredConfig } from './platform/system-config/stored-config.ts'
import { WriteBehind } from './platform/write-behind.ts'
import { wellness } from './wellness/module.ts'

export const modules: readonly Module[] = [marketplace, wellness]

export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** Every operation of both products. */
export const allOperations = (): Registered[] => modules.flatMap(register)

/** The platform, whose news the products may react to. */
const platform: Bound = { ...platformItself, reactions: modules.flatMap(({ reactions }) => reactions) }

/** Every job of both products and of the platform. */
export function allJobs(): RegisteredJob[] {
  const jobs = [
    ...platformJobs.map((job) => ({ job, bound: platform })),
    ...modules.flatMap((bound) => bound.jobs.map((job) => ({ job, bound }))),
  ]
  return [{ job: lookFor(jobs.map(({ job }) => job)), bound: platform }, ...jobs]
}

/** Every key of the system config. */
export const allConfigKeys = (): ConfigKey[] => [
  ...platformKeys,
  ...modules.flatMap(({ configKeys }) => configKeys),
  ...keysOfLimits(allOperations()),
]

export const operationsOf = (product: Module['product']): { module: Module; operations: Registered[] } => {
  const module = product === 'marketplace' ? marketplace : wellness
  return { module, operations: register(module) }
}

export interface Host {
  services: Services
  jobs: Jobs
  pool: pg.Pool
  metrics: Metrics
  makeApp(): Promise<FastifyInstance>
  close(): Promise<void>
}

export interface HostOptions {
  config: Config
  /** A database that already runs; else `DATABASE_URL` or the embedded one. */
  connectionString?: string
  clock?: Clock
  checksReplies?: boolean
  onProgress?: (line: string) => void
}

/** Starts what the role needs — database, migrations, jobs, live bus — and hands out the services. */
export async function openHost({
  config,
  clock = systemClock,
  onProgress,
  ...options
}: HostOptions): Promise<Host> {
  const settings = settingsOf(config, { version, checksReplies: options.checksReplies ?? false })
  for (const module of modules) module.checkSettings?.(settings)
  const log = pino({
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', '*.password', '*.otp', '*.token'],
  })
  let embedded: EmbeddedDatabase | undefined
  let connectionString = options.connectionString ?? config.DATABASE_URL
  if (!connectionString) {
    embedded = await startEmbeddedDatabase({
      directory: path.join(config.DATA_DIR, 'database'),
      ...(onProgress ? { onProgress } : {}),
    })
    connectionString = embedded.connectionString
  }
  const pool = openPool({ connectionString, size: config.DATABASE_POOL })
  const ran = await migrate(pool)
  if (ran.length > 0) onProgress?.(`Applied ${ran.length} migrations.`)
  if (!(await noteSecret(pool, settings))) {
    await embedded?.stop()
    throw new ConfigError(otherSecret)
  }
  const db = openDatabase(pool)
  const metrics = makeMetrics()
  const reads = openDatabase(
    new ReadConnections(connectionString, {
      mostMs: config.DATABASE_SHARED_READ_MS,
      observe: metrics.observeSlowRead,
    }),
  )
  const longReads = openDatabase(
    openPool({ connectionString, size: config.DATABASE_LONG_READS, isReadOnly: true }),
  )
  const isWorker = config.ROLE !== 'web'
  const outbound = openOutbound({ clock, log })
  const opened = await openProviders(config.providerSettings, {
    clock,
    log,
    db,
    outbound,
    dataDir: config.DATA_DIR,
    publicUrl: config.PUBLIC_URL,
    isProduction: config.isProduction,
    allowsSandbox: config.ALLOW_SANDBOX === '1',
  })
  const jobs = await openJobs(pool, allJobs(), {
    log,
    isWorker,
    pollSeconds: config.JOB_POLL_SECONDS,
    observe: metrics.observeJob,
  })
  const live = await openPostgresBus(connectionString, log)
  const writeBehind = new WriteBehind({ db, clock, log })
  const cache = new Cache({ db: reads, live, clock })
  const systemConfig = new StoredConfig({ cache, log, keys: allConfigKeys() })
  // Before the first request, so that none goes by what was set aside.
  await cache.get(storedConfig)
  const services: Services = {
    clock,
    log,
    db,
    reads,
    longReads,
    tokens: tokensOf(config, clock),
    callers: new Callers({ reads, clock, writeBehind }, modules),
    cache,
    systemConfig,
    writeBehind,
    files: opened.providers.files,
    jobs,
    live,
    providers: opened.providers,
    ...providerFacts(opened, config),
    settings,
  }
  for (const module of modules)
    await inTransaction(services, ({ db }) => module.prepare?.({ db, clock }) ?? Promise.resolve())
  for (const gauge of modules.flatMap(({ gauges = [] }) => gauges)) metrics.watch(gauge, cache)
  if (isWorker) {
    await jobs.work(services)
    for (const { startingJobs = [] } of modules)
      for (const job of startingJobs) await jobs.enqueue(db, job, {}, { singletonKey: 'start' })
  }
  const stopRecovery = isWorker ? startRecovery(services, allOperations(), log) : undefined
  return {
    services,
    jobs,
    pool,
    metrics,
    makeApp: () => makeApp(config, services, log, metrics),
    async close() {
      await stopRecovery?.()
      await writeBehind.flush()
      await jobs.stop()
      await live.close()
      await opened.close()
      outbound.close()
      for (const connections of [reads, longReads, db]) await connections.destroy()
      await embedded?.stop()
    },
  }
}

const otherSecret =
  'SIGNING_SECRET is another one than this database was used with, and what was sealed with that would be lost. Set the one from before, or name it in FORMER_SIGNING_SECRETS; unless it was set, it stands in DATA_DIR/secrets.json'

async function makeApp(
  config: Config,
  services: Services,
  log: Logger,
  metrics: Metrics,
): Promise<FastifyInstance> {
  const site = modules.find((module) => module.site)?.site
  const app = await makeServer({
    operations: allOperations(),
    services,
    log,
    trustProxy: config.TRUST_PROXY,
    metrics,
    gates: openGates(config.REQUEST_WAIT_MS),
    mostStreams: config.EVENT_STREAMS,
    pages: {
      directory: path.join(import.meta.dirname, '../../web/dist'),
      publicUrl: config.PUBLIC_URL,
      fileOrigins: services.files.origin === undefined ? [] : [services.files.origin],
      opened: services.cardForm && site ? { ...services.cardForm, pages: site.cardPages } : undefined,
      factsOf: async (address, language) =>
        site?.factsOf(
          { db: services.reads, clock: services.clock, publicUrl: config.PUBLIC_URL, language },
          address,
        ),
    },
  })
  if (site) sitemapRoutes(app, site, services)
  await openPages(app, {
    services,
    metrics,
    metricsToken: config.METRICS_TOKEN,
    documents: modules.map((module) => ({ module, operations: register(module) })),
    showsOutbox: !config.isProduction,
  })
  return app
}

const tokensOf = (config: Config, clock: Clock) =>
  new AccessTokens(
    {
      marketplace: config.MARKETPLACE_TOKEN_SECRET,
      'wellness-user': config.WELLNESS_USER_TOKEN_SECRET,
      'wellness-admin': config.WELLNESS_ADMIN_TOKEN_SECRET,
    },
    clock,
  )
