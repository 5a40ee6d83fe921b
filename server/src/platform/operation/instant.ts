/** The first day that a text can name. */
export const firstDay = '1900-01-01'
const firstMoment = Date.parse(firstDay)
const endOfMoments = Date.UTC(10_000)
const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** Whether a text is an ISO 8601 date and time with an offset, of a moment that there is, from 1900 to 9999. */
export function isInstant(text: string): boolean {
  const time = instantForm.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  return time >= firstMoment && time < endOfMoments
}

/** Whether a text is an ISO 8601 date of a day that the calendar has, from 1900 to 9999. */
export function isDay(text: string): boolean {
  const midnight = text.length === 10 ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return midnight >= firstMoment && new Date(midnight).toISOString().startsWith(text)
}

/** What Android calls a zone that is no more than an offset, of whole hours. */
const offsetForm = /^GMT([+-])0?(\d{1,2}):?(?:00)?$/

/**
 * The usual spelling of a time zone of the IANA list, older names led to the one the platform uses, so that two devices
 * that call one zone by two names are in the same one. An offset of whole hours is the zone of the list that has it.
 * @returns undefined when the list has none of this name.
 */
export function timeZoneOf(name: string): string | undefined {
  const [, sign, hours] = offsetForm.exec(name) ?? []
  // The names of the list count the other way, as POSIX does.
  if (hours !== undefined) return timeZoneOf(`Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`)
  // To PostgreSQL an offset means the opposite.
  if (/^[+-]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Whether a name is a time zone of the IANA list, as it stands. */
export const isTimeZone = (name: string): boolean => !offsetForm.test(name) && timeZoneOf(name) !== undefined
