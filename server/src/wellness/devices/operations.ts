export { refreshPushToken } from './refresh-push-token.ts'
