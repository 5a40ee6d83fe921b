import { failingWithProblems } from './failures.ts'
import { createClient as createPlainClient } from './generated/wellness/client/index.ts'
import { client as plainClient } from './generated/wellness/client.gen.ts'

export { isUnanswered, noAnswer, unreadable } from './failures.ts'
export { createConfig } from './generated/wellness/client/index.ts'
export * from './generated/wellness/index.ts'

export const client = failingWithProblems(plainClient)
export const createClient: typeof createPlainClient = (config) =>
  failingWithProblems(createPlainClient(config))
