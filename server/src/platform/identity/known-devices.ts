import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { newSecret } from '../ids.ts'
import { Shown, Verbatim } from '../operation/schema.ts'
import type { Work } from '../operation/work.ts'
import * as queries from './known-device-queries.ts'
import type { Person } from './person.ts'

/** After so long without a sign-in a device is a stranger again. */
export const deviceKeptDays = 365
const devicesKept = 20

/** What a device shows of an earlier sign-in. */
export const ShownDeviceSecret = Type.Optional(
  Verbatim(1, 128, {
    description:
      'what this device got at its last sign-in; then nobody else’s wrong tries keep its owner out',
    example: 'mZ1c9vQ2kW',
  }),
)

/** What a device gets when somebody signed in on it. */
export const DeviceSecret = Shown(
  'mZ1c9vQ2kW',
  'of this device; keep it beyond signing out, and send it when you sign in again',
)

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** @returns a name for the device that showed the secret, if this person signed in on it before. */
export async function knownDevice(
  { db }: Pick<Work, 'db'>,
  person: Person,
  secret: string | undefined,
): Promise<string | undefined> {
  if (!secret) return undefined
  const hash = hashOf(secret)
  return (await queries.isKnownDevice(db, person, hash)) ? hash.toString('base64url') : undefined
}

/**
 * Makes the device known to a person who just proved to be themselves on it. One that several people
 * share keeps its secret; one that nobody knows gets ours, never what it came up with.
 * @returns the secret to hand out.
 */
export async function rememberDevice(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  person: Person,
  shown: string | undefined,
): Promise<string> {
  const isOurs = shown !== undefined && (await queries.isAnybodysDevice(db, person.realm, hashOf(shown)))
  const secret = isOurs ? shown : newSecret()
  await queries.keepDevice(db, person, { hash: hashOf(secret), at: clock.now(), keep: devicesKept })
  return secret
}

/** After a new password every device has to sign in with it first. */
export const forgetDevices = ({ db }: Pick<Work, 'db'>, person: Person): Promise<void> =>
  queries.deleteDevices(db, person)
