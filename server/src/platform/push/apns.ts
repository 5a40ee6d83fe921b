import { importPKCS8, SignJWT } from 'jose'
import { Type } from 'typebox'
import { type Clock, minutes } from '../clock.ts'
import { keyText } from '../key-text.ts'
import { type Answer, requireSuccess } from '../outbound.ts'
import { provider } from '../provider.ts'
import { ProviderUnavailable } from '../provider-errors.ts'
import { AddressOr, Text } from '../settings.ts'
import { outcomeOfFailure, type Push, type PushMessage, type PushOutcome, shownForSeconds } from './port.ts'

const who = 'APNs'

/** The Apple Push Notification service, over one connection of HTTP/2. */
export const apns = provider({
  port: 'push',
  name: 'apns',
  summary: 'sends them by the Apple Push Notification service',
  settings: Type.Object({
    APNS_KEY: Text('signing key (.p8) as PEM or the path of its file, needed with PUSH_IOS_PROVIDER=apns'),
    APNS_KEY_ID: Text('id of that key, ten characters, needed with PUSH_IOS_PROVIDER=apns'),
    APNS_TEAM_ID: Text('id of the developer team, ten characters, needed with PUSH_IOS_PROVIDER=apns'),
    APNS_TOPIC: Text('bundle id of the app, needed with PUSH_IOS_PROVIDER=apns'),
    APNS_URL: AddressOr(
      'https://api.push.apple.com',
      'address of APNs; builds for development have https://api.sandbox.push.apple.com',
    ),
  }),
  needs: ['APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'],
  async open(settings, { clock, outbound }): Promise<Push> {
    const service = outbound.at(settings.APNS_URL, { isHttp2: true, atOnce: 100 })
    const tokens = await openTokens(settings, clock)
    const send = async (message: PushMessage): Promise<PushOutcome> => {
      // What is no token must not get into a path.
      if (!/^[0-9a-fA-F]{64,200}$/.test(message.token)) return { outcome: 'gone' }
      const bearer = await tokens.current()
      const answer = await service.send({
        method: 'POST',
        path: `/3/device/${message.token}`,
        headers: { ...headersOf(message, settings.APNS_TOPIC, clock), authorization: `bearer ${bearer}` },
        body: payloadOf(message),
      })
      if (answer.status === 403) tokens.forget(bearer)
      return outcomeOf(answer)
    }
    return { send: (message) => send(message).catch(outcomeOfFailure) }
  },
})

// Apple refuses tokens older than an hour, and ones that are renewed more often than every 20 minutes.
const tokenMs = minutes(50)

async function openTokens(
  key: { APNS_KEY: string; APNS_KEY_ID: string; APNS_TEAM_ID: string },
  clock: Clock,
) {
  const privateKey = await importPKCS8(keyText(key.APNS_KEY), 'ES256')
  let kept: { token: string; at: number } | undefined
  return {
    async current(): Promise<string> {
      const now = clock.now().getTime()
      if (kept && now - kept.at < tokenMs) return kept.token
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: key.APNS_KEY_ID })
        .setIssuer(key.APNS_TEAM_ID)
        .setIssuedAt(Math.floor(now / 1000))
        .sign(privateKey)
      kept = { token, at: now }
      return token
    },
    forget(token: string): void {
      if (kept?.token === token) kept = undefined
    },
  }
}

const headersOf = ({ id }: PushMessage, topic: string, clock: Clock): Record<string, string> => ({
  'apns-topic': topic,
  'apns-push-type': 'alert',
  'apns-priority': '10',
  'apns-expiration': String(Math.floor(clock.now().getTime() / 1000) + shownForSeconds),
  'apns-id': id,
  // A second message of the same id takes the place of the first.
  'apns-collapse-id': id,
  'content-type': 'application/json',
})

const payloadOf = ({ id, title, body, link }: PushMessage): string =>
  JSON.stringify({
    aps: { alert: { title, body }, sound: 'default' },
    id,
    ...(link === null ? {} : { link }),
  })

const goneReasons = ['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']

function outcomeOf(answer: Answer): PushOutcome {
  const { status } = answer
  if (status === 200) return { outcome: 'delivered' }
  const reason = /"reason"\s*:\s*"(\w{1,64})"/.exec(answer.bytes.toString('utf8'))?.[1] ?? String(status)
  if (status === 410 || goneReasons.includes(reason)) return { outcome: 'gone' }
  // Who we are is for the operator to mend; the message is as good as before.
  if (status === 403) throw new ProviderUnavailable(`${who} does not accept our key: ${reason}`)
  if (status === 400 || status === 413) return { outcome: 'refused', reason: `${who} said ${reason}` }
  requireSuccess(answer, who)
  return { outcome: 'unsure', reason: `${who} answered ${status}` }
}
