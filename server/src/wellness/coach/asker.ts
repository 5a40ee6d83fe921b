import { type Static, Type } from 'typebox'
import type { User } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import type { Asker } from './builtin/reply.ts'

export const AskerHeaders = Type.Pick(ClientHeaders, ['timeZone', 'language'])

/** Who asks, where they are by now and in the language that they ask for. */
export function askerOf(caller: User, headers: Static<typeof AskerHeaders>): Asker {
  const { timezone, language } = clientOf(headers)
  return {
    id: caller.id,
    timezone: timezone ?? caller.timezone,
    dayStartMinutes: caller.dayStartMinutes,
    language: language ?? caller.language,
  }
}
