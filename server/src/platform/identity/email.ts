import { domainToASCII } from 'node:url'

/** The form in which addresses are compared: NFC, lower case, the domain in letters of ASCII. */
export function canonicalEmail(email: string): string {
  const plain = email.normalize('NFC').trim().toLowerCase()
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + (domainToASCII(plain.slice(at)) || plain.slice(at))
}
