import { createHmac, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'

/** A time-ordered identifier: UUIDv7 in canonical text form, monotonic within the process. */
export const newId = (): string => uuidv7()

/** An unguessable token of 256 bits, base64url. Used where an id must not reveal its time. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A secret that everybody who has the first makes alike for a name, and that does not tell the first. */
export const derivedSecret = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(name).digest('base64url')
