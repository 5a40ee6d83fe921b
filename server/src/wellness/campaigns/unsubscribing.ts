import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { type Html, html } from '../../platform/operation/html.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { noSuchLink } from './problems.ts'

type Signing = Pick<Surroundings, 'services'>

const macOf = ({ services }: Signing, digest: string): Buffer =>
  createHmac('sha256', services.settings.signingSecret).update(`unsubscribe\n${digest}`).digest()

/** The address of the page where the owner of an e-mail address unsubscribes it. It holds for ever, and does not tell the address. */
export function unsubscribeUrl(work: Signing & Pick<Surroundings, 'publicUrl'>, email: string): string {
  const digest = createHash('sha256').update(canonicalEmail(email)).digest('base64url')
  const token = `${digest}.${macOf(work, digest).toString('base64url')}`
  return `${work.publicUrl}/wellness-app/api/v1/unsubscribe?token=${token}`
}

export const UnsubscribeQuery = Type.Object({
  token: Verbatim(87, 87, {
    pattern: '^[A-Za-z0-9_-]{43}\\.[A-Za-z0-9_-]{43}$',
    description: 'of the link in the mail',
    example: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg.c2lnbmF0dXJlIG9mIHRoaXMgZGlnZXN0IGJ5IHVzLi4',
  }),
})

/** The digest of the address that a token is of. @throws NO_SUCH_LINK */
export function digestIn(work: Signing, token: string): Buffer {
  const [digest = '', mac = ''] = token.split('.')
  const expected = macOf(work, digest)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw noSuchLink()
  return Buffer.from(digest, 'base64url')
}

/** A page that says one thing. */
export const unsubscribePage = (language: string, title: string, content: Html): Html =>
  html`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:18px/1.5 system-ui;max-width:34rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}</style>
<main><h1>${title}</h1>${content}</main></html>`
