import { describe, expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { type Answer, call, expectProblem, granted, later, newEmail, world } from '../../testing/kit.ts'
import { closeProviders, openPorts } from '../../testing/providers.ts'
import { behindHash, comeBackFromGoogle, goTo, nonceOf } from '../../testing/social.ts'
import { openApp } from '../../testing/world.ts'

const base = '/api/v1/usr-mgt/social-login'
const exchange = (body: object) => call('POST', `${base}/exchange`, { body })
const signIn = (provider: string, id_token: string, nonce: string, name?: string) =>
  call('POST', base, { body: { provider, id_token, nonce, agree: 'true', ...(name ? { name } : {}) } })
const google = (query: Record<string, string>) => call('GET', `${base}/google/callback`, { query })
const apple = (fields: Record<string, string>) =>
  call('POST', `${base}/apple/callback`, {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' },
  })

/** What Apple's page has the browser post. */
const fieldsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"'),
    ]),
  )
const leadsTo = async (answer: Answer) => {
  const { services } = (await world()).host
  expect(answer.status).toBe(303)
  expect(String(answer.headers.location)).toMatch(`${services.settings.publicUrl}/sign-in/with#`)
  return behindHash(answer)
}

describe('signing in by way of a provider’s page', () => {
  test('of Google ends signed in', async () => {
    const [kept, email] = [newId(), newEmail()]
    const { identities } = await world()
    identities.signInAs({ sub: newId(), email, email_verified: true, name: 'Ada Lovelace' })
    const { searchParams } = new URL((await goTo('google', kept)).headers.get('location') ?? '')
    const { provider, state = '', code = '' } = await leadsTo(await google(Object.fromEntries(searchParams)))
    expect(provider).toBe('google')
    const { body } = await granted(exchange({ state, code }))
    // What the token proves is worth nothing in a browser that did not ask for it.
    for (const nonce of [newId(), ''])
      expect((await signIn('google', body.data.id_token, nonce)).status).toBeGreaterThanOrEqual(400)
    const { body: signedIn } = await granted(signIn('google', body.data.id_token, kept))
    expect(signedIn.data.user).toMatchObject({ name: 'Ada Lovelace', email, is_verified: true })
    // The code was good once.
    expectProblem(await exchange({ state, code }), 401, 'SOCIAL_TOKEN_INVALID')
  })

  test('of Apple comes back as a form, with the name of the first time', async () => {
    const [kept, relay] = [newId(), `${newId()}@privaterelay.appleid.com`]
    const { identities } = await world()
    identities.signInAs({ sub: newId(), email: relay, email_verified: 'true', name: 'Grace Hopper' })
    const fields = fieldsOf(await (await goTo('apple', kept)).text())
    const { provider, state = '', code = '', name } = await leadsTo(await apple(fields))
    expect([provider, name]).toEqual(['apple', 'Grace Hopper'])
    const { body } = await granted(exchange({ state, code }))
    const { body: signedIn } = await granted(signIn('apple', body.data.id_token, kept, name))
    expect(signedIn.data.user).toMatchObject({ name: 'Grace Hopper', email: relay })
  })

  test('needs a state of ours, of this provider and of now', async () => {
    const { state, code } = await comeBackFromGoogle()
    const failed = { error: 'failed' }
    const altered = `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`
    for (const answer of [
      await google({ state: altered, code }),
      await google({ code }),
      await google({ state }),
      await google({ state, error: 'server_error' }),
      await google({}),
      await apple({ state, code }),
    ])
      expect(await leadsTo(answer)).toEqual(failed)
    expect(await leadsTo(await google({ error: 'access_denied' }))).toEqual({ error: 'declined' })
    expect(await leadsTo(await apple({ error: 'user_cancelled_authorize' }))).toEqual({ error: 'declined' })
    await later(minutes(16), async () => {
      expect(await leadsTo(await google({ state, code }))).toEqual(failed)
      expectProblem(await exchange({ state, code }), 401, 'SOCIAL_TOKEN_INVALID')
    })
    for (const wrong of [altered, 'state'])
      expectProblem(await exchange({ state: wrong, code }), 401, 'SOCIAL_TOKEN_INVALID')
    expectProblem(await exchange({ state, code: 'another' }), 401, 'SOCIAL_TOKEN_INVALID')
    await granted(exchange({ state, code }))
  })

  test('takes a name of Apple’s only as a name', async () => {
    for (const user of ['', 'null', '[]', '{"name":"Ada"}', '{"name":{"firstName":7}}', '{"name":{}}']) {
      const { identities } = await world()
      identities.signInAs({ sub: newId() })
      const fields = fieldsOf(await (await goTo('apple', newId())).text())
      expect(Object.keys(await leadsTo(await apple({ ...fields, user })))).toEqual([
        'provider',
        'code',
        'state',
      ])
    }
  })

  test('is offered where it is set up', async () => {
    const { body } = await granted(call('GET', `${base}/providers`))
    expect(body.data).toEqual({ providers: ['google', 'apple'] })
    const start = (provider: string) =>
      call('GET', `${base}/${provider}/start`, { query: { nonce: nonceOf('n') } })
    for (const provider of ['facebook', 'elsewhere']) expectProblem(await start(provider), 400, 'INVALID_ID')
  })

  test('is not there without settings', async () => {
    const { state, code } = await comeBackFromGoogle()
    const app = await openApp({ providers: await openPorts({}), socialRedirects: [] })
    const [unknown, signing] = [
      await call('POST', `${base}/exchange`, { app, body: { state, code } }),
      await call('POST', base, { app, body: { provider: 'apple', id_token: 'x' } }),
    ]
    const query = { nonce: nonceOf('n') }
    const started = await call('GET', `${base}/google/start`, { app, query })
    for (const answer of [unknown, signing, started]) expectProblem(answer, 503, 'PROVIDER_NOT_CONFIGURED')
    await app.close()
    await closeProviders()
  })

  test('waits for a provider that does not answer', async () => {
    const { identities } = await world()
    await later(hours(25), async () => {
      const id_token = await identities.idToken('facebook')
      identities.failNext({ status: 503 }, { status: 503 }, { status: 503 })
      const body = { provider: 'facebook', id_token }
      expectProblem(await call('POST', base, { body }), 503, 'PROVIDER_UNAVAILABLE')
      identities.heal()
    })
    const { state, code } = await comeBackFromGoogle()
    identities.failNext({ status: 500 })
    expectProblem(await exchange({ state, code }), 503, 'PROVIDER_UNAVAILABLE')
    identities.heal()
  })
})
