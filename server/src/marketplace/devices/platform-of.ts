import type { PushPlatform } from '../../platform/push/port.ts'

/** What a push token is of, where its app does not say: tokens of the three services do not look alike. */
export function platformOf(token: string): PushPlatform {
  if (token.startsWith('{')) return 'WEB'
  return /^[0-9a-f]{64,200}$/i.test(token) ? 'IOS' : 'ANDROID'
}
