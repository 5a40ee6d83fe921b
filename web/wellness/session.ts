import { client, refreshToken } from '@plaza/client/wellness'
import { language } from '../texts/language.ts'
import { deviceZone } from '../ui/device-zone.ts'
import { ask } from '../ui/failure.ts'
import { newId } from '../ui/ids.ts'
import { Session, speakFor } from '../ui/session.ts'

/** The person who is signed in to the wellness app. */
export const session = new Session('wellness', async () => {
  // The cookie holds the token.
  const { data } = await ask(refreshToken({ body: { refreshToken: '' } }))
  return { value: data.accessToken, expiresIn: data.expiresIn }
})

const deviceKey = 'plaza.device'
const knownDevice = localStorage.getItem(deviceKey)
const deviceId = knownDevice ?? newId()
if (!knownDevice) localStorage.setItem(deviceKey, deviceId)

speakFor(client, session, { deviceId, deviceType: 'web', language }, () => ({ timeZone: deviceZone() }))

/** Address of the person's live events. */
export const streamUrl = '/wellness-app/api/v1/user/stream'
