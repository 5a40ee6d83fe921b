import { Problem, problem } from './operation/problem.ts'

/** It said no, for good: the same request again gets the same answer. `code` is the provider's word for it. */
export class ProviderRefused extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** Nothing happened there: it could not be reached, is too busy, or is left alone for a while. */
export class ProviderUnavailable extends Error {
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, retryAfterSeconds?: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Nobody knows whether it happened: no answer came, or none that can be read. Ask before repeating. */
export class ProviderUnsure extends Error {}

export const providerNotConfigured = problem(
  503,
  'PROVIDER_NOT_CONFIGURED',
  'This server is not set up for this. Its operator must set what `details.settings` names.',
)
export const providerUnavailable = problem(
  503,
  'PROVIDER_UNAVAILABLE',
  'A service that this needs does not answer. Try again in a moment.',
  { retryAfterSeconds: 5 },
)

/** What a request is told when a provider failed it; undefined when the error is of another kind. */
export function problemOfProviderError(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof ProviderUnsure) return providerUnavailable()
  if (!(error instanceof ProviderUnavailable)) return undefined
  const { retryAfterSeconds } = error
  return providerUnavailable(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}
