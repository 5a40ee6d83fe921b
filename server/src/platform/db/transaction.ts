import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely'
import type { Db } from './database.ts'
import { sqlState } from './failures.ts'

/** A transaction that is open. */
export interface OpenTransaction {
  db: Db
  /**
   * For a statement of which only matters that it succeeds: nobody waits for it before the commit, which
   * leaves right behind it. When it fails, so does the transaction.
   */
  pipeline(statement: Promise<unknown>): void
}

// What follows a failed statement fails as well; 26000 where the failed one was the first of its text.
const isAfterFailure = (error: unknown): boolean => ['25P02', '26000'].includes(sqlState(error) ?? '')

/**
 * Runs work in a transaction, which commits once it is done, and takes back what was written when the work or
 * a statement fails. Statements that do not wait for each other leave together, the first ones with the
 * `begin`, and are carried out in the order in which they were asked for.
 */
export const runTransaction = <Result>(
  db: Db,
  work: (transaction: OpenTransaction) => Promise<Result>,
): Promise<Result> => db.getExecutor().provideConnection((connection) => runOn(db, connection, work))

async function runOn<Result>(
  db: Db,
  connection: DatabaseConnection,
  work: (transaction: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  const sent: Promise<unknown>[] = []
  let firstFailure: unknown
  let isOpen = true

  const own = databaseOn(db, {
    async executeQuery<Row>(query: CompiledQuery) {
      // What goes on beside a part that failed must not write after the end.
      if (!isOpen) throw new Error('the transaction of this statement has ended')
      isOpen = query !== commit && query !== rollback
      return connection.executeQuery<Row>(query).catch((error: unknown) => {
        firstFailure ??= error
        throw error
      })
    },
    streamQuery() {
      throw new Error('a transaction has no cursors')
    },
  })

  const pipeline = (statement: Promise<unknown>) => {
    // Its failure is heard at the end.
    statement.catch(() => {})
    sent.push(statement)
  }

  /** The first failure, in the words of whoever sent the statement. */
  const failure = async (): Promise<unknown> => {
    const ends = await Promise.allSettled(sent)
    const told = ends.find((end) => end.status === 'rejected' && !isAfterFailure(end.reason))
    return told?.status === 'rejected' ? told.reason : firstFailure
  }

  pipeline(own.executeQuery(begin))
  let result: Result
  try {
    result = await work({ db: own, pipeline })
    // Whoever waited for it went on without it.
    if (firstFailure !== undefined) throw firstFailure
  } catch (error) {
    await own.executeQuery(rollback).catch(() => {})
    throw error === firstFailure || isAfterFailure(error) ? await failure() : error
  }
  // It is answered last, so that nothing is under way on the connection afterwards.
  await own.executeQuery(commit).catch(() => {})
  const failed = await failure()
  if (failed !== undefined) throw failed
  return result
}

const begin = CompiledQuery.raw('begin')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

// What Kysely is made of asks for these, and uses them only for transactions of its own.
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has one connection')),
})
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() }

/** Like Kysely's own transaction, which waits for each answer before it sends the next statement. */
const databaseOn = (db: Db, connection: DatabaseConnection): Db =>
  new Kysely({
    ...unused,
    executor: db
      .getExecutor()
      .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  })
