import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, Shown } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'

const PushKey = Type.Object({
  public_key: Nullable(
    Shown('BEl62iUYgUivxIkv69yViEuiBIa'),
    'what a browser subscribes with (applicationServerKey), base64url; null where browsers are sent nothing',
  ),
})

export const getPushKey = operation({
  source: 'our own addition: a browser needs it to get a push token at all',
  method: 'GET',
  path: '/notification-mgt/push-key',
  summary: 'The key that a browser subscribes to push messages with',
  tag: 'notifications',
  access: guest,
  replies: { 200: { message: 'Push key fetched successfully', data: PushKey } },

  handle: async ({ services }) => ({ public_key: services.webPushKey }),
})
