import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { derivedSecret, newId, newSecret } from './platform/ids.ts'
import {
  missingCompanions,
  neededSecrets,
  type ProviderSettings,
  pretendingPorts,
  providerSecrets,
  providerVariables,
} from './platform/providers.ts'
import type { Settings } from './platform/services.ts'
import { Address, Choice, ChoiceIfSaid, Flag, listIn, Mailbox, Port, Text } from './platform/settings.ts'

/** What the program itself reads; the providers' settings stand in their files. */
const OwnVariables = Type.Object({
  NODE_ENV: Choice(
    ['development', 'test', 'production'],
    'development',
    'production asks for real secrets and hides the outbox',
  ),
  ROLE: Choice(['all', 'web', 'worker'], 'all', 'which part of the program this process runs'),
  HOST: Type.String({
    default: '127.0.0.1',
    maxLength: 255,
    description: 'address to listen on; 0.0.0.0 opens it to the network',
  }),
  PORT: Port(3000, 'port of the API'),
  METRICS_PORT: Port(
    0,
    'port of the Prometheus metrics on 127.0.0.1, of workers as well; 0 leaves them off unless METRICS_TOKEN is set',
  ),
  METRICS_TOKEN: Text('bearer token that opens GET /metrics on the main port'),
  PUBLIC_URL: Address(
    ['http', 'https'],
    'address that people reach the server by; links and presigned URLs start with it',
  ),
  DATA_DIR: Type.String({
    default: './data',
    maxLength: 1024,
    description: 'folder of the embedded database, uploaded files and generated secrets',
  }),
  DATABASE_URL: Address(
    ['postgres', 'postgresql'],
    'PostgreSQL 15 or newer; without it the embedded one is used',
  ),
  DATABASE_POOL: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 10,
    description: 'connections per process for transactions; four more are for short reads and notices',
  }),
  DATABASE_LONG_READS: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 2,
    description: 'read-only connections per process for reads that may take long',
  }),
  DATABASE_SHARED_READ_MS: Type.Integer({
    minimum: 10,
    maximum: 15_000,
    default: 100,
    description:
      'milliseconds that a statement may take on the connections that all short reads share; what takes longer runs once more on two that are kept for that',
  }),
  EVENT_STREAMS: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 4000,
    description:
      'event streams per process; one more is asked to come back later, and a thousand connections more are for everything else',
  }),
  REQUEST_WAIT_MS: Type.Integer({
    minimum: 10,
    maximum: 30_000,
    default: 500,
    description:
      'milliseconds that a request may wait for its turn when the server is busy; whoever would wait longer is asked to come back later',
  }),
  STEP_LEASE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 20,
    description:
      'how long one process holds a request that talks to providers, before another may go on with it',
  }),
  STEP_RECOVERY_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 10,
    description: 'how often a worker looks for such requests that were left open',
  }),
  JOB_POLL_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 2,
    description:
      'how often a worker looks for jobs that are due by their time; new ones it hears of when they are committed',
  }),
  DEMO: Flag('1', 'fill an empty database with the demonstration town (never in production)'),
  TRUST_PROXY: Type.Integer({
    minimum: 0,
    maximum: 10,
    default: 0,
    description:
      'number of reverse proxies in front of the server; so many of the last addresses in X-Forwarded-For are theirs',
  }),
  LOG_LEVEL: Choice(['silent', 'error', 'warn', 'info', 'debug'], 'warn', 'how much is logged'),
  RATE_LIMIT: ChoiceIfSaid(
    ['default', 'strict', 'off'],
    'which limits hold until administrators set others; unless said strict in production and default elsewhere. off is refused in production, and credential limits always hold',
  ),
  VIEW_SEEDING: Flag(
    '0',
    'let administrators make up views of listings for a demonstration (refused in production)',
  ),
  OTP_ECHO: Flag('0', 'show one-time codes in the answers (refused in production)'),
  MARKETPLACE_TOKEN_SECRET: Text('key of the marketplace access tokens, at least 32 bytes'),
  WELLNESS_USER_TOKEN_SECRET: Text('key of the wellness access tokens, at least 32 bytes'),
  WELLNESS_ADMIN_TOKEN_SECRET: Text('key of the wellness administrators’ access tokens, at least 32 bytes'),
  SIGNING_SECRET: Text(
    'key of cursors, one-time codes, links in mails and what the database keeps sealed, at least 32 bytes; the database starts with no other one',
  ),
  FORMER_SIGNING_SECRETS: Text(
    'signing secrets from before, comma-separated: they open what was sealed with them',
  ),
  SUPPORT_EMAIL: Mailbox(
    'where messages to support are sent; without it they are kept for administrators to read, and no mail tells of them',
  ),
  HELPLINES_FILE: Text(
    'your own list of helplines by country, a JSON file like server/src/wellness/helplines/helplines.json, instead of that one',
  ),
  ALLOW_SANDBOX: Flag(
    '0',
    'let providers that only pretend work in production, too; without it they count as absent there',
  ),
})

