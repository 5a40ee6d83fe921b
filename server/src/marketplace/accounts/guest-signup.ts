import { Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { type Budget, countAttempt } from '../../platform/identity/attempts.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { newId } from '../../platform/ids.ts'
import { addressOf } from '../../platform/network.ts'
import { isTimeZone } from '../../platform/operation/instant.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Point, Text, Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { guestsPerHour } from '../limits.ts'
import { textsIn } from '../texts.ts'
import { insertGuest, OwnUser, presentOwnUser, selectUser } from '../users/public.ts'
import { recordConsent, saysYes } from './consent.ts'
import { currencyAt } from './currency.ts'
import { findGuest, guestIdleMs, keepGuestAt, placeOfGuest } from './guests.ts'
import { placeOf } from './location.ts'
import { agreementRequired, coordinatesInvalid } from './problems.ts'
import { deviceFields, LanguageTag, presentSignIn, tokenFields } from './shapes.ts'
import { signIn } from './sign-in.ts'

/** New guests of a network address; many people may share one. */
const guestsFrom: Budget = {
  name: 'marketplace guests from',
  max: guestsPerHour,
  windowMs: hours(1),
  refusal: tooManyAttempts,
}

export const guestSignup = operation({
  key: 'M116',
  source: 'named in the specification; fields beside the device, and the reply, chosen here',
  method: 'POST',
  path: '/user-tools/guest-signup',
  summary: 'Look around without an account; opening one with the guest’s token keeps all that was saved',
  tag: 'users',
  access: stranger,
  body: Type.Object({
    device_id: Verbatim(8, 128, {
      description: 'the same device gets the same guest, for 30 days after it was last here',
      example: 'phone-7f3a',
    }),
    device_secret: ShownDeviceSecret,
    agree: Type.Optional(Text(1, 10, { description: 'to the terms: true, yes or 1', example: 'true' })),
    location: Type.Optional(Point),
    timezone: Type.Optional(Text(1, 64, { example: 'Europe/Berlin' })),
    language: Type.Optional(LanguageTag),
  }),
  replies: {
    200: {
      message: 'Guest signed in successfully',
      data: Type.Object({
        user: OwnUser,
        is_new: Type.Boolean({ description: 'false: this device had a guest already' }),
        ...tokenFields,
        ...deviceFields,
      }),
    },
  },
  problems: [agreementRequired, coordinatesInvalid, tooManyAttempts],
  credentials: { realm: 'marketplace', refreshCookie: true },
  limit: [
    { max: 300, windowSeconds: 3600 },
    { max: 7200, strict: 5, windowSeconds: 86_400 },
  ],

  async handle({ body, request, ...work }) {
    const { agree, location, timezone = 'UTC' } = body
    if (agree !== undefined && !saysYes(agree)) throw agreementRequired()
    if (!isTimeZone(timezone))
      throw invalidField('body.timezone', 'timezone', 'is not a time zone of the IANA list')
    const point = placeOf(location?.coordinates ?? [])
    await checkNetwork(work, request)
    const place = placeOfGuest(work, { ...body, request })
    const knownId = await findGuest(work, place, { ...body, request })
    let user = knownId === undefined ? undefined : await selectUser(work.db, knownId)
    const isNew = user === undefined
    if (!user) {
      await spendNetwork(work, request)
      const refusal = await countAttempt(work, guestsFrom, addressOf(request.ip))
      if (refusal) return refusal
      const language = body.language ?? request.language
      user = await insertGuest(work.db, {
        ...point,
        id: newId(),
        name: textsIn(language).guest,
        timezone,
        language,
        currency: currencyAt(point),
        at: work.clock.now(),
      })
    }
    await keepGuestAt(work, user.id, place)
    if (agree !== undefined) await recordConsent(work, user.id, request.ip)
    const device = { ...body, request, idleSeconds: guestIdleMs / 1000 }
    const signedIn = await signIn(work, user.id, device)
    return { user: presentOwnUser(user), is_new: isNew, ...presentSignIn(signedIn) }
  },
})
