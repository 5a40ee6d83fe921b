import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Id, Line, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { forwardToSupport, thankOnce } from './letters.ts'
import { insertContactMessage } from './queries.ts'

export const contactUs = operation({
  key: 'M21',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/usr-mgt/contact-us',
  summary: 'Write to support; the answer comes by mail',
  access: anyone,
  body: Type.Object({
    // Header fields of a mail, so each is one line.
    name: Line(1, 80, { example: 'Ada Lovelace' }),
    email: Email,
    subject: Line(3, 150, { example: 'My picture stands on its head' }),
    message: Text(10, 5000, {
      example: 'I photographed my bicycle upright, and the listing shows it lying.',
    }),
  }),
  limit: { max: 20, windowSeconds: 3600 },
  replies: {
    200: { message: 'Your message has arrived', data: Type.Object({ ticket_id: Id }) },
  },

  async handle({ body, request: { language }, caller, ...work }) {
    const message = { ...body, id: newId(), userId: caller?.id ?? null, language }
    await insertContactMessage(work.db, message, work.clock.now())
    await forwardToSupport(work, message)
    await thankOnce(work, message)
    return { ticket_id: message.id }
  },
})