/** Every environment variable Plaza reads. `.env.example` is generated from the descriptions. */
export const Variables = Type.Object({ ...OwnVariables.properties, ...providerVariables })

const ownSecrets = [
  'MARKETPLACE_TOKEN_SECRET',
  'WELLNESS_USER_TOKEN_SECRET',
  'WELLNESS_ADMIN_TOKEN_SECRET',
  'SIGNING_SECRET',
] as const
type OwnSecret = (typeof ownSecrets)[number]
const secretNames: readonly string[] = [...ownSecrets, ...providerSecrets]

/** Values of all variables, those of the providers by their names only. */
type Read = Static<typeof OwnVariables> & ProviderSettings

export type Config = Readonly<
  Omit<Static<typeof OwnVariables>, OwnSecret | 'PUBLIC_URL' | 'RATE_LIMIT'> &
    Record<OwnSecret, string> & {
      PUBLIC_URL: string
      RATE_LIMIT: 'default' | 'strict' | 'off'
      isProduction: boolean
      /** For `openProviders`, which knows what they mean. */
      providerSettings: ProviderSettings
    }
>

/** Raised with every wrong variable in one message. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment. Empty variables count as unset.
 * @throws ConfigError naming every wrong variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in Variables.properties && value !== ''),
  )
  const values = Value.Convert(Variables, Value.Default(Variables, present))
  const wrong = Value.Errors(Variables, values).map(
    ({ instancePath, keyword, message }) =>
      `${instancePath.slice(1) || 'environment'} ${keyword === 'pattern' && isAddress(instancePath.slice(1)) ? schemeWanted(instancePath.slice(1)) : message}`,
  )
  // What is wrong is named already; the rest is looked at all the same, so that one message has everything.
  const read = values as Read
  const isProduction = read.NODE_ENV === 'production'
  wrong.push(
    ...unreadableAddresses(read),
    ...missingCompanions(read),
    ...(isProduction ? unsafeForProduction(read) : []),
  )
  const secrets = collectSecrets(read, wrong)
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  const PUBLIC_URL = (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, '')
  const RATE_LIMIT = read.RATE_LIMIT ?? (isProduction ? 'strict' : 'default')
  const complete = {
    ...read,
    ...secrets,
    PUBLIC_URL,
    RATE_LIMIT,
    DATA_DIR: resolve(read.DATA_DIR),
    isProduction,
  }
  return Object.freeze({ ...complete, providerSettings: complete })
}

/** What the platform is told of the configuration. */
export const settingsOf = (config: Config, given: Pick<Settings, 'version' | 'checksReplies'>): Settings => ({
  ...given,
  publicUrl: config.PUBLIC_URL,
  signingSecret: config.SIGNING_SECRET,
  formerSecrets: listIn(config.FORMER_SIGNING_SECRETS),
  supportEmail: config.SUPPORT_EMAIL,
  helplinesFile: config.HELPLINES_FILE,
  showsCodes: config.OTP_ECHO === '1',
  isProduction: config.isProduction,
  rateLimit: config.RATE_LIMIT,
  seedsViews: config.VIEW_SEEDING === '1',
  steps: {
    leaseSeconds: config.STEP_LEASE_SECONDS,
    recoverySeconds: config.STEP_RECOVERY_SECONDS,
    // With growing pauses about an hour.
    mostTries: 12,
  },
})

