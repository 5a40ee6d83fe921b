export { applyAndroidNotice } from './receive-android-webhook.ts'
