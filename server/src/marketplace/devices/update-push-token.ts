import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, OneOf, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { platformOf } from './platform-of.ts'
import { bindDeviceToken, dropTokenOfDevice } from './queries.ts'

export const updatePushToken = operation({
  key: 'M27',
  source:
    'named in the specification with PUT; the rest of the path, device_id and platform chosen here, the token as at sign-up',
  method: 'PUT',
  path: '/post-mgt/update-push-token',
  summary: 'Say where this device gets its push messages now, or that it gets none',
  tag: 'notifications',
  access: guest,
  body: Type.Object({
    fcm_token: Nullable(
      Verbatim(1, 4096, { example: 'fMb0:APA91bE' }),
      'of FCM or APNs, of a browser its PushSubscription as JSON; null when the device is to get none',
    ),
    device_id: Type.Optional(
      Verbatim(1, 128, { description: 'left out, the device of this session', example: 'phone-7f3a' }),
    ),
    platform: Type.Optional(
      OneOf(['ANDROID', 'IOS', 'WEB'], { description: 'left out, what the token looks like' }),
    ),
  }),
  replies: {
    200: {
      message: 'Push token updated successfully',
      data: Type.Object({ is_set: Type.Boolean(), updated_at: Timestamp }),
    },
  },

  async handle({ body, caller, db, clock }) {
    const at = clock.now()
    const device = { userId: caller.id, sessionId: caller.sessionId, deviceId: body.device_id ?? null }
    const { fcm_token: token } = body
    if (token === null) await dropTokenOfDevice(db, device)
    else {
      const platform = body.platform ?? platformOf(token)
      await bindDeviceToken(db, { ...device, token, platform, at })
    }
    return { is_set: token !== null, updated_at: at.toISOString() }
  },
})
