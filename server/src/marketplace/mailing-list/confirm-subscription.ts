import { html } from '../../platform/operation/html.ts'
import { operation } from '../../platform/operation/operation.ts'
import { plainPage } from '../../platform/operation/plain-page.ts'
import { reply } from '../../platform/operation/reply.ts'
import { anyone } from '../access.ts'
import { textsIn } from '../texts.ts'
import { tokenDigest, welcome } from './letters.ts'
import { linkExpired } from './problems.ts'
import { selectQuestion } from './queries.ts'
import { ConfirmationQuery } from './shapes.ts'

/** Only a press confirms: what looks through links in mails opens them, and presses nothing. */
export const confirmSubscription = operation({
  source: 'not in the specification; the second half of the double opt-in',
  method: 'POST',
  path: '/mailing-list/confirm',
  summary: 'Say yes to the mailing lists that the link was sent for; twice is fine',
  access: anyone,
  query: ConfirmationQuery,
  replies: { 200: { html: true, description: 'A page that says so' } },
  problems: [linkExpired],

  async handle({ query, request: { language }, ...work }) {
    const wish = await selectQuestion(work.db, tokenDigest(query.token), work.clock.now())
    if (!wish) throw linkExpired()
    await welcome(work, wish)
    const { title, text } = textsIn(language).mailingList.confirmed
    return reply({ html: plainPage(language, title, html`<p role="status">${text}</p>`) })
  },
})
