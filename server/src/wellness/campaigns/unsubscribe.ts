import { html } from '../../platform/operation/html.ts'
import { operation } from '../../platform/operation/operation.ts'
import { plainPage } from '../../platform/operation/plain-page.ts'
import { reply } from '../../platform/operation/reply.ts'
import { anyone } from '../access.ts'
import { textsIn } from '../texts.ts'
import { suppress } from './mail-queries.ts'
import { noSuchLink } from './problems.ts'
import { digestIn, UnsubscribeQuery } from './unsubscribing.ts'

/** Mail programs call it for their users, with a form that says nothing more than that (RFC 8058), so no body is looked at. */
export const unsubscribe = operation({
  source: 'not in the specification; one-click unsubscribing as in RFC 8058',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'Stop news by mail to the address that the link was sent to',
  access: anyone,
  query: UnsubscribeQuery,
  replies: { 200: { html: true, description: 'A page that says so' } },
  problems: [noSuchLink],

  async handle({ query, request, ...work }) {
    await suppress(work.db, digestIn(work, query.token), work.clock.now())
    const { language } = request
    const { title, text } = textsIn(language).campaign.unsubscribed
    return reply({ html: plainPage(language, title, html`<p role="status">${text}</p>`) })
  },
})
