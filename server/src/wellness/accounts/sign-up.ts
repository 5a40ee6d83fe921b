import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { isGuessable } from '../../platform/identity/guessable.ts'
import { hashPassword } from '../../platform/identity/passwords.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { DateOfBirth, Email, Id, Line, Shown, Text, Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { consentGates } from '../content/public.ts'
import { checkAge } from './age.ts'
import { signedUp } from './announcements.ts'
import { codes, presentSending } from './codes.ts'
import {
  accountPendingDeletion,
  emailAlreadyRegistered,
  referralCodeInvalid,
  termsNotAccepted,
  underage,
  weakAt,
  weakPassword,
} from './problems.ts'
import {
  insertAttempt,
  insertUnverifiedUser,
  lockUserByEmail,
  selectUserIdByReferralCode,
} from './queries.ts'
import { ClientHeaders, clientOf, codeFields, Language, zoneOf } from './shapes.ts'

const attemptsKept = 3
const attemptLifetime = days(7)

export const signUp = operation({
  key: 'U1',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/signup',
  summary: 'Ask for an account; the mailed code opens it',
  access: stranger,
  headers: ClientHeaders,
  body: Type.Object({
    name: Line(1, 100, { example: 'Ada Lovelace' }),
    email: Email,
    password: Verbatim(8, 128, { example: 'correct horse battery' }),
    referralCode: Type.Optional(Text(4, 16, { example: 'ADA7K2' })),
    acceptTerms: Type.Optional(
      Type.Boolean({ description: 'needed where a published text asks for consent' }),
    ),
    dateOfBirth: Type.Optional(DateOfBirth),
    deviceToken: Type.Optional(Verbatim(1, 4096, { example: 'fMb0:APA91bE' })),
    language: Type.Optional(Language),
    timeZone: Type.Optional(Text(1, 64, { example: 'Europe/Berlin' })),
  }),
  replies: {
    201: {
      message: 'Check your mail for the code',
      data: Type.Object({
        userId: Id,
        email: Shown('ada@example.org'),
        isVerified: Type.Boolean(),
        ...codeFields,
      }),
    },
  },
  problems: [
    emailAlreadyRegistered,
    accountPendingDeletion,
    weakPassword,
    referralCodeInvalid,
    termsNotAccepted,
    underage,
  ],
  credentials: { realm: 'wellness-user', hashesPassword: true, repeatsAnswer: true },

  async handle({ body, headers, request, ...work }) {
    const { db } = work
    await checkNetwork(work, request)
    const client = clientOf(headers)
    const now = work.clock.now()
    const timezone = zoneOf(body.timeZone, 'body.timeZone') ?? client.timezone ?? 'UTC'
    const language = body.language ?? client.language ?? request.language
    if (isGuessable(body.password, body.email, body.name)) throw weakAt('body.password')
    if (body.dateOfBirth !== undefined) checkAge(body.dateOfBirth, now)
    const referredById = body.referralCode
      ? await selectUserIdByReferralCode(db, body.referralCode.toUpperCase())
      : null
    if (referredById === undefined) throw referralCodeInvalid()
    const gates = await consentGates(db, { userId: null, language, now })
    if (gates.length > 0 && body.acceptTerms !== true)
      throw termsNotAccepted({ details: { texts: gates.map(({ type, version }) => ({ type, version })) } })
    const passwordHash = await hashPassword(body.password)
    const emailCanonical = canonicalEmail(body.email)
    await insertUnverifiedUser(db, {
      id: newId(),
      name: body.name,
      email: body.email,
      emailCanonical,
      referralCode: newReferralCode(),
      at: now,
    })
    const user = await lockUserByEmail(db, emailCanonical)
    if (user?.status !== 'UNVERIFIED') {
      await spendNetwork(work, request)
      // Returned, not thrown: whoever tries address after address uses up their budget.
      return user?.status === 'PENDING_DELETION' ? accountPendingDeletion() : emailAlreadyRegistered()
    }
    // Taken once the address is locked, so that attempts stand in the order in which they were made.
    const attemptedAt = work.clock.now()
    await insertAttempt(
      db,
      {
        id: newId(),
        userId: user.id,
        name: body.name,
        email: body.email,
        passwordHash,
        deviceId: client.deviceId,
        pushToken: body.deviceToken ?? null,
        timezone,
        language,
        dateOfBirth: body.dateOfBirth ?? null,
        referredById,
        acceptedContentIds: gates.map(({ contentId }) => contentId),
        at: attemptedAt,
        expiresAt: new Date(attemptedAt.getTime() + attemptLifetime),
      },
      attemptsKept,
    )
    await work.announce(signedUp, { userId: user.id, referrerId: referredById })
    const asker = await askerOf(work, { realm: 'wellness-user' }, { request, deviceSecret: undefined })
    const to = { id: user.id, email: body.email }
    const wish = { purpose: 'signup', email: body.email, to, asker, language } as const
    const sending = await askForCode(work, codes, wish)
    await spendNetwork(work, request)
    return reply({
      data: { userId: user.id, email: body.email, isVerified: false, ...presentSending(work, sending) },
    })
  },
})

const newReferralCode = () =>
  newSecret()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 8)
    .toUpperCase()
