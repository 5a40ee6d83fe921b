export { getPushKey } from './get-push-key.ts'
export { refreshPushToken } from './refresh-push-token.ts'
