import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
const asFewAsAllowed = { memory: 8, passes: 1 }

/**
 * Tests sign thousands of people in, and each of their hashes would take the processor for as long as ten requests.
 * They get real ones, for as little work as the algorithm allows; programs of their own that tests start
 * work as hard as ever, and `acceptance/roles.test.ts` looks at what they keep.
 */
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, ...asFewAsAllowed }, callback)
syncBuiltinESMExports()
