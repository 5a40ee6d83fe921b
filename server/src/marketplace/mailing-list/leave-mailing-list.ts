import { html } from '../../platform/operation/html.ts'
import { operation } from '../../platform/operation/operation.ts'
import { plainPage } from '../../platform/operation/plain-page.ts'
import { reply } from '../../platform/operation/reply.ts'
import { anyone } from '../access.ts'
import { textsIn } from '../texts.ts'
import { digestOfLink } from './letters.ts'
import { linkInvalid } from './problems.ts'
import { suppress } from './queries.ts'
import { UnsubscribeQuery } from './shapes.ts'

export const leaveMailingList = operation({
  source: 'not in the specification; the button of the page that the link at the end of a mail opens',
  method: 'POST',
  path: '/mailing-list/leave',
  summary: 'Unsubscribe the address that the link was sent to; twice is fine',
  access: anyone,
  query: UnsubscribeQuery,
  replies: { 200: { html: true, description: 'A page that says so' } },
  problems: [linkInvalid],

  async handle({ query, request: { language }, ...work }) {
    await suppress(work.db, digestOfLink(work, query.token), work.clock.now())
    const { title, text } = textsIn(language).mailingList.unsubscribed
    return reply({ html: plainPage(language, title, html`<p role="status">${text}</p>`) })
  },
})
