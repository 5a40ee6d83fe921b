import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { derivedSecret, newId, newSecret } from './platform/ids.ts'

const Port = (fallback: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: fallback, description })
const Text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 4096, description }))
/** An address with one of the schemes. */
const Address = (schemes: readonly string[], description: string) =>
  Type.Optional(Type.String({ maxLength: 4096, pattern: `^(${schemes.join('|')})://\\S+$`, description }))
const Choice = <const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: T[number],
  description: string,
) => Type.Unsafe<T[number]>({ type: 'string', enum: values, default: fallback, description })
const Flag = (fallback: '0' | '1', description: string) => Choice(['0', '1'], fallback, description)

/** Every environment variable Plaza reads. `.env.example` is generated from the descriptions. */
export const Variables = Type.Object({
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
    'port of the Prometheus metrics on 127.0.0.1; 0 leaves them off unless METRICS_TOKEN is set',
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
  DEMO: Flag('1', 'fill an empty database with the demonstration town (never in production)'),
  TRUST_PROXY: Type.Integer({
    minimum: 0,
    maximum: 10,
    default: 0,
    description: 'number of reverse proxies in front of the server',
  }),
  LOG_LEVEL: Choice(['silent', 'error', 'warn', 'info', 'debug'], 'warn', 'how much is logged'),
  RATE_LIMIT: Choice(
    ['default', 'strict', 'off'],
    'default',
    'general request limits; credential limits always hold',
  ),
  OTP_ECHO: Flag('0', 'show one-time codes in the answers (refused in production)'),
  MARKETPLACE_TOKEN_SECRET: Text('key of the marketplace access tokens, at least 32 bytes'),
  WELLNESS_USER_TOKEN_SECRET: Text('key of the wellness access tokens, at least 32 bytes'),
  WELLNESS_ADMIN_TOKEN_SECRET: Text('key of the wellness administrators’ access tokens, at least 32 bytes'),
  SIGNING_SECRET: Text('key of cursors, one-time codes and refresh tokens, at least 32 bytes'),
  FILES_SECRET: Text('key of presigned addresses on the local disk, at least 32 bytes'),
  MAIL_PROVIDER: Choice(['builtin', 'smtp'], 'builtin', 'builtin keeps mails in the outbox, smtp sends them'),
  SMTP_URL: Address(['smtp', 'smtps'], 'smtp(s)://user:password@host:port, needed with MAIL_PROVIDER=smtp'),
  MAIL_FROM: Type.String({
    default: 'Plaza <plaza@localhost>',
    maxLength: 320,
    description: 'sender of mails',
  }),
  FILES_PROVIDER: Choice(['builtin', 's3'], 'builtin', 'builtin keeps files under DATA_DIR, s3 in a bucket'),
  S3_ENDPOINT: Address(['http', 'https'], 'address of the S3 service, needed with FILES_PROVIDER=s3'),
  S3_BUCKET: Text('bucket, needed with FILES_PROVIDER=s3'),
  S3_REGION: Type.String({ default: 'us-east-1', maxLength: 64, description: 'region of the bucket' }),
  S3_ACCESS_KEY_ID: Text('needed with FILES_PROVIDER=s3'),
  S3_SECRET_ACCESS_KEY: Text('needed with FILES_PROVIDER=s3'),
})

const secretNames = [
  'MARKETPLACE_TOKEN_SECRET',
  'WELLNESS_USER_TOKEN_SECRET',
  'WELLNESS_ADMIN_TOKEN_SECRET',
  'SIGNING_SECRET',
  'FILES_SECRET',
] as const
type SecretName = (typeof secretNames)[number]

