import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApnsServer, startApnsServer } from '../../testing/apns-server.ts'
import { type FcmServer, startFcmServer } from '../../testing/fcm-server.ts'
import { world } from '../../testing/kit.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { type PushService, startPushService } from '../../testing/push-service.ts'
import { minutes, movableClock } from '../clock.ts'
import { newId, newSecret } from '../ids.ts'
import { openOutbound } from '../outbound.ts'
import { apns } from './apns.ts'
import { newestPushMessages, pushOutbox } from './builtin.ts'
import { encrypt } from './encryption.ts'
import { fcm } from './fcm.ts'
import type { Push, PushMessage, PushPlatform } from './port.ts'
import { webPush } from './web-push.ts'

/** A push service with what its phones show. */
interface Place {
  push: Push
  platform: PushPlatform
  /** A phone with the app. @returns its token. */
  newPhone(): string
  /** Takes the app off a phone. */
  remove(token: string): void
  shown(token: string): { title: unknown; body: unknown; link: unknown; id: unknown }[]
  /** Messages that the service took, repeats too. */
  taken(): number
}

/** One that can fail, too. */
interface FailingPlace extends Place {
  /** Says that it is busy. */
  failBusy(): void
  failBroken(): void
  failNext(fault: 'cut' | 'lose' | 'slow'): void
  /** The same service, opened with a wrong secret. */
  stranger(): Promise<Push>
  /** The same service, opened by somebody who waits a moment only. */
  impatient(): Promise<Push>
}

const clock = movableClock()
const closing: (() => void)[] = []
let fcmServer: FcmServer
let apnsServer: ApnsServer
let pushService: PushService
const places: Record<string, Place> = {}
const failing: Record<string, FailingPlace> = {}

beforeAll(async () => {
  fcmServer = await startFcmServer(clock)
  apnsServer = await startApnsServer(clock)
  pushService = await startPushService(clock)
  failing.FCM = await openFcm()
  failing.APNs = await openApns()
  failing['web push'] = await openWebPush()
  Object.assign(places, failing, { 'the outbox': await openOutbox() })
})
afterAll(async () => {
  await closeProviders()
  for (const close of closing) close()
  await Promise.all([fcmServer.close(), apnsServer.close(), pushService.close()])
})

async function openFcm(): Promise<FailingPlace> {
  const settings = (keyFile: string) => ({
    FCM_SERVICE_ACCOUNT: keyFile,
    FCM_URL: fcmServer.url,
    FCM_TOKEN_URL: fcmServer.tokenUrl,
  })
  return {
    push: await openProvider(fcm, settings(fcmServer.keyFile), { clock }),
    platform: 'ANDROID',
    newPhone() {
      const token = `fcm:${newSecret()}`
      fcmServer.phones.add(token)
      return token
    },
    remove: (token) => void fcmServer.gone.add(token),
    shown: (token) =>
      fcmServer.shown(token).map(({ title, body, data }) => ({ title, body, link: data.link, id: data.id })),
    taken: fcmServer.taken,
    failBusy: () => fcmServer.failNext({ status: 429, headers: { 'retry-after': '60' } }),
    failBroken: () => fcmServer.failNext({ status: 500 }),
    failNext: (fault) => fcmServer.failNext(fault),
    async stranger() {
      const other = await startFcmServer(clock)
      await other.close()
      return openProvider(fcm, settings(other.keyFile), { clock })
    },
    impatient: () => openProvider(fcm, settings(fcmServer.keyFile), impatient()),
  }
}

