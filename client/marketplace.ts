import { failingWithProblems } from './failures.ts'
import { createClient as createPlainClient } from './generated/marketplace/client/index.ts'
import { client as plainClient } from './generated/marketplace/client.gen.ts'

export { isUnanswered, noAnswer, unreadable } from './failures.ts'
export { createConfig } from './generated/marketplace/client/index.ts'
export * from './generated/marketplace/index.ts'

export const client = failingWithProblems(plainClient)
export const createClient: typeof createPlainClient = (config) =>
  failingWithProblems(createPlainClient(config))