const patternOf = (name: string): string => {
  const schema: TSchema = (Variables.properties as Record<string, TSchema>)[name] ?? {}
  return 'pattern' in schema ? String(schema.pattern) : ''
}

const schemeWanted = (name: string): string => {
  const pattern = patternOf(name)
  return `must be an address that begins with ${pattern.slice(2, pattern.indexOf(')')).replace('|', ':// or ')}://`
}

const isAddress = (name: string): boolean => patternOf(name).includes(')://')

/** Of a database the driver knows more forms, such as those of sockets. */
const addresses = Object.keys(Variables.properties).filter(
  (name) => name !== 'DATABASE_URL' && isAddress(name),
)

function unreadableAddresses(read: Read): string[] {
  return addresses
    .filter((name) => {
      const address = String(read[name] ?? '')
      return address.includes('://') && !URL.canParse(address)
    })
    .map((name) => `${name} is not an address`)
}

function unsafeForProduction(read: Read): string[] {
  const seriousness = { isProduction: true, allowsSandbox: read.ALLOW_SANDBOX === '1' }
  return [
    ...[...ownSecrets, ...neededSecrets(read, seriousness)]
      .filter((name) => !read[name])
      .map((name) => `${name} is required with NODE_ENV=production`),
    ...pretendingPorts(read, seriousness),
    ...(read.MAIL_PROVIDER === 'smtp' && /@localhost\b/.test(String(read.MAIL_FROM))
      ? ['MAIL_FROM must be of a domain of yours with NODE_ENV=production']
      : []),
    ...(read.RATE_LIMIT === 'off' ? ['RATE_LIMIT must not be off with NODE_ENV=production'] : []),
    ...(read.VIEW_SEEDING === '1' ? ['VIEW_SEEDING must not be 1 with NODE_ENV=production'] : []),
    ...(read.OTP_ECHO === '1' ? ['OTP_ECHO must not be 1 with NODE_ENV=production'] : []),
    ...(read.PUBLIC_URL ? [] : ['PUBLIC_URL is required with NODE_ENV=production']),
    ...(read.PUBLIC_URL?.startsWith('http://')
      ? ['PUBLIC_URL must begin with https:// with NODE_ENV=production']
      : []),
  ]
}

/** Secrets come from the environment, else from a file in DATA_DIR that is made once. */
function collectSecrets(read: Read, wrong: string[]): Record<OwnSecret, string> {
  const kept =
    secretNames.every((name) => read[name]) || read.NODE_ENV === 'production'
      ? {}
      : keptSecrets(resolve(read.DATA_DIR))
  const given = (name: string) => (read[name] === undefined ? undefined : String(read[name]))
  const secrets = secretNames.map((name): [string, string] => [name, given(name) ?? kept[name] ?? ''])
  for (const name of secretNames)
    if (Buffer.byteLength(given(name) ?? ' '.repeat(32)) < 32)
      wrong.push(`${name} must be at least 32 bytes long`)
  if (listIn(read.FORMER_SIGNING_SECRETS).some((secret) => Buffer.byteLength(secret) < 32))
    wrong.push('FORMER_SIGNING_SECRETS must be secrets of at least 32 bytes, with commas between them')
  const present = secrets.map(([, secret]) => secret).filter(Boolean)
  if (new Set(present).size < present.length) wrong.push('the secrets must differ from each other')
  // All of the program's own names are among them.
  return Object.fromEntries(secrets) as Record<OwnSecret, string>
}

function keptSecrets(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'secrets.json')
  // Looked for once: another process may write it at any moment from here on.
  const isFirst = !existsSync(file)
  const kept: Record<string, string> = isFirst ? {} : JSON.parse(readFileSync(file, 'utf8'))
  const missing = secretNames.filter((name) => !kept[name])
  if (missing.length === 0) return kept
  const [known] = Object.values(kept)
  for (const name of missing) kept[name] = known ? derivedSecret(known, name) : newSecret()
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${newId()}`
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true })
  if (isFirst) publishOnce(draft, file)
  else renameSync(draft, file)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Of processes that start at once the first one's secrets hold for all. */
function publishOnce(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
