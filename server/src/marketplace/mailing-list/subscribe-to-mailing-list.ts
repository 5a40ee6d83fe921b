import { Type } from 'typebox'
import { languageOf } from '../../platform/language.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Line } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { askOwner, questionMs, wishOf } from './letters.ts'
import { listsIn, WantedLists } from './shapes.ts'

export const subscribeToMailingList = operation({
  key: 'M149',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/mailing-list/subscribe',
  summary: 'Ask for mailing lists; the link in a mail says yes',
  access: anyone,
  body: Type.Object({
    email: Email,
    lists: WantedLists,
    locale: Type.Optional(Line(2, 35, { description: 'BCP 47', example: 'de-AT' })),
  }),
  limit: { max: 60, strict: 10, windowSeconds: 3600 },
  replies: {
    200: {
      message: 'If the address is not on the list, a mail with a link is on its way',
      data: Type.Object({ expires_in: Type.Integer({ description: 'seconds that the link holds' }) }),
    },
  },

  async handle({ body, request, ...work }) {
    const language = body.locale === undefined ? request.language : languageOf(body.locale)
    await askOwner(work, wishOf(body.email, listsIn(body.lists), language))
    return { expires_in: questionMs / 1000 }
  },
})
