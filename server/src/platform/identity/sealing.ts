import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** A text, or the bytes of a key. */
export type Secret = string | Uint8Array

const keyOf = (secret: Secret, context: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `seal\n${context}`, 32))

/** Encrypts with AES-256-GCM, so that a copy of the database alone tells nothing. `context` binds the result to its place. */
export function seal(secret: Secret, context: string, bytes: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, context), nonce)
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error when the bytes were changed, or sealed with another secret or for another context. */
export function unseal(secret: Secret, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, context), sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/** With which secret the server seals, and with which ones it did before. */
export interface SealingSecrets {
  signingSecret: string
  /** They open what they sealed, and seal nothing more. */
  formerSecrets: readonly string[]
}

/**
 * Opens what the database keeps sealed, with the server's secret or a former one. What comes from outside is never
 * opened so: a former secret may be known to others.
 * @throws Error as `unseal` does.
 */
export function unsealOwn(
  { signingSecret, formerSecrets: [next, ...others] }: SealingSecrets,
  context: string,
  sealed: Buffer,
): Buffer {
  try {
    return unseal(signingSecret, context, sealed)
  } catch (error) {
    if (next === undefined) throw error
    return unsealOwn({ signingSecret: next, formerSecrets: others }, context, sealed)
  }
}