async function openApns(): Promise<FailingPlace> {
  const settings = { ...apnsServer.settings, APNS_URL: apnsServer.url }
  return {
    push: await openProvider(apns, settings, { clock }),
    platform: 'IOS',
    newPhone() {
      const token = Buffer.from(newSecret()).toString('hex').slice(0, 64)
      apnsServer.phones.add(token)
      return token
    },
    remove: (token) => void apnsServer.gone.add(token),
    shown: (token) =>
      apnsServer.shown(token).map(({ id, payload }) => {
        const { alert } = payload.aps as { alert: { title: string; body: string } }
        return { ...alert, link: payload.link, id }
      }),
    taken: apnsServer.taken,
    failBusy: () => apnsServer.failNext({ status: 429, reason: 'TooManyRequests' }),
    failBroken: () => apnsServer.failNext({ status: 500, reason: 'InternalServerError' }),
    failNext: (fault) => apnsServer.failNext(fault),
    async stranger() {
      const other = await startApnsServer(clock)
      await other.close()
      return openProvider(apns, { ...settings, APNS_KEY: other.settings.APNS_KEY }, { clock })
    },
    impatient: () => openProvider(apns, settings, impatient()),
  }
}

const impatient = () => {
  const outbound = openOutbound({ clock, log: pino({ level: 'silent' }), timeoutMs: 300 })
  closing.push(outbound.close)
  return { clock, outbound }
}

const webSettings = (key: string, services = pushService.url) => ({
  WEB_PUSH_PRIVATE_KEY: key,
  WEB_PUSH_CONTACT: 'mailto:post@town.example',
  WEB_PUSH_SERVICES: services,
})

async function openWebPush(): Promise<FailingPlace> {
  const key = newSecret()
  const push = await openProvider(webPush, webSettings(key), { clock })
  return {
    push,
    platform: 'WEB',
    newPhone: () => pushService.subscribe(push.publicKey ?? ''),
    remove: (token) => pushService.unsubscribe(token),
    shown: (token) =>
      pushService.shown(token).map(({ title, body, link, id }) => ({ title, body, link, id })),
    taken: pushService.taken,
    failBusy: () => pushService.failNext({ status: 429, headers: { 'retry-after': '60' } }),
    failBroken: () => pushService.failNext({ status: 500 }),
    failNext: (fault) => pushService.failNext(fault),
    stranger: () => openProvider(webPush, webSettings(newSecret()), { clock }),
    impatient: () => openProvider(webPush, webSettings(key), impatient()),
  }
}

async function openOutbox(): Promise<Place> {
  const { db } = (await world()).host.services
  const messages = await newestPushMessages(db, { limit: 0 })
  return {
    push: await openProvider(pushOutbox, {}, { clock }),
    platform: 'WEB',
    newPhone: newSecret,
    remove: () => {},
    shown: () => messages,
    taken: () => messages.length,
  }
}

const newMessage = (platform: PushPlatform, token: string): PushMessage => ({
  id: newId(),
  platform,
  token,
  title: 'Grüße aus der Stadt',
  body: 'Zeile eins\nZeile „zwei“ 🎉',
  link: 'goals/today',
})

const place = (name: string): Place => {
  const found = places[name]
  if (!found) throw new Error(`there is no place ${name}`)
  return found
}
const failingPlace = (name: string): FailingPlace => {
  const found = failing[name]
  if (!found) throw new Error(`there is no place ${name}`)
  return found
}

test('the outbox takes each message once, for whoever looks', async () => {
  const { push } = place('the outbox')
  const { db } = (await world()).host.services
  const message = newMessage('IOS', newSecret())
  expect(await push.send(message)).toEqual({ outcome: 'delivered' })
  expect(await push.send(message)).toEqual({ outcome: 'delivered' })
  expect(await newestPushMessages(db, { limit: 10, token: message.token })).toMatchObject([message])
})

