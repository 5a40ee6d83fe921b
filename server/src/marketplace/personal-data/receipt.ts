import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { CompactSign } from 'jose'
import type { Surroundings } from '../../platform/operation/work.ts'

type Signing = Pick<Surroundings, 'services'>

/** What stands before the 32 bytes of an Ed25519 key in its PKCS #8 form. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Made of the server's secret, so that it is the same in every process and after every start. */
function privateKeyOf({ services }: Signing): KeyObject {
  const seed = createHmac('sha256', services.settings.signingSecret).update('receipts of deletion').digest()
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

/** The public half, as a JSON Web Key; `kid` is its thumbprint (RFC 7638). */
export function receiptKeyOf(work: Signing) {
  const { x = '' } = createPublicKey(privateKeyOf(work)).export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
}

/** Says that an account was erased, in a form that anybody can check: a compact JSON Web Signature (RFC 7515). */
export function signReceipt(
  work: Signing,
  erased: { accountId: string; content: string; at: Date },
): Promise<string> {
  const { accountId: sub, content, at } = erased
  const claims = {
    iss: work.services.settings.publicUrl,
    sub,
    event: 'account erased',
    content,
    erased_at: at.toISOString(),
  }
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', kid: receiptKeyOf(work).kid, typ: 'JWT' })
    .sign(privateKeyOf(work))
}
