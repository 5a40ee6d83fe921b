import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { administer, inDatabase } from '../../testing/global-setup.ts'
import { call, granted, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { savedSearchPath } from '../../testing/saved-searches.ts'
import { newUser, newWellnessAdmin, secretOfApp, wellnessBase } from '../../testing/wellness.ts'
import { closeWorld, openProcess, worldWith } from '../../testing/world.ts'
import { requireSecondFactor } from '../../wellness/admins/public.ts'
import { wellness } from '../../wellness/module.ts'
import { openPool } from '../db/database.ts'
import { newId, newSecret } from '../ids.ts'
import { transact } from '../operation/transact.ts'
import { noteSecret } from './signing-secrets.ts'
import { stepAt, totpCode } from './totp.ts'

// A world of its own: once a database was used with a secret, it starts with no other.
beforeAll(() => worldWith({}))
afterAll(closeWorld)

type App = Awaited<ReturnType<typeof openProcess>>['app']

const profileOf = async (as: TestPerson, app?: App) =>
  (await granted(call('GET', `${wellnessBase}/user/profile`, { as, app }))).body.data

test('a database that was used with another secret starts only where that one is named, and opens all that it has', async () => {
  const { host, dataDir } = await world()
  const { SIGNING_SECRET: former } = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'))
  const user = await newUser()
  const locationData = { type: 'Point', coordinates: [-9.05678, 53.27194], city: 'Galway', country: 'IE' }
  await granted(call('PUT', `${wellnessBase}/user/profile`, { as: user, body: { locationData } }))
  const admin = await newWellnessAdmin()
  const handed = await transact(host.services, wellness, (work) => requireSecondFactor(work, admin.email))
  const member = await newMember()
  const search = {
    as: member,
    headers: { 'Idempotency-Key': newId() },
    body: { name: 'Lamps', query: { q: 'lamp' } },
  }
  const first = await granted(call('POST', savedSearchPath, search))

  const next = newSecret()
  await expect(openProcess({ SIGNING_SECRET: next })).rejects.toThrow(/SIGNING_SECRET/)
  const other = { SIGNING_SECRET: next, FORMER_SIGNING_SECRETS: newSecret() }
  await expect(openProcess(other)).rejects.toThrow(/SIGNING_SECRET/)

  const named = { SIGNING_SECRET: next, FORMER_SIGNING_SECRETS: `${newSecret()}, ${former}` }
  const { host: later, app } = await openProcess(named)
  try {
    expect(await profileOf(user, app)).toEqual(await profileOf(user))
    const { email, password } = admin
    const totp = totpCode(secretOfApp(new URL(handed ?? '')), stepAt(later.services.clock.now()))
    const logIn = { app, body: { email, password, totp } }
    expect(await call('POST', `${wellnessBase}/admin/login`, logIn)).toMatchObject({ status: 200 })
    const again = await call('POST', savedSearchPath, { ...search, app })
    expect(again).toMatchObject({ status: first.status, body: first.body })
    expect(again.headers['idempotency-replayed']).toBe('true')
  } finally {
    await app.close()
    await later.close()
  }
  // What is new by now would be lost with the next one.
  await expect(openProcess()).rejects.toThrow(/SIGNING_SECRET/)
})

test('of programs that start at once on a new database with secrets of their own, one has it', async () => {
  const name = `${inject('template')}_secrets_${process.pid}`
  await administer(inject('server'), `create database ${name} template ${inject('template')}`)
  const pool = openPool({ connectionString: inDatabase(inject('server'), name), size: 2 })
  const start = (signingSecret: string) => noteSecret(pool, { signingSecret, formerSecrets: [] })
  const secrets = Array.from({ length: 4 }, () => newSecret())
  const started = await Promise.all(secrets.map(start))
  expect(started.filter(Boolean)).toHaveLength(1)
  expect(await Promise.all(secrets.map(start))).toEqual(started)
  await pool.end()
})
