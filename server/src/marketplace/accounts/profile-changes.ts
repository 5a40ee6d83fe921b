import type { Static } from 'typebox'
import { days } from '../../platform/clock.ts'
import { isTimeZone } from '../../platform/operation/instant.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { UserChange, UserRow } from '../users/public.ts'
import { currencyChange } from './currency.ts'
import { placeOf } from './location.ts'
import { birthdayLocked } from './problems.ts'
import type { UserUpdate } from './shapes.ts'

const birthdayLock = days(365)

/**
 * What an update changes in the account's own columns; photo and address of mail need more than
 * the row. @throws COORDINATES_INVALID, BIRTHDAY_LOCKED, VALIDATION_FAILED
 */
export function changesOf(user: UserRow, body: Static<typeof UserUpdate>, now: Date): UserChange {
  const { address, privacy } = body
  if (body.timezone !== undefined && !isTimeZone(body.timezone))
    throw invalidField('body.timezone', 'timezone', 'is not a time zone of the IANA list')
  const moved = body.location && placeOf(body.location.coordinates)
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.bio === undefined ? {} : { bio: body.bio || null }),
    ...moved,
    ...currencyChange(user, body.currency, moved),
    ...(address?.place === undefined ? {} : { place: address.place }),
    ...(address?.zip_code === undefined ? {} : { zip_code: address.zip_code }),
    ...(body.timezone === undefined ? {} : { timezone: body.timezone }),
    ...(body.language === undefined ? {} : { language: body.language }),
    ...(privacy?.show_online === undefined ? {} : { shows_online: privacy.show_online }),
    ...(privacy?.discoverable === undefined ? {} : { is_discoverable: privacy.discoverable }),
    ...(privacy?.found_by_contacts === undefined ? {} : { is_found_by_contacts: privacy.found_by_contacts }),
    ...(privacy?.show_distance === undefined ? {} : { shows_distance: privacy.show_distance }),
    ...(privacy?.tell_birthday === undefined ? {} : { tells_birthday: privacy.tell_birthday }),
    ...(body.birthday === undefined ? {} : birthdayChange(user, body.birthday, now)),
  }
}

/** Leaves out what is already so: a repeated update changes nothing, the version included. */
export const differing = (user: UserRow, wanted: UserChange): UserChange =>
  Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => user[column as keyof UserRow] !== value),
  )

/** @throws VALIDATION_FAILED unless it is a day on which somebody alive can be born. */
export function checkBirthday(birthday: string, now: Date): void {
  if (new Date(birthday) > now) throw invalidField('body.birthday', 'birthday', 'must be a day that has been')
}

function birthdayChange(user: UserRow, birthday: string, now: Date): UserChange {
  if (birthday === user.birthday) return {}
  checkBirthday(birthday, now)
  if (user.birthday_set_at && now.getTime() - user.birthday_set_at.getTime() < birthdayLock)
    throw birthdayLocked({
      details: { changeableAt: new Date(user.birthday_set_at.getTime() + birthdayLock).toISOString() },
    })
  return { birthday, birthday_set_at: now }
}
