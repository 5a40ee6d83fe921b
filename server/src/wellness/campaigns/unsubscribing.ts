import { Type } from 'typebox'
import { AddressToken, addressToken, digestIn as digestFor } from '../../platform/mail/address-links.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { noSuchLink } from './problems.ts'

type Signing = Pick<Surroundings, 'services'>

const purpose = 'unsubscribe'

/** The address of the page where the owner of an e-mail address unsubscribes it. */
export const unsubscribeUrl = (work: Signing & Pick<Surroundings, 'publicUrl'>, email: string): string =>
  `${work.publicUrl}/wellness-app/api/v1/unsubscribe?token=${addressToken(work, purpose, email)}`

export const UnsubscribeQuery = Type.Object({ token: AddressToken })

/** The digest of the address that a token is of. @throws NO_SUCH_LINK */
export function digestIn(work: Signing, token: string): Buffer {
  const digest = digestFor(work, purpose, token)
  if (!digest) throw noSuchLink()
  return digest
}
