export { receiveAndroidWebhook } from './receive-android-webhook.ts'
