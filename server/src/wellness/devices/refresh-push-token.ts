import { type Static, Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Shown, Text, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { bindDevice, dropPushToken, findDevice } from './queries.ts'
import { AnyDeviceType, DeviceHeaders, DeviceId, deviceOf, deviceTypeOf } from './shapes.ts'

const PushToken = Verbatim(1, 4096, {
  description: 'of FCM or APNs; of a browser its PushSubscription as JSON',
  example: 'fMb0:APA91bE',
})

const RefreshTokenDto = Type.Object(
  {
    deviceToken: Type.Optional(PushToken),
    refreshToken: Type.Optional(
      Verbatim(1, 4096, { description: 'another name of deviceToken', example: 'fEPl1sG0c8vXk2mWq9' }),
    ),
    oldDeviceToken: Type.Optional(
      Verbatim(1, 4096, { description: 'the one that is replaced', example: 'fMb0:APA91bD' }),
    ),
    deviceType: Type.Optional(AnyDeviceType),
    deviceId: Type.Optional(DeviceId),
    appVersion: Type.Optional(Text(1, 50, { example: '2.4.0' })),
  },
  { title: 'RefreshTokenDto' },
)

export const refreshPushToken = operation({
  key: 'N7',
  source:
    'named in the specification as a token update of the notification settings; method, path, fields and reply chosen here',
  method: 'PUT',
  path: '/notification/refresh-token',
  summary: 'Say where this device gets its push messages now',
  access: user,
  headers: DeviceHeaders,
  body: RefreshTokenDto,
  replies: {
    200: {
      message: 'Push token updated',
      data: Type.Object({ deviceId: Shown('phone-7f3a'), updatedAt: Timestamp }),
    },
  },

  async handle({ body, headers, caller, db, clock }) {
    const at = clock.now()
    const pushToken = tokenOf(body)
    const said = deviceOf(headers)
    const { id: userId, sessionId } = caller
    const known = await findDevice(db, { userId, sessionId, pushToken: body.oldDeviceToken ?? null })
    // A phone without an id of its own is only known as long as its session.
    const deviceId = body.deviceId ?? said.deviceId ?? known ?? sessionId
    const type = deviceTypeOf(body.deviceType) ?? said.deviceType
    if (body.oldDeviceToken !== undefined) await dropPushToken(db, userId, body.oldDeviceToken)
    const { appVersion } = body
    const version = appVersion === undefined ? {} : { appVersion }
    await bindDevice(db, { userId, deviceId, sessionId, type, pushToken, ...version, at })
    return { deviceId, updatedAt: at.toISOString() }
  },
})

/** @throws VALIDATION_FAILED unless there is one token, by either name. */
function tokenOf({ deviceToken, refreshToken }: Static<typeof RefreshTokenDto>): string {
  const token = deviceToken ?? refreshToken
  if (token === undefined) throw invalidField('body.deviceToken', 'required', 'is required')
  if (refreshToken !== undefined && refreshToken !== token)
    throw invalidField('body.refreshToken', 'same', 'must be what deviceToken is, or left out')
  return token
}
