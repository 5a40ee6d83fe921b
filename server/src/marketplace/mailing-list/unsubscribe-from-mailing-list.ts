import { Type } from 'typebox'
import { addressDigest } from '../../platform/mail/address-links.ts'
import { formOfEveryKind } from '../../platform/operation/body.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Email } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { digestOfLink } from './letters.ts'
import { linkInvalid } from './problems.ts'
import { suppress } from './queries.ts'
import { UnsubscribeQuery } from './shapes.ts'

const Token = Type.Partial(UnsubscribeQuery)

/** Mail programs call it for their users, with a form that says nothing more than `List-Unsubscribe=One-Click` (RFC 8058). */
export const unsubscribeFromMailingList = operation({
  key: 'M150',
  source: 'named in the specification; method, path and fields chosen here; one click as in RFC 8058',
  method: 'POST',
  path: '/mailing-list/unsubscribe',
  summary: 'Unsubscribe from all mailing lists, by the link of a mail or by the address; twice is fine',
  access: anyone,
  query: Token,
  body: formOfEveryKind(Type.Object({ ...Token.properties, email: Type.Optional(Email) })),
  limit: { max: 60, strict: 20, windowSeconds: 3600 },
  replies: { 200: { message: 'No more mails will come', data: Type.Object({}) } },
  problems: [linkInvalid],

  async handle({ query, body, ...work }) {
    const token = query.token ?? body.token
    if (token === undefined && body.email === undefined)
      throw invalidField('body.token', 'required', 'is required, or the address')
    const digest = token === undefined ? addressDigest(body.email ?? '') : digestOfLink(work, token)
    await suppress(work.db, digest, work.clock.now())
    return {}
  },
})