export type Config = Readonly<
  Omit<Static<typeof Variables>, SecretName | 'PUBLIC_URL'> &
    Record<SecretName, string> & { PUBLIC_URL: string; isProduction: boolean }
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
      `${instancePath.slice(1) || 'environment'} ${keyword === 'pattern' ? schemeWanted(instancePath.slice(1)) : message}`,
  )
  // What is wrong is named already; the rest is looked at all the same, so that one message has everything.
  const read = values as Static<typeof Variables>
  const isProduction = read.NODE_ENV === 'production'
  wrong.push(
    ...unreadableAddresses(read),
    ...missingCompanions(read),
    ...(isProduction ? unsafeForProduction(read) : []),
  )
  const secrets = collectSecrets(read, wrong)
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  const PUBLIC_URL = (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, '')
  return Object.freeze({ ...read, ...secrets, PUBLIC_URL, DATA_DIR: resolve(read.DATA_DIR), isProduction })
}

const schemeWanted = (name: string): string => {
  const { pattern = '' } = Variables.properties[name as 'PUBLIC_URL'] as { pattern?: string }
  return `must be an address that begins with ${pattern.slice(2, pattern.indexOf(')')).replace('|', ':// or ')}://`
}

/** Of a database the driver knows more forms, such as those of sockets. */
const addresses = ['PUBLIC_URL', 'SMTP_URL', 'S3_ENDPOINT'] as const

function unreadableAddresses(read: Static<typeof Variables>): string[] {
  return addresses
    .filter((name) => read[name]?.includes('://') && !URL.canParse(read[name]))
    .map((name) => `${name} is not an address`)
}

function missingCompanions(read: Static<typeof Variables>): string[] {
  const needs = (condition: boolean, names: (keyof typeof read)[], because: string) =>
    condition ? names.filter((name) => !read[name]).map((name) => `${name} is needed with ${because}`) : []
  return [
    ...needs(read.MAIL_PROVIDER === 'smtp', ['SMTP_URL'], 'MAIL_PROVIDER=smtp'),
    ...needs(
      read.FILES_PROVIDER === 's3',
      ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
      'FILES_PROVIDER=s3',
    ),
  ]
}

function unsafeForProduction(read: Static<typeof Variables>): string[] {
  return [
    ...secretNames
      .filter((name) => !read[name])
      .map((name) => `${name} is required with NODE_ENV=production`),
    ...(read.OTP_ECHO === '1' ? ['OTP_ECHO must not be 1 with NODE_ENV=production'] : []),
    ...(read.PUBLIC_URL ? [] : ['PUBLIC_URL is required with NODE_ENV=production']),
    ...(read.PUBLIC_URL?.startsWith('http://')
      ? ['PUBLIC_URL must begin with https:// with NODE_ENV=production']
      : []),
  ]
}

/** Secrets come from the environment, else from a file in DATA_DIR that is made once. */
function collectSecrets(read: Static<typeof Variables>, wrong: string[]): Record<SecretName, string> {
  const kept =
    secretNames.every((name) => read[name]) || read.NODE_ENV === 'production'
      ? {}
      : keptSecrets(resolve(read.DATA_DIR))
  const secrets = {} as Record<SecretName, string>
  for (const name of secretNames) {
    secrets[name] = read[name] ?? kept[name] ?? ''
    if (read[name] && Buffer.byteLength(read[name]) < 32) wrong.push(`${name} must be at least 32 bytes long`)
  }
  const given = secretNames.map((name) => secrets[name]).filter(Boolean)
  if (new Set(given).size < given.length) wrong.push('the secrets must differ from each other')
  return secrets
}

function keptSecrets(dataDir: string): Partial<Record<SecretName, string>> {
  const file = join(dataDir, 'secrets.json')
  // Looked for once: another process may write it at any moment from here on.
  const isFirst = !existsSync(file)
  const kept: Partial<Record<SecretName, string>> = isFirst ? {} : JSON.parse(readFileSync(file, 'utf8'))
  const missing = secretNames.filter((name) => !kept[name])
  if (missing.length === 0) return kept
  const [known] = Object.values(kept)
  for (const name of missing) kept[name] = known ? derivedSecret(known, name) : newSecret()
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${newId()}`
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
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
