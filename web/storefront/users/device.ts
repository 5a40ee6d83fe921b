import { newId } from '../../ui/ids.ts'

const key = 'plaza.device'

/** This browser, so that signing in again is not a new device. */
export function deviceId(): string {
  const known = localStorage.getItem(key)
  if (known) return known
  const made = newId()
  localStorage.setItem(key, made)
  return made
}
