import { Value } from 'typebox/value'
import { askerOf } from '../../platform/identity/askers.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import type { SignedIn } from '../../platform/identity/sessions.ts'
import { newId } from '../../platform/ids.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import { isTimeZone } from '../../platform/operation/instant.ts'
import { invalidField, Problem, sessionRevoked } from '../../platform/operation/problem.ts'
import { Email, Line } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { SocialIdentity, SocialProvider } from '../../platform/social/port.ts'
import { configured } from '../../platform/system-config/configured.ts'
import type { Caller } from '../access.ts'
import { countInvite } from '../invites/public.ts'
import { signUpOpen } from '../limits.ts'
import { notify } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { lockUser, selectUserByEmail, type UserRow } from '../users/public.ts'
import { codes } from './codes.ts'
import { recordConsent, saysYes } from './consent.ts'
import { currencyAt } from './currency.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { isGuest, keepOnlySession, openAccount, stayOn } from './guests.ts'
import { keepIdentity, lockIdentity } from './identity-queries.ts'
import { placeOf } from './location.ts'
import { tellOfNewDevice } from './new-device.ts'
import {
  accountExistsLinkRequired,
  agreementRequired,
  emailTaken,
  identityTaken,
  socialTokenInvalid,
} from './problems.ts'
import { reclaim } from './reclaiming.ts'
import { comeBack, hasLeft, isLeaving } from './restoration.ts'
import { warnOwner } from './security.ts'
import { signIn } from './sign-in.ts'
import { providerNames } from './social-ports.ts'
import { suspensionOf } from './suspension.ts'
import { welcome } from './welcome.ts'

/** What somebody says who comes by way of a provider. */
interface Arrival {
  identity: SocialIdentity
  caller: Caller | null
  request: RequestFacts
  body: {
    name?: string
    agree?: string
    fcm_token?: string | null
    device_id?: string
    device_secret?: string
    location?: { coordinates: readonly number[] }
    timezone?: string
    language?: string
  }
}

/** Why somebody is suspended who was to be let in. */
export interface SocialRefused {
  suspension: ReturnType<typeof suspensionOf>
}

export interface SocialSignedIn {
  user: UserRow
  signedIn: SignedIn
  isNew: boolean
  isLinked: boolean
}

/**
 * Lets somebody in whom a provider knows: to their account, to one that is new, or to the one that is now linked.
 * @throws IDENTITY_TAKEN, REAUTH_REQUIRED, ACCOUNT_EXISTS_LINK_REQUIRED, AGREEMENT_REQUIRED, SOCIAL_TOKEN_INVALID,
 * VALIDATION_FAILED
 */
export async function arrive(work: Work, arrival: Arrival): Promise<SocialSignedIn | SocialRefused> {
  const { identity, caller } = arrival
  const knownId = await lockIdentity(work.db, identity)
  if (caller && !isGuest(caller)) return linkToCaller(work, arrival, caller, knownId)
  if (knownId !== undefined) return enter(work, arrival, knownId)
  const holder = await holderOf(work, identity)
  return holder ? linkToHolder(work, arrival, holder) : join(work, arrival)
}

const canonicalOf = ({ email }: SocialIdentity) =>
  email !== undefined && Value.Check(Email, email) ? canonicalEmail(email) : null

async function holderOf(work: Work, identity: SocialIdentity): Promise<UserRow | undefined> {
  const canonical = canonicalOf(identity)
  const found = canonical === null ? undefined : await selectUserByEmail(work.db, canonical)
  return found && lockUser(work.db, found.id)
}

/**
 * Whoever left comes back by signing in, as with a password: not once they have left for good, however much of them is
 * there yet.
 */
async function present(work: Work, found: UserRow | undefined): Promise<UserRow> {
  if (!found) throw sessionRevoked()
  const back = await comeBack(work, found)
  if (!back && (isLeaving(found) || hasLeft(found))) throw socialTokenInvalid()
  return back ?? found
}

async function enter(work: Work, arrival: Arrival, id: string): Promise<SocialSignedIn | SocialRefused> {
  const user = await present(work, await lockUser(work.db, id))
  if (user.status !== 'active') return { suspension: suspensionOf(work, user) }
  await keepIdentity(work.db, id, arrival.identity, work.clock.now())
  return { user, signedIn: await open(work, arrival, id), isNew: false, isLinked: false }
}

async function open(work: Work, { body, request }: Arrival, id: string): Promise<SignedIn> {
  const signedIn = await signIn(work, id, { ...body, request })
  if (signedIn.isNewDevice) await tellOfNewDevice(work, id, signedIn.sessionId)
  return signedIn
}

