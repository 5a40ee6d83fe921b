import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type GoogleServer, googleError, startGoogleServer } from './google-server.ts'
import type { Given, Received } from './outside-server.ts'

/** Firebase Cloud Messaging as far as Plaza speaks to it; unknown fields are refused, as there. */
export interface FcmServer extends GoogleServer {
  /** Tokens of phones that have the app. All others were never registered, those in `gone` once were. */
  phones: Set<string>
  gone: Set<string>
  /** Tokens of another app's. */
  strangers: Set<string>
  /** What each phone shows: a message of a tag takes the place of the one before. */
  shown(token: string): { title: string; body: string; data: Record<string, string> }[]
  /** How many messages were taken, repeats too. */
  taken(): number
}

const strict = { additionalProperties: false }
const Message = Type.Object(
  {
    message: Type.Object(
      {
        token: Type.String(),
        notification: Type.Object({ title: Type.String(), body: Type.String() }, strict),
        data: Type.Record(Type.String(), Type.String()),
        android: Type.Object(
          {
            ttl: Type.String({ pattern: '^\\d+s$' }),
            priority: Type.Union([Type.Literal('high'), Type.Literal('normal')]),
            notification: Type.Object({ tag: Type.String() }, strict),
          },
          strict,
        ),
      },
      strict,
    ),
  },
  strict,
)

const fcmError = (status: number, name: string, errorCode: string) =>
  googleError(status, name, [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }])

export async function startFcmServer(options: { now: () => Date }): Promise<FcmServer> {
  const phones = new Set<string>()
  const gone = new Set<string>()
  const strangers = new Set<string>()
  const screens = new Map<
    string,
    Map<string, { title: string; body: string; data: Record<string, string> }>
  >()
  let taken = 0
  function take({ method, url, headers, bytes }: Received): Given {
    if (method !== 'POST' || url.pathname !== `/v1/projects/${server.projectId}/messages:send`)
      return googleError(404, 'NOT_FOUND')
    if (headers['content-type'] !== 'application/json') return googleError(400, 'INVALID_ARGUMENT')
    const body: unknown = JSON.parse(bytes.toString())
    if (bytes.length > 5000 || !Value.Check(Message, body))
      return fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT')
    const { token, notification, data, android } = body.message
    if (gone.has(token)) return fcmError(404, 'NOT_FOUND', 'UNREGISTERED')
    if (strangers.has(token)) return fcmError(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH')
    if (!phones.has(token)) return tokenInvalid
    taken += 1
    const screen = screens.get(token) ?? new Map()
    screens.set(token, screen.set(android.notification.tag, { ...notification, data }))
    return { status: 200, body: JSON.stringify({ name: `projects/${server.projectId}/messages/0:${taken}` }) }
  }
  const scope = 'https://www.googleapis.com/auth/firebase.messaging'
  const server = await startGoogleServer({ ...options, scope }, take)
  const shown = (token: string) => [...(screens.get(token)?.values() ?? [])]
  return { ...server, phones, gone, strangers, shown, taken: () => taken }
}

/** As FCM says it of a token that is none. */
const tokenInvalid = googleError(400, 'INVALID_ARGUMENT', [
  { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'INVALID_ARGUMENT' },
  {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: [{ field: 'message.token', description: 'Invalid registration token' }],
  },
])
