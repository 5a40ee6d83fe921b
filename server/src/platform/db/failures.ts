import { databaseUnavailable, type Problem, problem } from '../operation/problem.ts'

/** The SQLSTATE of a database error, wherever the driver put it. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

/** Whether `error` is the violation of the named unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  return (
    typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
  )
}

/** Serialization failures and deadlocks: the whole transaction may simply run again. */
export const isWorthRetrying = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

const conflicting = problem(
  409,
  'CONFLICT',
  'Something else changed at the same moment. Look again and retry.',
)
const unstorable = problem(400, 'VALIDATION_FAILED', 'A value in the request cannot be stored.')

// 25006: a server that is about to be replaced by its standby takes nothing in.
const passing = ['40001', '40P01', '55P03', '57014', '25006']

/** Node's words for a server that is not there, or no longer. */
const unreachable = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH ETIMEDOUT'.split(
    ' ',
  ),
)

/** Of a name with several addresses, what went wrong with each of them comes as one error without words. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(isUnreachable)
    : error instanceof Error && 'code' in error && unreachable.has(String(error.code))

/** What a caller is told about a database error that no operation foresaw; undefined means 500. */
export function problemOfDatabaseError(error: unknown): Problem | undefined {
  if (isUnreachable(error)) return databaseUnavailable()
  const state = sqlState(error)
  if (state === undefined) {
    const message = error instanceof Error ? error.message : ''
    return /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|ENOENT.*PGSQL|Query read timeout/.test(
      message,
    )
      ? databaseUnavailable()
      : undefined
  }
  if (/^(08|53|57P)/.test(state) || passing.includes(state)) return databaseUnavailable()
  if (state === '23505') return conflicting()
  if (/^22/.test(state)) return unstorable()
  return undefined
}
