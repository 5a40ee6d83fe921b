import { invalidField } from '../../platform/operation/problem.ts'
import { underage } from './problems.ts'

const minimumAge = 13

/** @throws UNDERAGE, or VALIDATION_FAILED when the day has not come yet. */
export function checkAge(dateOfBirth: string, now: Date): void {
  if (ageAt(now, dateOfBirth) < minimumAge) throw underage()
}

/** Whole years. */
function ageAt(now: Date, birth: string): number {
  const day = new Date(`${birth}T00:00:00Z`)
  if (day > now) throw invalidField('body.dateOfBirth', 'date', 'is not a day in the past')
  const years = now.getUTCFullYear() - day.getUTCFullYear()
  const hadBirthday = now.toISOString().slice(5, 10) >= birth.slice(5)
  return hadBirthday ? years : years - 1
}
