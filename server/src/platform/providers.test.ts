import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { newDataDir } from '../testing/data-dir.ts'
import { world } from '../testing/kit.ts'
import { systemClock } from './clock.ts'
import { newId, newSecret } from './ids.ts'
import type { Problem } from './operation/problem.ts'
import { openOutbound } from './outbound.ts'
import { openProviders } from './providers.ts'

const closing: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const sandboxSecrets = () => ({
  STORE_SANDBOX_SECRET: newSecret(),
  PAYMENTS_SANDBOX_SECRET: newSecret(),
})

/** The providers of a program with such an environment. */
async function openWith(environment: Record<string, string>) {
  const config = readConfig({ DATA_DIR: newDataDir(), ...environment })
  const log = pino({ level: 'silent' })
  const outbound = openOutbound({ clock: systemClock, log })
  const { host } = await world()
  const opened = await openProviders(config.providerSettings, {
    clock: systemClock,
    log,
    db: host.services.db,
    outbound,
    dataDir: config.DATA_DIR,
    publicUrl: config.PUBLIC_URL,
    isProduction: config.isProduction,
    allowsSandbox: config.ALLOW_SANDBOX === '1',
  })
  closing.push(outbound.close, opened.close)
  return opened
}

const production = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://town.example',
  MARKETPLACE_TOKEN_SECRET: newSecret(),
  WELLNESS_USER_TOKEN_SECRET: newSecret(),
  WELLNESS_ADMIN_TOKEN_SECRET: newSecret(),
  SIGNING_SECRET: newSecret(),
  FILES_SECRET: newSecret(),
  MAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Plaza <post@town.example>',
})
const message = () => ({
  id: newId(),
  platform: 'ANDROID' as const,
  token: newId(),
  title: 'Hello',
  body: 'World',
  link: null,
})

describe('without any setting', () => {
  test('every port is served by what is built in', async () => {
    const { providers, missingSettings } = await openWith({})
    expect(await providers.pushAndroid.send(message())).toEqual({ outcome: 'delivered' })
    expect(providers.pushWeb).toBeDefined()
    expect(missingSettings('pushAndroid')).toEqual([])
  })
})

describe('a port that is not served', () => {
  const refusal = async (environment: Record<string, string>) => {
    const { providers, missingSettings } = await openWith(environment)
    let problem: Problem | undefined
    try {
      expect(providers.pushAndroid).toBeUndefined()
    } catch (error) {
      problem = error as Problem
    }
    expect(problem?.extra.details).toEqual({ settings: missingSettings('pushAndroid') })
    return problem
  }

  test('is a problem that names the settings', async () => {
    expect(await refusal({ PUSH_ANDROID_PROVIDER: 'off' })).toMatchObject({
      status: 503,
      code: 'PROVIDER_NOT_CONFIGURED',
      extra: { details: { settings: ['PUSH_ANDROID_PROVIDER', 'FCM_SERVICE_ACCOUNT'] } },
    })
  })

  test('is one that only pretends, in production', async () => {
    expect((await refusal(production()))?.code).toBe('PROVIDER_NOT_CONFIGURED')
    const secret = sandboxSecrets()
    const { providers } = await openWith({ ...production(), ...secret, ALLOW_SANDBOX: '1' })
    expect(await providers.pushAndroid.send(message())).toEqual({ outcome: 'delivered' })
  })

  test('is not the local disk', async () => {
    const { providers } = await openWith(production())
    expect(providers.files.origin).toBeUndefined()
  })
})

