/** One wrong input: where it stands (`body.location.coordinates.0`), which rule it broke, and a sentence. */
export interface FieldProblem {
  path: string
  rule: string
  message: string
}

interface Extra {
  fields?: FieldProblem[]
  retryAfterSeconds?: number
  /** Facts that a client can act on, such as the tries that are left. */
  details?: Record<string, unknown>
}

/**
 * A refusal as a value. Thrown, it undoes the transaction; returned from a handler, what the
 * handler wrote is kept (a counted wrong guess, for one).
 */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly extra: Extra

  constructor(status: number, code: string, message: string, extra: Extra = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** Makes a Problem; what an operation's declaration lists, so that replies are known beforehand. */
export interface ProblemKind {
  (extra?: Extra): Problem
  readonly status: number
  readonly code: string
  readonly message: string
}

/** Declares a problem once per noun: `const noSuchPost = problem(404, 'NO_SUCH_POST', 'There is no such listing.')`. */
export function problem(status: number, code: string, message: string, always: Extra = {}): ProblemKind {
  const make = (extra?: Extra) => new Problem(status, code, message, { ...always, ...extra })
  return Object.assign(make, { status, code, message })
}

export const validationFailed = problem(
  400,
  'VALIDATION_FAILED',
  'Some of the request is not as it should be.',
)
export const invalidId = problem(400, 'INVALID_ID', 'An id in the address is not well formed.')
export const cursorInvalid = problem(
  400,
  'CURSOR_INVALID',
  'This cursor does not belong to this list. Start from the first page.',
)
export const authRequired = problem(401, 'AUTH_REQUIRED', 'Sign in to do this.')
export const tokenInvalid = problem(401, 'TOKEN_INVALID', 'This access token is not valid here.')
export const tokenExpired = problem(401, 'TOKEN_EXPIRED', 'This access token has expired. Refresh it.')
export const sessionRevoked = problem(401, 'SESSION_REVOKED', 'This session has ended. Sign in again.')
export const forbidden = problem(403, 'FORBIDDEN', 'Your account may not do this.')
export const notFound = problem(404, 'NOT_FOUND', 'There is nothing at this address.')
export const idempotencyInProgress = problem(
  409,
  'IDEMPOTENCY_IN_PROGRESS',
  'The first request with this key is still running.',
  { retryAfterSeconds: 1 },
)
export const idempotencyKeyReused = problem(
  422,
  'IDEMPOTENCY_KEY_REUSED',
  'This key was used for a different request.',
)
export const idempotencyKeyRequired = problem(
  400,
  'IDEMPOTENCY_KEY_REQUIRED',
  'Send an Idempotency-Key, so that a repeat of this request cannot happen twice.',
)
export const versionConflict = problem(
  412,
  'VERSION_CONFLICT',
  'This changed since you read it. Read it again.',
)
export const malformed = problem(400, 'MALFORMED_REQUEST', 'The request could not be read.')
export const bodyTooLarge = problem(413, 'PAYLOAD_TOO_LARGE', 'The request body is too large.')
export const unsupportedType = problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.')
export const rateLimited = problem(429, 'RATE_LIMITED', 'Too many requests. Wait a little and try again.')
export const internal = problem(500, 'INTERNAL', 'Something went wrong on our side.')
export const overloaded = problem(503, 'OVERLOADED', 'The service is busy. Try again in a moment.', {
  retryAfterSeconds: 1,
})
export const databaseUnavailable = problem(
  503,
  'DATABASE_UNAVAILABLE',
  'The service is briefly unavailable. Try again in a moment.',
  { retryAfterSeconds: 2 },
)
export const serverReadOnly = problem(
  503,
  'READ_ONLY',
  'We are looking after the service: everything can be read, and nothing be changed. Try again later.',
)
/** What a problem says of the one input that caused it. */
export const atField = (path: string, rule: string, message: string): Extra => ({
  fields: [{ path, rule, message }],
})

/** A validation failure at one field, for rules that a schema cannot state. */
export const invalidField = (path: string, rule: string, message: string): Problem =>
  validationFailed(atField(path, rule, message))
