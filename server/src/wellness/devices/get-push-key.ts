import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, Shown } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'

const PushKey = Type.Object({
  publicKey: Nullable(
    Shown('BEl62iUYgUivxIkv69yViEuiBIa'),
    'what a browser subscribes with (applicationServerKey), base64url; null where browsers are sent nothing',
  ),
})

export const getPushKey = operation({
  source: 'our own addition: a browser needs it to get a push token at all',
  method: 'GET',
  path: '/notification/push-key',
  summary: 'The key that a browser subscribes to push messages with',
  access: user,
  replies: { 200: { message: 'Push key fetched', data: PushKey } },

  handle: async ({ services }) => ({ publicKey: services.webPushKey }),
})
