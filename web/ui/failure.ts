import { unreadable } from '@plaza/client/failures'
import { problems, rules } from '../texts/problems.ts'
import { texts } from '../texts/ui.ts'

export interface FieldFailure {
  /** Place in the request, such as `body.location.coordinates`. */
  path: string
  rule: string
  message: string
}

interface Envelope {
  message?: string
  error?: {
    code?: string
    fields?: FieldFailure[]
    retryAfter?: number
    details?: Record<string, unknown>
  }
}

/** Why a call failed, as a sentence that a person can act on. */
export class Failure extends Error {
  readonly status: number
  /** The problem's stable code, `OFFLINE` when nothing answered, or `UNREADABLE`. */
  readonly code: string
  readonly fields: readonly FieldFailure[]
  readonly retryAfterSeconds: number | undefined
  readonly details: Record<string, unknown>

  constructor(status: number, code: string, message: string, error: Envelope['error'] = {}) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.code = code
    this.fields = error.fields ?? []
    this.retryAfterSeconds = error.retryAfter
    this.details = error.details ?? {}
  }

  /** Nothing answered, or somebody too busy did: the same call may succeed later as it is. */
  get isTemporary(): boolean {
    return (
      ['OFFLINE', 'IDEMPOTENCY_IN_PROGRESS'].includes(this.code) ||
      [408, 429].includes(this.status) ||
      this.status >= 502
    )
  }

  /**
   * The server looked at the call, said no, and keeps that for its key. With a call that failed by an error of its
   * own it may still go on, and at one of somebody who is signed out it does not look.
   */
  get isFinal(): boolean {
    return !this.isTemporary && this.status < 500 && this.status !== 401
  }
}

/** What failed, as a `Failure`. @param response that the call got, if any. */
export function failureOf(error: unknown, response: Response | undefined): Failure {
  if (error instanceof Failure) return error
  // Also a good reply that broke off on its way: nothing was refused.
  if (!response || response.ok) return new Failure(0, 'OFFLINE', texts.offline)
  const { message, error: problem } = (typeof error === 'object' && error ? error : {}) as Envelope
  if (!problem?.code || problem.code === unreadable)
    return new Failure(response.status, 'UNREADABLE', texts.unexpected)
  // What administrators wrote themselves says more than our words for it.
  const own = problem.details?.sentence === message ? message : undefined
  const sentence = own ?? problems[problem.code] ?? message ?? texts.unexpected
  return new Failure(response.status, problem.code, sentence, {
    ...problem,
    fields: problem.fields?.map((field) => ({ ...field, message: ruleOf(field) })),
  })
}

/** What is wrong with a field, in the language of the page. */
function ruleOf({ rule, message }: FieldFailure): string {
  const say = rules[rule] ?? rules.other
  return say ? say(/\d+/.exec(message)?.[0] ?? '') : message
}

interface FailingClient {
  interceptors: {
    error: { use(failureOf: (error: unknown, response: Response | undefined) => unknown): unknown }
  }
}

/**
 * Has whatever fails in a generated client fail as a `Failure`, in its queries and mutations, too. Their
 * types say what the server answered with: `instanceof` leads from the one to the other.
 */
export const throwFailures = (client: FailingClient): void => {
  client.interceptors.error.use(failureOf)
}

/** The reply of a call that is a step of something larger than a query or mutation. @throws Failure */
export async function ask<T>(
  call: Promise<{ data?: T | undefined; error?: unknown }>,
): Promise<NonNullable<T>> {
  const { data, error } = await call
  if (data === undefined || data === null) throw error
  return data
}
