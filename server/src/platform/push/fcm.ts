import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type GoogleAccount, openGoogleAccount } from '../google-account.ts'
import { type Answer, type Origin, requireSuccess } from '../outbound.ts'
import { provider } from '../provider.ts'
import { ProviderUnavailable } from '../provider-errors.ts'
import { AddressOr, Text } from '../settings.ts'
import { outcomeOfFailure, type Push, type PushMessage, type PushOutcome, shownForSeconds } from './port.ts'

const who = 'FCM'

/** Firebase Cloud Messaging, version 1 of its HTTP interface. */
export const fcm = provider({
  port: 'push',
  name: 'fcm',
  summary: 'sends them by Firebase Cloud Messaging',
  settings: Type.Object({
    FCM_SERVICE_ACCOUNT: Text(
      'key of the Firebase service account, as JSON or the path of its file, needed with PUSH_ANDROID_PROVIDER=fcm',
    ),
    FCM_URL: AddressOr('https://fcm.googleapis.com', 'address of Firebase Cloud Messaging'),
    FCM_TOKEN_URL: AddressOr('https://oauth2.googleapis.com/token', 'where FCM gives out access tokens'),
  }),
  needs: ['FCM_SERVICE_ACCOUNT'],
  async open({ FCM_SERVICE_ACCOUNT: key, FCM_URL, FCM_TOKEN_URL: tokenUrl }, tools): Promise<Push> {
    const scope = 'https://www.googleapis.com/auth/firebase.messaging'
    const account = await openGoogleAccount({ key, tokenUrl, scope }, tools)
    const service = tools.outbound.at(FCM_URL, { atOnce: 50 })
    return { send: (message) => send(message, account, service).catch(outcomeOfFailure) }
  },
})

async function send(message: PushMessage, account: GoogleAccount, service: Origin): Promise<PushOutcome> {
  const token = await account.accessToken()
  const answer = await service.send({
    method: 'POST',
    path: `/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: bodyOf(message) }),
  })
  if (answer.status === 401) account.forget(token)
  return outcomeOf(answer)
}

const bodyOf = ({ id, token, title, body, link }: PushMessage) => ({
  token,
  notification: { title, body },
  data: { id, ...(link === null ? {} : { link }) },
  android: {
    ttl: `${shownForSeconds}s`,
    priority: 'high',
    // A second message of the same tag takes the place of the first. A collapse key would say it to FCM,
    // too, but that remembers only four of them for each phone.
    notification: { tag: id },
  },
})

const Detail = Type.Object({
  errorCode: Type.Optional(Type.String()),
  fieldViolations: Type.Optional(Type.Array(Type.Object({ field: Type.Optional(Type.String()) }))),
})
const Refusal = Type.Object({
  error: Type.Object({ status: Type.Optional(Type.String()), details: Type.Optional(Type.Array(Detail)) }),
})

function outcomeOf(answer: Answer): PushOutcome {
  const { status } = answer
  if (status >= 200 && status < 300) return { outcome: 'delivered' }
  const { error } = parsed(Refusal, answer) ?? { error: {} }
  const details = error.details ?? []
  const code = details.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? String(status)
  const isTokenWrong = details.some(({ fieldViolations = [] }) =>
    fieldViolations.some(({ field }) => field === 'message.token'),
  )
  // A token of another sender is none that we can ever use.
  if (isTokenWrong || code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { outcome: 'gone' }
  // Who we are is for the operator to mend; the message is as good as before.
  if (status === 401 || status === 403)
    throw new ProviderUnavailable(`${who} does not accept our account: ${code}`)
  if (status === 400) return { outcome: 'refused', reason: `${who} said ${code}` }
  requireSuccess(answer, who)
  return { outcome: 'delivered' }
}

/** What an answer says, if it is of the schema. */
function parsed<Schema extends TSchema>(schema: Schema, { bytes }: Answer) {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return Value.Check(schema, value) ? value : undefined
  } catch {
    return undefined
  }
}