/** Who has just signed in proved the account, and the token proves the rest. @throws REAUTH_REQUIRED, IDENTITY_TAKEN */
async function linkToCaller(
  work: Work,
  { identity, body, request }: Arrival,
  caller: Caller,
  knownId: string | undefined,
): Promise<SocialSignedIn | SocialRefused> {
  if (knownId !== undefined && knownId !== caller.id) throw identityTaken()
  const isLinked = knownId === undefined
  if (isLinked) await requireFreshSignIn(work, caller)
  const user = await present(work, await lockUser(work.db, caller.id))
  if (user.status !== 'active') return { suspension: suspensionOf(work, user) }
  await keepIdentity(work.db, user.id, identity, work.clock.now())
  if (isLinked) await tellOfLink(work, user, identity.provider)
  return { user, signedIn: await stayOn(work, caller, { ...body, request }), isNew: false, isLinked }
}

/**
 * The address has an account already. That it is theirs must be proved on both sides: by the provider, and by a code
 * here. Where nobody proved it here, whoever opened the account goes.
 */
async function linkToHolder(
  work: Work,
  arrival: Arrival,
  holder: UserRow,
): Promise<SocialSignedIn | SocialRefused> {
  const { identity, body } = arrival
  if (!identity.isEmailVerified) throw accountExistsLinkRequired()
  const found = await present(work, holder)
  if (found.status !== 'active') return { suspension: suspensionOf(work, found) }
  const user = found.is_verified ? found : await reclaim(work, found, nameIn(identity, body.name))
  if (!found.is_verified) await countInvite(work, user.id)
  await keepIdentity(work.db, user.id, identity, work.clock.now())
  await tellOfLink(work, user, identity.provider)
  return { user, signedIn: await open(work, arrival, user.id), isNew: false, isLinked: true }
}

const LineOfName = Line(1, 80)

/** A name as people write theirs; what the app says counts more than what the provider knows. */
function nameIn({ name }: SocialIdentity, said: string | undefined): string | undefined {
  if (said !== undefined) return said
  const short = [...(name ?? '').normalize('NFC').trim()].slice(0, 80).join('').trim()
  return short !== '' && Value.Check(LineOfName, short) ? short : undefined
}

/** @throws SIGN_UP_CLOSED, AGREEMENT_REQUIRED, VALIDATION_FAILED, or ACCOUNT_EXISTS_LINK_REQUIRED where somebody was faster */
async function join(work: Work, arrival: Arrival): Promise<SocialSignedIn> {
  const { identity, caller, body, request } = arrival
  const { name: said, agree, location, timezone = 'UTC' } = body
  if (!configured(work.services, signUpOpen.flag)) throw signUpOpen.refusal()
  if (agree === undefined || !saysYes(agree))
    throw agreementRequired({
      fields: [{ path: 'body.agree', rule: 'agreement', message: 'must be true, yes or 1' }],
    })
  const name = nameIn(identity, said)
  if (name === undefined)
    throw invalidField('body.name', 'required', 'is needed: the provider did not say it')
  if (!isTimeZone(timezone))
    throw invalidField('body.timezone', 'timezone', 'is not a time zone of the IANA list')
  const point = placeOf(location?.coordinates ?? [])
  const emailCanonical = canonicalOf(identity)
  const user = await openAccount(work, caller, {
    ...point,
    newId: newId(),
    name,
    email: emailCanonical === null ? null : (identity.email ?? null),
    emailCanonical,
    passwordHash: null,
    isVerified: emailCanonical !== null && identity.isEmailVerified,
    timezone,
    language: body.language ?? request.language,
    currency: currencyAt(point),
  }).catch((error: unknown) => {
    throw error instanceof Problem && error.code === emailTaken.code ? accountExistsLinkRequired() : error
  })
  if (!user) throw accountExistsLinkRequired()
  await recordConsent(work, user.id, request.ip)
  await keepIdentity(work.db, user.id, identity, work.clock.now())
  const device = { ...body, request }
  const signedIn = isGuest(caller)
    ? await keepOnlySession(work, caller, device)
    : await signIn(work, user.id, device)
  await askToVerify(work, user, arrival, signedIn)
  await notify(work, [welcome(user)])
  return { user, signedIn, isNew: true, isLinked: false }
}

/** An address that the provider did not prove is proved here, as any other. */
async function askToVerify(
  work: Work,
  { id, email, is_verified: isVerified, language }: UserRow,
  { request }: Arrival,
  { deviceSecret }: SignedIn,
): Promise<void> {
  if (email === null || isVerified) return
  const asker = await askerOf(work, { realm: 'marketplace', id }, { request, deviceSecret })
  await askForCode(work, codes, { purpose: 'verify', email, to: { id, email }, asker, language })
}

const tellOfLink = (work: Work, user: UserRow, provider: SocialProvider): Promise<void> =>
  warnOwner(work, user, {
    sourceEvent: `identity:${newId()}`,
    title: inEachLanguage(({ security }) => security.linked.title(providerNames[provider])),
    message: inEachLanguage(({ security }) => security.linked.message(providerNames[provider])),
  })
