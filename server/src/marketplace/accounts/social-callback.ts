import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Verbatim } from '../../platform/operation/schema.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import type { PageProvider } from '../../platform/social/port.ts'
import { finishedAt, readState } from './social-state.ts'

/** What a browser brings back from a provider's page (RFC 6749, 4.1.2); besides, providers send what is of no use here. */
export const CameBack = Type.Object({
  state: Type.Optional(Verbatim(0, 2048, { example: 'c2VhbGVkIHN0YXRl' })),
  code: Type.Optional(Verbatim(0, 4096, { example: '4/0AVMBsJg' })),
  error: Type.Optional(Verbatim(0, 200, { example: 'access_denied' })),
})

const declined = ['access_denied', 'user_cancelled_authorize']

/** The page that goes on: with what came back, or with why nothing did. */
export function whereTo(
  work: Pick<Surroundings, 'services' | 'clock' | 'publicUrl'>,
  provider: PageProvider,
  { state = '', code = '', error = '' }: Static<typeof CameBack>,
  name?: string,
): string {
  const { publicUrl } = work
  // The page knows its own words for these; nothing that stands in an address is shown.
  if (declined.includes(error)) return finishedAt(publicUrl, { error: 'declined' })
  const isOurs = readState(work, state)?.provider === provider
  if (!isOurs || code === '') return finishedAt(publicUrl, { error: 'failed' })
  return finishedAt(publicUrl, { provider, code, state, ...(name === undefined ? {} : { name }) })
}

const AppleUser = Type.Object({
  name: Type.Object({
    firstName: Type.Optional(Type.String({ maxLength: 200 })),
    lastName: Type.Optional(Type.String({ maxLength: 200 })),
  }),
})

/** The name that Apple sends beside its answer. Nobody signed it: it is what somebody calls themselves, as in a form of ours. */
export function nameInForm(user: string | undefined): string | undefined {
  try {
    const said: unknown = JSON.parse(user ?? '')
    if (!Value.Check(AppleUser, said)) return undefined
    const { firstName = '', lastName = '' } = said.name
    return [...`${firstName} ${lastName}`.trim()].slice(0, 80).join('') || undefined
  } catch {
    return undefined
  }
}
