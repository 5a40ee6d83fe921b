import type { Notice } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import type { UserRow } from '../users/public.ts'

/** The first notice of a new member. */
export const welcome = ({ id, name }: UserRow): Notice => ({
  recipientId: id,
  actorId: null,
  category: 'system',
  sourceEvent: `welcome:${id}`,
  reference: { model: 'user', id },
  title: inEachLanguage(({ welcome }) => welcome.title(name)),
  message: inEachLanguage(({ welcome }) => welcome.message),
})