describe.each(['FCM', 'APNs', 'web push'])('%s', (name) => {
  test('shows what was sent, once, however often it is sent', async () => {
    const { push, platform, newPhone, shown, taken } = failingPlace(name)
    const token = newPhone()
    const message = newMessage(platform, token)
    const before = taken()
    expect(await push.send(message)).toEqual({ outcome: 'delivered' })
    expect(await push.send(message)).toEqual({ outcome: 'delivered' })
    const { id, title, body, link } = message
    expect(shown(token)).toEqual([{ id, title, body, link }])
    expect(taken() - before).toBe(2)
    const other = { ...newMessage(platform, token), link: null }
    expect(await push.send(other)).toEqual({ outcome: 'delivered' })
    expect(shown(token)).toHaveLength(2)
  })

  test('says of a phone without the app that it is gone', async () => {
    const { push, platform, newPhone, remove } = failingPlace(name)
    const token = newPhone()
    remove(token)
    expect(await push.send(newMessage(platform, token))).toEqual({ outcome: 'gone' })
  })

  test.each([
    'no token at all',
    '../../admin',
    'a\r\nb: c',
    '{"endpoint":"http://127.0.0.1/","keys":{"p256dh":"a","auth":"b"}}',
    '{"endpoint":1}',
    'ab'.repeat(32),
  ])('says of the token %j that it is gone', async (token) => {
    const { push, platform, taken } = failingPlace(name)
    const before = taken()
    expect(await push.send(newMessage(platform, token))).toEqual({ outcome: 'gone' })
    expect(taken()).toBe(before)
  })

  test('refuses for good what it would never show', async () => {
    const { push, platform, newPhone } = failingPlace(name)
    const long = { ...newMessage(platform, newPhone()), body: 'x'.repeat(6000) }
    expect(await push.send(long)).toMatchObject({ outcome: 'refused' })
  })

  test('may be asked again when it is busy', async () => {
    const { push, platform, newPhone, failBusy } = failingPlace(name)
    const message = newMessage(platform, newPhone())
    failBusy()
    expect(await push.send(message)).toMatchObject({ outcome: 'later' })
    expect(await push.send(message)).toEqual({ outcome: 'delivered' })
  })

  test.each(['cut', 'lose'] as const)(
    'leaves it open after “%s”, and a repeat shows it once',
    async (fault) => {
      const { push, platform, newPhone, shown, failNext } = failingPlace(name)
      const token = newPhone()
      const message = newMessage(platform, token)
      failNext(fault)
      expect(await push.send(message)).toMatchObject({ outcome: 'unsure' })
      expect(await push.send(message)).toEqual({ outcome: 'delivered' })
      expect(shown(token)).toHaveLength(1)
    },
  )

  test('leaves it open when no answer comes', async () => {
    const { impatient, platform, newPhone, failNext } = failingPlace(name)
    const push = await impatient()
    // It is connected, and FCM signed in to, first: what is late with that was not sent.
    await expect.poll(() => push.send(newMessage(platform, newPhone()))).toEqual({ outcome: 'delivered' })
    failNext('slow')
    expect(await push.send(newMessage(platform, newPhone()))).toMatchObject({ outcome: 'unsure' })
  })

  test('leaves it open when it breaks', async () => {
    const { push, platform, newPhone, failBroken } = failingPlace(name)
    failBroken()
    expect(await push.send(newMessage(platform, newPhone()))).toMatchObject({ outcome: 'unsure' })
  })

  test('takes nothing from somebody with another key', async () => {
    const { platform, newPhone, taken, stranger, shown } = failingPlace(name)
    const token = newPhone()
    const before = taken()
    const answer = await (await stranger()).send(newMessage(platform, token))
    expect(['later', 'refused']).toContain(answer.outcome)
    expect(taken()).toBe(before)
    expect(shown(token)).toEqual([])
  })
})

