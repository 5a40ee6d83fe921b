export { getPushKey } from './get-push-key.ts'
export { updatePushToken } from './update-push-token.ts'
