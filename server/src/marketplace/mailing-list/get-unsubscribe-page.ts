import { html } from '../../platform/operation/html.ts'
import { operation } from '../../platform/operation/operation.ts'
import { plainPage } from '../../platform/operation/plain-page.ts'
import { reply } from '../../platform/operation/reply.ts'
import { anyone } from '../access.ts'
import { textsIn } from '../texts.ts'
import { digestOfLink } from './letters.ts'
import { linkInvalid } from './problems.ts'
import { UnsubscribeQuery } from './shapes.ts'

export const getUnsubscribePage = operation({
  source: 'not in the specification; what the link at the end of a mail opens',
  method: 'GET',
  path: '/mailing-list/unsubscribe',
  summary: 'Ask somebody whether they want no more mails; looking at it changes nothing',
  access: anyone,
  query: UnsubscribeQuery,
  replies: { 200: { html: true, description: 'A page with a button that unsubscribes' } },
  problems: [linkInvalid],

  async handle({ query: { token }, request: { language }, ...work }) {
    digestOfLink(work, token)
    const { title, text, button } = textsIn(language).mailingList.unsubscribe
    const form = html`<p>${text}</p>
<form method="post" action="leave?token=${token}"><button>${button}</button></form>`
    return reply({ html: plainPage(language, title, form) })
  },
})
