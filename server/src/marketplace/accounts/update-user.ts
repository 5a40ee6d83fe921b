import { askerOfSession } from '../../platform/identity/askers.ts'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { member } from '../access.ts'
import { retractBirthdayNews } from '../notifications/public.ts'
import { changeUser, lockUser, OwnUser, presentOwnUser } from '../users/public.ts'
import { beginEmailChange, isAnother, refuseEmailChange } from './email-change.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { birthdayLocked, coordinatesInvalid, emailTaken, photoNotUsable, reauthRequired } from './problems.ts'
import { changesOf, differing } from './profile-changes.ts'
import { replacePhoto } from './profile-photo.ts'
import { UserUpdate } from './shapes.ts'

export const updateUser = operation({
  key: 'M8',
  source: 'named in the specification; path, body and reply chosen here',
  method: 'PUT',
  path: '/usr-mgt/update',
  summary:
    'Change parts of your account; a new e-mail address takes a sign-in of the last five minutes, and counts once its code came back',
  tag: 'users',
  access: member,
  versioned: true,
  // Names and what people say of themselves are read by others.
  limit: { max: 300, strict: 60, windowSeconds: 3600 },
  body: UserUpdate,
  replies: { 200: { message: 'Account updated successfully', data: OwnUser } },
  problems: [coordinatesInvalid, photoNotUsable, emailTaken, birthdayLocked, reauthRequired, tooManyAttempts],

  async handle({ expectVersion, body, caller, ...work }) {
    const user = await lockUser(work.db, caller.id)
    if (!user) throw sessionRevoked()
    expectVersion(user)
    const wanted = changesOf(user, body, work.clock.now())
    if (body.email !== undefined && isAnother(user, body.email)) await requireFreshSignIn(work, caller)
    // Before anything is written: what is returned, not thrown, keeps the count and all else with it.
    const refusal = body.email === undefined ? undefined : await refuseEmailChange(work, user.id, body.email)
    if (refusal) return refusal
    if (body.profile_photo_url !== undefined)
      wanted.profile_photo_url = await replacePhoto(work, user, body.profile_photo_url ?? '')
    if (body.email !== undefined) {
      const wish = { email: body.email, asker: askerOfSession(caller) }
      Object.assign(wanted, await beginEmailChange(work, user, wish))
    }
    const change = differing(user, wanted)
    if (Object.keys(change).length === 0) return presentOwnUser(user)
    if (change.tells_birthday === false || change.birthday !== undefined)
      await retractBirthdayNews(work.db, user.id, work.clock.now())
    return presentOwnUser(await changeUser(work.db, user.id, change, work.clock.now()))
  },
})
