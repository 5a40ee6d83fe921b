import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import * as wellness from '../client/wellness.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { startProgram, tryCommand } from './program.ts'
import { dataOf, marketAt, until, wellAt } from './steps.ts'

/** What is left of a demonstration town when its database goes into production. */

const dataDir = newDataDir()
const secret = () => randomBytes(32).toString('hex')
const fresh = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://town.example',
  MAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Plaza <post@town.example>',
  MARKETPLACE_TOKEN_SECRET: secret(),
  WELLNESS_USER_TOKEN_SECRET: secret(),
  WELLNESS_ADMIN_TOKEN_SECRET: secret(),
  SIGNING_SECRET: secret(),
  FILES_SECRET: secret(),
}

interface Account {
  role: string
  email: string
  password: string
}
let accounts: Account[]

beforeAll(async () => {
  const { output } = await tryCommand(dataDir, ['demo'])
  accounts = [...output.matchAll(/^ {4}(\S+ \S+) +(\S+@\S+) {2}(\S+)$/gm)].map(
    ([, role = '', email = '', password = '']) => ({ role, email, password }),
  )
  expect(accounts).toHaveLength(5)
})

/** @returns the status of a sign-in of each account. */
async function signInAll(program: { baseUrl: string }): Promise<(number | undefined)[]> {
  const statuses = []
  for (const { role, email, password } of accounts) {
    const body = { email, password }
    const asked = role.startsWith('marketplace')
      ? marketplace.login({ client: marketAt(program), body })
      : role.endsWith('administrator')
        ? wellness.adminLogin({ client: wellAt(program), body })
        : wellness.login({ client: wellAt(program), body })
    statuses.push((await asked).response?.status)
  }
  return statuses
}

describe('a demonstration town', () => {
  test('that is opened to the network outside production says so in one line', async () => {
    const program = await startProgram(dataDir, { HOST: '0.0.0.0', DEMO: '1' })
    await until(async () => program.output().includes('wellness administrator'))
    const told = program
      .output()
      .split('\n')
      .filter((line) => line.includes('HOST='))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/opens this to the network.* \d+ accounts whose password everybody can read/)
    expect(await signInAll(program)).toEqual([200, 200, 200, 200, 200])
    expect(await program.stop()).toBe(0)
  })

  test('does not start in production with another signing secret than it was filled with', async () => {
    for (const command of [['start'], ['demo', 'remove']]) {
      const refused = await tryCommand(dataDir, command, fresh)
      expect(refused.code).toBe(1)
      expect(refused.output).toMatch(/SIGNING_SECRET is another one.*FORMER_SIGNING_SECRETS/)
      expect(refused.output).not.toContain('    at ')
    }
  })

  test('does not start in production before its accounts are closed', async () => {
    const kept = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'))
    const production = { ...fresh, SIGNING_SECRET: kept.SIGNING_SECRET }
    const refused = await tryCommand(dataDir, ['start'], production)
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(/\d+ demonstration accounts, 3 of administrators and moderators/)
    expect(refused.output).toContain('npm run plaza -- demo remove')
    expect(refused.output).not.toContain('    at ')

    const closed = await tryCommand(dataDir, ['demo', 'remove'], production)
    expect(closed).toEqual({
      code: 0,
      output: expect.stringMatching(/\d+ demonstration accounts are closed/),
    })
    const again = await tryCommand(dataDir, ['demo', 'remove'], production)
    expect(again).toEqual({ code: 0, output: expect.stringContaining('No demonstration account is open.') })

    const program = await startProgram(dataDir, production)
    expect(await signInAll(program)).toEqual([401, 401, 401, 401, 401])
    const listed = await dataOf(
      marketplace.searchPosts({ client: marketAt(program), query: { lat: 52.4, lng: 13.06, radius_km: 50 } }),
    )
    expect(listed.data).toEqual([])
    expect((await fetch(`${program.baseUrl}/outbox`)).status).toBe(404)
    await until(async () => program.output().includes('is ready'))
    expect(program.output()).not.toContain('HOST=')
    expect(await program.stop()).toBe(0)
  })

  test('is not filled in again where it was closed, and is not opened by a wrong word', async () => {
    const program = await startProgram(dataDir, { DEMO: '1' })
    await until(async () => program.output().includes('is ready'))
    expect(program.output()).not.toContain('Demonstration accounts')
    expect(await program.stop()).toBe(0)
    expect(await tryCommand(dataDir, ['demo', 'undo'])).toEqual({
      code: 1,
      output: expect.stringContaining('plaza demo remove'),
    })
  })
})
