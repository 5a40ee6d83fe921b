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
}

export function failureOf(error: unknown, response: Response | undefined): Failure {
  if (error instanceof Failure) return error
  if (!response) return new Failure(0, 'OFFLINE', texts.offline)
  const { message, error: problem } = (typeof error === 'object' && error ? error : {}) as Envelope
  // A good reply that broke off on its way: nothing was refused.
  if (!problem?.code && response.ok) return new Failure(0, 'OFFLINE', texts.offline)
  if (!problem?.code) return new Failure(response.status, 'UNREADABLE', texts.unexpected)
  return new Failure(response.status, problem.code, message ?? texts.unexpected, problem)
}

/** The reply of a call of the generated client. @throws Failure */
export async function ask<T>(
  call: Promise<{ data?: T | undefined; error?: unknown; response?: Response | undefined }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await call
  if (data === undefined || data === null) throw failureOf(error, response)
  return data
}