describe('FCM', () => {
  const send = async () => {
    const { push, newPhone } = failingPlace('FCM')
    return push.send(newMessage('ANDROID', newPhone()))
  }

  test('is signed in to once an hour', async () => {
    await send()
    const before = fcmServer.tokensGiven()
    await Promise.all([send(), send(), send()])
    clock.advance(minutes(30))
    await send()
    expect(fcmServer.tokensGiven()).toBe(before)
    clock.advance(minutes(31))
    expect(await Promise.all([send(), send()])).toEqual([{ outcome: 'delivered' }, { outcome: 'delivered' }])
    expect(fcmServer.tokensGiven()).toBe(before + 1)
  })

  test('is signed in to again when a token has ended', async () => {
    await send()
    fcmServer.revokeTokens()
    expect(await send()).toMatchObject({ outcome: 'later' })
    expect(await send()).toEqual({ outcome: 'delivered' })
  })

  test('leaves it open whether nonsense was a yes', async () => {
    fcmServer.revokeTokens()
    await send()
    fcmServer.failNext('malformed')
    const { outcome } = await send()
    expect(['later', 'unsure']).toContain(outcome)
  })

  test('that another app is registered with has no use for us', async () => {
    const { push } = failingPlace('FCM')
    const token = newSecret()
    fcmServer.strangers.add(token)
    expect(await push.send(newMessage('ANDROID', token))).toEqual({ outcome: 'gone' })
  })

  test('cannot be opened with what is no key, and the key is not told', async () => {
    const settings = { FCM_URL: fcmServer.url, FCM_TOKEN_URL: fcmServer.tokenUrl }
    for (const key of ['{"private_key": "secret', 'secret/path', '{"client_email":"secret"}']) {
      const error = await openProvider(fcm, { ...settings, FCM_SERVICE_ACCOUNT: key }).catch((e: Error) => e)
      expect(error).toBeInstanceOf(Error)
      expect(String(error)).not.toContain('secret')
    }
  })
})

describe('APNs', () => {
  const send = async () => {
    const { push, newPhone } = failingPlace('APNs')
    return push.send(newMessage('IOS', newPhone()))
  }

  test('has one connection, and one token for fifty minutes', async () => {
    await send()
    const connections = apnsServer.connections()
    apnsServer.tokens.clear()
    await Promise.all(Array.from({ length: 30 }, send))
    clock.advance(minutes(49))
    await send()
    expect([apnsServer.connections(), apnsServer.tokens.size]).toEqual([connections, 1])
    clock.advance(minutes(2))
    expect(await send()).toEqual({ outcome: 'delivered' })
    expect(apnsServer.tokens.size).toBe(2)
  })

  test('is sent again what it never looked at', async () => {
    apnsServer.failNext('untouched')
    expect(await send()).toEqual({ outcome: 'delivered' })
  })

  test('is connected to again when it says good-bye, and nothing is lost', async () => {
    apnsServer.failNext('goaway')
    expect(await send()).toEqual({ outcome: 'delivered' })
    const before = apnsServer.connections()
    expect(await send()).toEqual({ outcome: 'delivered' })
    expect(apnsServer.connections()).toBe(before + 1)
  })

  test('refuses what it gives no readable reason for', async () => {
    apnsServer.failNext('malformed')
    expect(await send()).toEqual({ outcome: 'refused', reason: 'APNs said 400' })
  })
})

describe('web push', () => {
  const message = Buffer.from('When I grow up, I want to be a watermelon')
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }

  test('is encrypted as the example of RFC 8291', () => {
    const ephemeral = {
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    }
    expect(encrypt(message, keys, ephemeral)?.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  test('is not encrypted for keys that are none', () => {
    const offCurve = Buffer.alloc(65, 7)
    offCurve[0] = 4
    for (const wrong of [
      { ...keys, p256dh: offCurve.toString('base64url') },
      { ...keys, p256dh: keys.p256dh.slice(0, 40) },
      { ...keys, auth: 'AAAA' },
    ])
      expect(encrypt(message, wrong)).toBeUndefined()
  })

  test('goes nowhere but to the services that are allowed', async () => {
    const elsewhere = await startPushService(clock)
    const push = await openProvider(webPush, webSettings(newSecret(), 'push.example,*.push.example'), {
      clock,
    })
    const subscription = elsewhere.subscribe(push.publicKey ?? '')
    const to = (endpoint: string) => JSON.stringify({ ...JSON.parse(subscription), endpoint })
    for (const endpoint of [
      elsewhere.url,
      'https://example.org/x',
      'https://evil-push.example/x',
      'https://push.example.evil.org/x',
      'http://push.example/x',
      'https://a.b.push.example/x',
    ])
      expect(await push.send(newMessage('WEB', to(endpoint)))).toEqual({ outcome: 'gone' })
    expect(elsewhere.requests()).toBe(0)
    await elsewhere.close()
  })
})
