import { textsIn } from '../texts.ts'
import type { UserRow } from '../users/public.ts'

/**
 * How a mail to a person begins. An account may be opened for anybody's address, and under any name:
 * until the address is proved, nobody is greeted by it.
 */
export const greetingTo = ({
  name,
  is_verified,
  language,
}: Pick<UserRow, 'name' | 'is_verified' | 'language'>): string =>
  is_verified ? textsIn(language).greeting(name) : ''
