import { randomBytes } from 'node:crypto'
import type { Services } from '../services.ts'
import type { Person } from './person.ts'
import { seal, unsealOwn } from './sealing.ts'
import { matchingStep, totpAddress } from './totp.ts'

type Sealer = Pick<Services, 'settings'>

const contextOf = ({ realm, id }: Person) => `second factor ${realm} ${id}`

/**
 * A secret for an authenticator app.
 * @returns it sealed, to be stored, and the address that hands it to the app.
 */
export function newSecondFactor(
  { settings }: Sealer,
  person: Person,
  shown: { issuer: string; account: string },
): { sealed: Buffer; address: string } {
  const secret = randomBytes(20)
  return {
    sealed: seal(settings.signingSecret, contextOf(person), secret),
    address: totpAddress(shown.issuer, shown.account, secret),
  }
}

/** @returns the step of a right code, to be stored as `lastStep`, so that no code works twice; else undefined. */
export function checkSecondFactor(
  { settings, clock }: Sealer & Pick<Services, 'clock'>,
  person: Person,
  { sealed, lastStep }: { sealed: Buffer; lastStep: number },
  code: string,
): number | undefined {
  const secret = unsealOwn(settings, contextOf(person), sealed)
  return matchingStep(secret, code, clock.now(), lastStep)
}
