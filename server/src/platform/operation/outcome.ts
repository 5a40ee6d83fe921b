import { Type } from 'typebox'
import { problemOfDatabaseError } from '../db/failures.ts'
import { EventStream } from '../events/stream.ts'
import { problemOfProviderError } from '../provider-errors.ts'
import type { Services } from '../services.ts'
import type { BaseCaller, RequestFacts } from './caller.ts'
import { addressOf, contentOf } from './content.ts'
import { wrongWith } from './envelope.ts'
import type { Operation, ReplyShape } from './operation.ts'
import { PageOf } from './page.ts'
import { internal, type Problem } from './problem.ts'
import { Reply } from './reply.ts'

/** What goes out, whoever asked. */
export interface Answer {
  status: number
  shape: ReplyShape | undefined
  /** The envelope; or a string (text, a page), or a file. */
  body: unknown
  headers: Record<string, string>
  problem?: Problem
}

export interface Outcome extends Answer {
  caller?: BaseCaller | null
}

/** What a handler returned, as it goes out. */
export function outcomeOf(
  operation: Operation,
  result: unknown,
  services: Pick<Services, 'settings' | 'log'>,
): Answer {
  if (result instanceof EventStream)
    return { status: 200, shape: operation.replies[200], body: result, headers: {} }
  const parts =
    result instanceof Reply
      ? result.parts
      : result instanceof PageOf
        ? { data: result.data, meta: result.meta }
        : { data: result }
  const status = parts.status ?? Number(Object.keys(operation.replies)[0])
  const shape = operation.replies[status]
  if (!shape) throw new Error(`the reply status ${status} is not declared`)
  const headers = parts.headers ?? {}
  if ('empty' in shape) return { status, shape, body: undefined, headers }
  if ('text' in shape) return { status, shape, body: parts.text, headers }
  if ('redirect' in shape) {
    const Location = addressOf(parts.redirect, services.settings.publicUrl)
    return { status, shape, body: undefined, headers: { ...headers, Location } }
  }
  if (!('data' in shape)) return { status, shape, body: contentOf(parts, shape), headers }
  const body = {
    status,
    statusCode: status,
    message: parts.message ?? shape.message,
    data: parts.data ?? null,
    ...(parts.meta === undefined ? {} : { meta: parts.meta }),
  }
  if (services.settings.checksReplies) {
    const wrong = wrongWith(operation, shape, body)
    if (wrong)
      throw new Error(`the reply is not what ${operation.method} ${operation.path} declares: ${wrong}`)
  }
  return { status, shape, body, headers }
}

/** What is said of something that was thrown. */
export function failureOutcome(
  operation: Operation,
  error: unknown,
  request: RequestFacts,
  services: Pick<Services, 'settings' | 'log'>,
): Outcome {
  const known = problemOfProviderError(error) ?? problemOfDatabaseError(error)
  if (!known)
    services.log.error(
      { requestId: request.id, error: error instanceof Error ? error.stack : String(error) },
      'a request failed',
    )
  const problem = known ?? internal()
  if (problem.status === 500 && operation.onFailure) {
    return {
      status: 500,
      shape: { text: Type.String(), description: '' },
      body: operation.onFailure.text,
      headers: {},
      problem,
    }
  }
  return problemOutcome(problem, request)
}

/** The error envelope, the same in both products. */
export function problemOutcome(problem: Problem, request: Pick<RequestFacts, 'id'>): Outcome {
  const { fields, retryAfterSeconds, details } = problem.extra
  const error = {
    code: problem.code,
    ...(fields ? { fields } : {}),
    ...(details ? { details } : {}),
    ...(retryAfterSeconds ? { retryAfter: retryAfterSeconds } : {}),
    requestId: request.id,
  }
  return {
    status: problem.status,
    shape: undefined,
    body: { status: problem.status, statusCode: problem.status, message: problem.message, data: null, error },
    headers: retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {},
    problem,
  }
}
