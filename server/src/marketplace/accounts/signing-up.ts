import { type Static, Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { isGuessable } from '../../platform/identity/guessable.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { hashPassword } from '../../platform/identity/passwords.ts'
import { newId } from '../../platform/ids.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import { isTimeZone } from '../../platform/operation/instant.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { DateOfBirth, Email, Line, Nullable, Point, Text, Verbatim } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { InviteCode, redeemProblems, requireInvite, useInvite } from '../invites/public.ts'
import { signUpOpen } from '../limits.ts'
import { notify } from '../notifications/public.ts'
import { OwnUser, presentOwnUser, selectUserByEmail } from '../users/public.ts'
import { codes } from './codes.ts'
import { recordConsent, saysYes } from './consent.ts'
import { currencyAt } from './currency.ts'
import { isGuest, keepOnlySession, openAccount } from './guests.ts'
import { placeOf } from './location.ts'
import { agreementRequired, emailTaken, passwordWeak, takenAt, weakAt } from './problems.ts'
import { checkBirthday } from './profile-changes.ts'
import { Address, deviceFields, LanguageTag, presentSignIn, tokenFields } from './shapes.ts'
import { signIn } from './sign-in.ts'
import { welcome } from './welcome.ts'

/** What opens an account: of the marketplace, or of its tool. */
export const NewAccount = Type.Object({
  name: Line(1, 80, { example: 'Ada Lovelace' }),
  email: Email,
  password: Verbatim(8, 128, { example: 'correct horse battery' }),
  agree: Text(1, 10, { description: 'true, yes or 1', example: 'true' }),
  fcm_token: Nullable(Verbatim(1, 4096, { example: 'fMb0:APA91bE' })),
  location: Point,
  address: Type.Optional(Address),
  device_id: Type.Optional(Verbatim(1, 128, { example: 'phone-7f3a' })),
  device_secret: ShownDeviceSecret,
  timezone: Type.Optional(Text(1, 64, { example: 'Europe/Berlin' })),
  language: Type.Optional(LanguageTag),
  birthday: Type.Optional(DateOfBirth),
  invite_code: Type.Optional(InviteCode),
})

type SignUp = Omit<Static<typeof NewAccount>, 'location' | 'fcm_token'> &
  Partial<Pick<Static<typeof NewAccount>, 'location' | 'fcm_token'>>

/** What the operations share that open an account. */
export const signingUp = {
  problems: [agreementRequired, passwordWeak, emailTaken, signUpOpen.refusal, ...redeemProblems],
  switch: signUpOpen,
  credentials: { realm: 'marketplace', hashesPassword: true, refreshCookie: true },
} as const

export const signedUp = {
  user: OwnUser,
  ...tokenFields,
  ...deviceFields,
  verification: Type.Object({ required: Type.Boolean() }),
}

/** What a new account is made of, once everything was looked at. @throws when something is not as it must be. */
function checkAccount(body: SignUp, now: Date) {
  if (!saysYes(body.agree))
    throw agreementRequired({
      fields: [{ path: 'body.agree', rule: 'agreement', message: 'must be true, yes or 1' }],
    })
  if (isGuessable(body.password, body.email, body.name)) throw weakAt('body.password')
  const { timezone = 'UTC', birthday = null } = body
  if (!isTimeZone(timezone))
    throw invalidField('body.timezone', 'timezone', 'is not a time zone of the IANA list')
  if (birthday !== null) checkBirthday(birthday, now)
  const point = placeOf(body.location?.coordinates ?? [])
  const { place = '', zip_code: zipCode = '' } = body.address ?? {}
  return { ...point, place, zipCode, currency: currencyAt(point), timezone, birthday }
}

interface Asked {
  body: SignUp
  caller: Caller | null
  request: RequestFacts
}

/** Opens an account, or makes a guest's a member's, and signs in to it. */
export async function signUp(work: Work, { body, caller, request }: Asked) {
  const checked = checkAccount(body, work.clock.now())
  const emailCanonical = canonicalEmail(body.email)
  await checkNetwork(work, request)
  const { email, invite_code: code, device_secret: deviceSecret } = body
  const callerId = caller?.id ?? null
  const invite =
    code === undefined ? undefined : await requireInvite(work, code, { email, deviceSecret, callerId })
  // Asked before the costly hash; the insert asks again, for whoever came at the same time.
  const isTaken = (await selectUserByEmail(work.db, emailCanonical)) !== undefined
  const passwordHash = isTaken ? '' : await hashPassword(body.password)
  await spendNetwork(work, request)
  // Returned, not thrown: whoever tries address after address uses up their budget.
  if (isTaken) return takenAt('body.email')
  const user = await openAccount(work, caller, {
    ...checked,
    newId: newId(),
    name: body.name,
    email: body.email,
    emailCanonical,
    passwordHash,
    language: body.language ?? request.language,
  })
  if (!user) return takenAt('body.email')
  await recordConsent(work, user.id, request.ip)
  if (invite) await useInvite(work, { userId: user.id, inviteId: invite.id })
  const device = { ...body, request }
  const signedIn = isGuest(caller)
    ? await keepOnlySession(work, caller, device)
    : await signIn(work, user.id, device)
  const person = { realm: 'marketplace', id: user.id } as const
  const asker = await askerOf(work, person, { request, deviceSecret: signedIn.deviceSecret })
  const { language } = user
  const to = { id: user.id, email: body.email }
  await askForCode(work, codes, { purpose: 'verify', email: body.email, to, asker, language })
  await notify(work, [welcome(user)])
  return { user: presentOwnUser(user), ...presentSignIn(signedIn), verification: { required: true } }
}
