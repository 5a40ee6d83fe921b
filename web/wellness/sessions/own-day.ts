import { getProfileOptions } from '@plaza/client/wellness/queries'
import { queryClient } from '../query-client.ts'
import { ownDateOf } from './day.ts'

/** The day of the person, whose days need not begin at midnight, so many days from today: `2026-11-21`. */
export function dateIn(days: number): string {
  const profile = queryClient.getQueryData(getProfileOptions().queryKey)
  return ownDateOf(new Date(), profile?.data.preferences.dayStart ?? '00:00', days)
}

/** Days since Monday. */
export const weekday = (): number => (new Date(`${dateIn(0)}T00:00:00Z`).getUTCDay() + 6) % 7
