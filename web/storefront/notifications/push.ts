import { getPushKey, updatePushToken } from '@plaza/client/marketplace'
import { ask } from '../../ui/failure.ts'
import { deviceId } from '../accounts/device.ts'
import { session } from '../session.ts'

/** Who switched push messages on in this browser; somebody else who signs in here gets none. */
const owner = 'plaza.push'

/** Whether this browser shows push messages to whoever is signed in; `unknown` where it, or the server, cannot. */
export type PushState = 'on' | 'off' | 'denied' | 'unknown'

const isKnown = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const keyOfServer = async () => (await ask(getPushKey({}))).data.public_key

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/push-worker.js')
  return (await registration?.pushManager.getSubscription()) ?? null
}

const tell = (subscription: PushSubscription | null) =>
  ask(
    updatePushToken({
      body: {
        fcm_token: subscription && JSON.stringify(subscription),
        platform: 'WEB',
        device_id: deviceId(),
      },
    }),
  )

export async function pushState(): Promise<PushState> {
  if (!isKnown() || !(await keyOfServer())) return 'unknown'
  if (Notification.permission === 'denied') return 'denied'
  return localStorage.getItem(owner) === session.personId && (await subscriptionHere()) ? 'on' : 'off'
}

/** Asks for the permission, and says to the server where messages go. @throws when the browser will not. */
export async function switchPushOn(): Promise<PushState> {
  const key = isKnown() ? await keyOfServer() : null
  if (!key) return 'unknown'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await navigator.serviceWorker.register('/push-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await tell(subscription)
  localStorage.setItem(owner, session.personId)
  return 'on'
}

export async function switchPushOff(): Promise<PushState> {
  localStorage.removeItem(owner)
  await tell(null)
  await (await subscriptionHere())?.unsubscribe()
  return 'off'
}

/** Signing out takes this browser's messages away; whoever had them on has them on again. */
export async function keepPush(): Promise<void> {
  if (!isKnown() || localStorage.getItem(owner) !== session.personId) return
  const subscription = await subscriptionHere()
  if (subscription) await tell(subscription)
}
