import { guestSignup } from '@plaza/client/marketplace'
import { language } from '../../texts/language.ts'
import { deviceZone } from '../../ui/device-zone.ts'
import { ask } from '../../ui/failure.ts'
import { storedPlace } from '../search/place.ts'
import { session } from '../session.ts'
import { deviceId } from './device.ts'

let pending: Promise<void> | undefined

/** Has the server keep what somebody saves who has no account; whoever opens one has it still. @throws Failure */
export function becomeGuest(): Promise<void> {
  if (session.visitorId !== '') return Promise.resolve()
  // Two hearts pressed at once are of one guest.
  pending ??= signUp().finally(() => {
    pending = undefined
  })
  return pending
}

async function signUp(): Promise<void> {
  const place = storedPlace()
  const { data } = await ask(
    guestSignup({
      body: {
        device_id: deviceId(),
        language,
        timezone: deviceZone(),
        ...(place ? { location: { type: 'Point', coordinates: [place.lng, place.lat] } } : {}),
      },
    }),
  )
  session.guestIn(data.user._id, { value: data.access_token, expiresIn: data.expires_in })
}