describe('a configuration', () => {
  const wrong = (environment: Record<string, string>) => {
    try {
      readConfig({ DATA_DIR: newDataDir(), ...environment })
    } catch (error) {
      return (error as Error).message.split('\n')
    }
    return []
  }

  test('is told everything that a chosen provider lacks', () => {
    expect(wrong({ FILES_PROVIDER: 's3', S3_BUCKET: 'b', MAIL_PROVIDER: 'smtp' })).toEqual([
      'SMTP_URL is needed with MAIL_PROVIDER=smtp',
      'S3_ENDPOINT is needed with FILES_PROVIDER=s3',
      'S3_ACCESS_KEY_ID is needed with FILES_PROVIDER=s3',
      'S3_SECRET_ACCESS_KEY is needed with FILES_PROVIDER=s3',
    ])
    expect(wrong({ PUSH_IOS_PROVIDER: 'apns', APNS_KEY: 'k', APNS_TOPIC: 't' })).toEqual([
      'APNS_KEY_ID is needed with PUSH_IOS_PROVIDER=apns',
      'APNS_TEAM_ID is needed with PUSH_IOS_PROVIDER=apns',
    ])
  })

  test('names what is no choice, no address and no key', () => {
    const messages = wrong({
      MAIL_PROVIDER: 'pigeon',
      PUSH_WEB_PROVIDER: 'fcm',
      FCM_URL: 'ftp://x',
      S3_ENDPOINT: 'http://[',
      WEB_PUSH_PRIVATE_KEY: 'short',
    }).join('\n')
    expect(messages).toContain('MAIL_PROVIDER must be equal to one of the allowed values')
    expect(messages).toContain('PUSH_WEB_PROVIDER must be equal')
    expect(messages).toContain('FCM_URL must be an address that begins with http:// or https://')
    expect(messages).toContain('S3_ENDPOINT is not an address')
    expect(messages).toContain('WEB_PUSH_PRIVATE_KEY must match pattern')
    expect(messages).toContain('WEB_PUSH_PRIVATE_KEY must be at least 32 bytes long')
  })

  test('in production has the secrets of what was chosen, and of nothing else', () => {
    const { FILES_SECRET, ...others } = production()
    expect(wrong(others)).toEqual(['FILES_SECRET is required with NODE_ENV=production'])
    const bucket = { FILES_PROVIDER: 's3', S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b' }
    expect(wrong({ ...others, ...bucket, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' })).toEqual([])
    expect(wrong({ ...others, FILES_SECRET, PUSH_WEB_PROVIDER: 'web-push' })).toEqual([
      'WEB_PUSH_PRIVATE_KEY is required with NODE_ENV=production',
    ])
  })

  test('of production has mail that somebody gets', async () => {
    const { MAIL_PROVIDER, SMTP_URL, ...others } = production()
    const refusal = [
      'MAIL_PROVIDER=builtin only pretends, which NODE_ENV=production allows with ALLOW_SANDBOX=1; set MAIL_PROVIDER and SMTP_URL',
    ]
    expect(wrong(others)).toEqual(refusal)
    expect(wrong({ ...others, MAIL_PROVIDER: 'builtin', SMTP_URL })).toEqual(refusal)
    expect(wrong({ ...others, MAIL_PROVIDER })).toEqual(['SMTP_URL is needed with MAIL_PROVIDER=smtp'])
    const trial = { ...others, ALLOW_SANDBOX: '1', ...sandboxSecrets() }
    expect(wrong(trial)).toEqual([])
    expect((await openWith(trial)).providers.mail.provider).toBe('builtin')
  })

  test('of production has limits', () => {
    expect(wrong({ ...production(), RATE_LIMIT: 'off' })).toEqual([
      'RATE_LIMIT must not be off with NODE_ENV=production',
    ])
    expect(wrong({ ...production(), RATE_LIMIT: 'strict' })).toEqual([])
    expect(wrong({ RATE_LIMIT: 'off' })).toEqual([])
    const holds = (environment: Record<string, string>) =>
      readConfig({ DATA_DIR: newDataDir(), ...environment }).RATE_LIMIT
    expect([holds(production()), holds({ ...production(), RATE_LIMIT: 'default' }), holds({})]).toEqual([
      'strict',
      'default',
      'default',
    ])
  })

  test('has one key of browsers for as long as its folder is kept', async () => {
    const environment = { DATA_DIR: newDataDir(), PUSH_WEB_PROVIDER: 'web-push' }
    const key = async () => (await openWith(environment)).providers.pushWeb.publicKey
    expect(await key()).toMatch(/^[\w-]{87}$/)
    expect(await key()).toBe(await key())
  })

  test('that cannot be opened says which provider it is, and not its key', async () => {
    const opening = openWith({ PUSH_ANDROID_PROVIDER: 'fcm', FCM_SERVICE_ACCOUNT: '{"private_key":"secret' })
    const error = await opening.catch((failure: Error) => failure)
    expect(String(error)).toContain('PUSH_ANDROID_PROVIDER=fcm cannot be opened')
    expect(String(error)).not.toContain('secret')
  })
})
