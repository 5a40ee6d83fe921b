import { invalidField } from './problem.ts'

/** Parses a client's time. @throws VALIDATION_FAILED naming `path` when there is no such moment. */
export function parseInstant(text: string, path: string): Date {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) throw invalidField(path, 'date-time', 'is not a moment that exists')
  return instant
}

/**
 * The usual spelling of a time zone of the IANA list, older names led to the one the platform uses.
 * @returns undefined when the list has none of this name, or it is a fixed offset.
 */
export function timeZoneOf(name: string): string | undefined {
  if (/^[+-]|^GMT[+-]|^Etc\/GMT/i.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Whether a name is a time zone of the IANA list. Fixed offsets are not. */
export const isTimeZone = (name: string): boolean => timeZoneOf(name) !== undefined
