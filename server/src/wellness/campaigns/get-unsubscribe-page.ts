import { html } from '../../platform/operation/html.ts'
import { operation } from '../../platform/operation/operation.ts'
import { plainPage } from '../../platform/operation/plain-page.ts'
import { reply } from '../../platform/operation/reply.ts'
import { anyone } from '../access.ts'
import { textsIn } from '../texts.ts'
import { noSuchLink } from './problems.ts'
import { digestIn, UnsubscribeQuery } from './unsubscribing.ts'

export const getUnsubscribePage = operation({
  source: 'not in the specification; what the link in a campaign’s mail opens',
  method: 'GET',
  path: '/unsubscribe',
  summary: 'Ask somebody whether they want no more news by mail; looking at it changes nothing',
  access: anyone,
  query: UnsubscribeQuery,
  replies: { 200: { html: true, description: 'A page with a button that unsubscribes' } },
  problems: [noSuchLink],

  async handle({ query, request, ...work }) {
    digestIn(work, query.token)
    // Without an action it goes to the address of this page.
    const { language } = request
    const { title, text, button } = textsIn(language).campaign.unsubscribe
    const form = html`<p>${text}</p>
<form method="post"><button>${button}</button></form>`
    return reply({ html: plainPage(language, title, form) })
  },
})
