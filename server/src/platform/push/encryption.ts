import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, base64url. */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
}

/** The random parts of a message; given only where a known result is wanted. */
export interface Ephemeral {
  privateKey: Buffer
  salt: Buffer
}

const recordSize = 4096

/** A message as a push service takes it (RFC 8291): one record of aes128gcm. @returns undefined when the keys are none. */
export function encrypt(
  text: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  { privateKey, salt }: Ephemeral = { privateKey: newPrivateKey(), salt: randomBytes(16) },
): Buffer | undefined {
  const theirs = Buffer.from(p256dh, 'base64url')
  const secret = Buffer.from(auth, 'base64url')
  if (theirs.length !== 65 || theirs[0] !== 4 || secret.length !== 16) return undefined
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const ours = pair.getPublicKey()
  const shared = sharedSecret(pair, theirs)
  if (!shared) return undefined
  const inputKey = derive(shared, secret, Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32)
  const key = derive(inputKey, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(inputKey, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 ends the last record.
  const sealed = Buffer.concat([
    cipher.update(text),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordSize)
  sizes.writeUInt8(ours.length, 4)
  return Buffer.concat([salt, sizes, ours, sealed])
}

function newPrivateKey(): Buffer {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair.getPrivateKey()
}

/** Undefined of a point that is not on the curve. */
function sharedSecret(pair: ReturnType<typeof createECDH>, theirs: Buffer): Buffer | undefined {
  try {
    return pair.computeSecret(theirs)
  } catch {
    return undefined
  }
}

const derive = (input: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, bytes))
