/** What a call fails with: the `Problem` of both API documents. */
interface Problem {
  status: number
  statusCode: number
  message: string
  data: null
  error: { code: string; details?: Record<string, unknown>; requestId: string }
}

/** The codes of what the server has not said itself. */
export const noAnswer = 'NO_ANSWER'
export const unreadable = 'UNREADABLE'

/** Whether nothing came back, or not all of it: what was asked may have been done all the same. */
export const isUnanswered = ({ error }: { error: { code: string } }): boolean => error.code === noAnswer

const isProblem = (error: unknown): boolean =>
  typeof (error as Partial<Problem> | null | undefined)?.error?.code === 'string'

/** What `fetch` throws, and what is left of an answer in no form of ours. */
const isForeign = (error: unknown): boolean =>
  !(error instanceof Error) ||
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  ['AbortError', 'TimeoutError'].includes(error.name)

/**
 * A failure as the types say it is: the server's own, or one in its form. What an `auth` or an interceptor of the
 * app throws is handed on as it is.
 */
function problemOf(error: unknown, response: Response | undefined): unknown {
  if (isProblem(error) || !isForeign(error)) return error
  const isRefused = response !== undefined && !response.ok
  const status = isRefused ? response.status : 0
  const requestId = response?.headers.get('x-request-id') ?? ''
  const problem: Problem = {
    status,
    statusCode: status,
    message: isRefused ? 'The answer cannot be read.' : 'No answer came.',
    data: null,
    error: { code: isRefused ? unreadable : noAnswer, details: { cause: error }, requestId },
  }
  return problem
}

interface FailingClient {
  interceptors: { error: { use(handle: typeof problemOf): unknown } }
}

/** Has every call of a generated client fail with a `Problem`, as its types say. */
export function failingWithProblems<Client extends FailingClient>(client: Client): Client {
  client.interceptors.error.use(problemOf)
  return client
}
