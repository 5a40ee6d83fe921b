import { type Words, wordsIn } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import type { UserRow } from '../users/public.ts'
import { greetingTo } from './greeting.ts'

interface Warning {
  /** The cause; the same one never makes a second notice. */
  sourceEvent: string
  title: Words
  message: Words
}

/** Tells a person, by notice and by mail, that something happened to their account. */
export async function warnOwner(
  work: Work,
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'is_verified' | 'language'>,
  { sourceEvent, title, message }: Warning,
): Promise<void> {
  await notify(work, [
    {
      recipientId: user.id,
      actorId: null,
      category: 'security',
      sourceEvent,
      reference: { model: 'user', id: user.id },
      title,
      message,
    },
  ])
  if (user.email === null) return
  await work.mail({
    to: user.email,
    subject: wordsIn(title, user.language),
    text: `${greetingTo(user)}${wordsIn(message, user.language)}\n`,
  })
}
