import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { startProgram, tryCommand } from './program.ts'
import { codeFor, dataOf, joinMarket, marketAt } from './steps.ts'

const names = [
  'start',
  'migrate',
  'create-admin',
  'second-factor',
  'set-role',
  'demo',
  'outbox',
  'rebuild',
  'simulate',
  'openapi',
]

describe('the command line', () => {
  test('says what it can do, and how it was called wrongly', async () => {
    const dataDir = newDataDir()
    const { code, output } = await tryCommand(dataDir, ['--help'])
    expect(code).toBe(0)
    for (const name of names) {
      expect(output).toMatch(new RegExp(`^ {2}${name} `, 'm'))
      const help = await tryCommand(dataDir, [name, '--help'])
      expect(help).toMatchObject({ code: 0, output: expect.stringMatching(`^plaza ${name}`) })
    }
    for (const [args, sentence] of [
      [['fly'], 'plaza <command>'],
      [['outbox', '--shout'], "Unknown option '--shout'"],
      [['rebuild', 'everything'], 'It is plaza rebuild cards.'],
      [['simulate'], 'It is plaza simulate streak.'],
      [
        ['simulate', 'streak', '--email', 'a@b.example', '--zone', 'Moon'],
        '--zone needs one like Asia/Tokyo.',
      ],
      [['create-admin'], 'Say which product'],
      [['create-admin', 'marketplace', '--email', 'nobody'], '--email needs an e-mail address'],
      [['create-admin', 'marketplace', '--email', 'a@b.example', '--name', 'A\nB'], '--name needs a name'],
    ] as const) {
      const wrong = await tryCommand(dataDir, [...args])
      expect([args, wrong.code]).toEqual([args, 1])
      expect(wrong.output).toContain(sentence)
      expect(wrong.output).not.toContain('    at ')
    }
  })

  test('migrates, and makes an administrator once, whose password it prints', async () => {
    const dataDir = newDataDir()
    const migrated = await tryCommand(dataDir, ['migrate'])
    expect(migrated).toEqual({
      code: 0,
      output: expect.stringMatching(/Applied \d+ migrations[\s\S]*up to date/),
    })
    const again = await tryCommand(dataDir, ['migrate'])
    expect(again).toEqual({ code: 0, output: 'The database is up to date.\n' })
    const rebuilt = await tryCommand(dataDir, ['rebuild', 'cards'])
    expect(rebuilt).toMatchObject({ code: 0, output: expect.stringContaining('0 cards of listings') })
    const args = ['create-admin', 'wellness', '--email', 'chief@example.org', '--name', 'Chief']
    const made = await tryCommand(dataDir, args)
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/Password: \S{20}$/m) })
    const second = await tryCommand(dataDir, args)
    expect(second).toEqual({ code: 1, output: expect.stringContaining('has an account already') })

    const factor = (...more: string[]) => tryCommand(dataDir, ['second-factor', ...more])
    expect(await factor('wellness', '--email', 'Chief@example.org')).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^For the authenticator app: otpauth:\/\/totp\/\S+secret=[A-Z2-7]{32}\S*$/m,
      ),
    })
    for (const [args, sentence] of [
      [['wellness', '--email', 'nobody@example.org'], 'nobody@example.org is no administrator.'],
      [['marketplace', '--email', 'chief@example.org'], 'The marketplace knows no second factor.'],
      [[], 'Say which product'],
    ] as const)
      expect(await factor(...args)).toEqual({ code: 1, output: expect.stringContaining(sentence) })
  })

  test('asks for a served database on Windows, where none comes along', async () => {
    const windows = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`
    const { code, output } = await tryCommand(newDataDir(), ['migrate'], {
      NODE_OPTIONS: `--import=${windows}`,
    })
    expect(output).toMatch(/^The embedded PostgreSQL does not run on Windows\. Set DATABASE_URL .*\n$/)
    expect(code).toBe(1)
  })

  test('writes the API documents, whatever the configuration is', async () => {
    const directory = newDataDir()
    const written = await tryCommand(newDataDir(), ['openapi', '--directory', directory], { PORT: 'none' })
    expect(written.code).toBe(0)
    for (const product of ['marketplace', 'wellness']) {
      const document = JSON.parse(readFileSync(path.join(directory, `${product}.json`), 'utf8'))
      expect(document.openapi).toMatch(/^3\.1/)
      expect(Object.keys(document.paths).length).toBeGreaterThan(20)
    }
  })

  test('fills a town once, whose accounts it prints, and shows the mails of a server that runs or not', async () => {
    const dataDir = newDataDir()
    const filled = await tryCommand(dataDir, ['demo'])
    expect(filled.code).toBe(0)
    const [, email = '', password = ''] = /(\S+@\S+) {2}(\S.*)$/m.exec(filled.output) ?? []
    expect(await tryCommand(dataDir, ['demo'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('not empty'),
    })
    const program = await startProgram(dataDir)
    const refused = tryCommand(dataDir, ['outbox'])
    await dataOf(marketplace.login({ client: marketAt(program), body: { email, password } }))
    await joinMarket(program, { name: 'Nabor', email: 'nabor@example.org' })
    const otp = await codeFor(program, 'nabor@example.org')
    const outbox = async (variables = {}) => {
      const { code, output } = await tryCommand(dataDir, ['outbox', '--to', 'nabor@example.org'], variables)
      expect(code).toBe(0)
      expect(output).toContain(otp)
      expect(output).toMatch(/nabor@example\.org {2}(queued|sent) {2}/)
    }
    const [, DATABASE_URL = ''] = /Another Plaza .* DATABASE_URL=(\S+)$/m.exec((await refused).output) ?? []
    await outbox({ DATABASE_URL })
    expect(await program.stop()).toBe(0)
    await outbox()
  })
})

describe('a wrong configuration', () => {
  const secret = (letter: string) => letter.repeat(32)

  test('is told whole, in one message', async () => {
    const { code, output } = await tryCommand(newDataDir(), ['start'], {
      NODE_ENV: 'production',
      PORT: '99999',
      ROLE: 'everything',
      OTP_ECHO: '1',
      RATE_LIMIT: 'off',
      MAIL_PROVIDER: 'smtp',
      FILES_PROVIDER: 's3',
      SIGNING_SECRET: 'short',
      FORMER_SIGNING_SECRETS: `${secret('s')},shorter`,
      FILES_SECRET: secret('f'),
      MARKETPLACE_TOKEN_SECRET: secret('f'),
    })
    expect(code).toBe(1)
    const [headline, ...lines] = output.trimEnd().split('\n')
    expect(headline).toBe('The configuration is wrong:')
    for (const wrong of [
      /PORT must be/,
      /ROLE must be/,
      /OTP_ECHO must not be 1/,
      /RATE_LIMIT must not be off/,
      /SMTP_URL is needed/,
      /MAIL_FROM must be of a domain/,
      /S3_ENDPOINT is needed/,
      /S3_BUCKET is needed/,
      /S3_ACCESS_KEY_ID is needed/,
      /S3_SECRET_ACCESS_KEY is needed/,
      /PUBLIC_URL is required/,
      /WELLNESS_USER_TOKEN_SECRET is required/,
      /WELLNESS_ADMIN_TOKEN_SECRET is required/,
      /SIGNING_SECRET must be at least 32 bytes/,
      /FORMER_SIGNING_SECRETS must be secrets of at least 32 bytes/,
      /secrets must differ/,
    ])
      expect(lines.filter((line) => wrong.test(line))).toHaveLength(1)
    expect(lines).toHaveLength(16)
  })
})
