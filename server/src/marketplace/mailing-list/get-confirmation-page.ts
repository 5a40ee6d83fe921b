import { html } from '../../platform/operation/html.ts'
import { operation } from '../../platform/operation/operation.ts'
import { plainPage } from '../../platform/operation/plain-page.ts'
import { reply } from '../../platform/operation/reply.ts'
import { anyone } from '../access.ts'
import { textsIn } from '../texts.ts'
import { tokenDigest } from './letters.ts'
import { linkExpired } from './problems.ts'
import { selectQuestion } from './queries.ts'
import { ConfirmationQuery } from './shapes.ts'

export const getConfirmationPage = operation({
  source: 'not in the specification; what the link opens that asks whether an address is to be on a list',
  method: 'GET',
  path: '/mailing-list/confirm',
  summary: 'Ask somebody whether they want the mailing list; looking at it changes nothing',
  access: anyone,
  query: ConfirmationQuery,
  replies: { 200: { html: true, description: 'A page with a button that says yes' } },
  problems: [linkExpired],

  async handle({ query, request: { language }, db, clock }) {
    if (!(await selectQuestion(db, tokenDigest(query.token), clock.now()))) throw linkExpired()
    const { title, text, button } = textsIn(language).mailingList.confirm
    // Without an action it goes to the address of this page.
    const form = html`<p>${text}</p>
<form method="post"><button>${button}</button></form>`
    return reply({ html: plainPage(language, title, form) })
  },
})
