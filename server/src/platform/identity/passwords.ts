import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type Problem, problem } from '../operation/problem.ts'

const argon2Async = promisify(argon2)
// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

export const tooManyHashes = problem(
  503,
  'SIGN_IN_BUSY',
  'Many people are signing in right now. Try again in a moment.',
  {
    retryAfterSeconds: 2,
  },
)

/**
 * Lets a few in at a time. The others wait, and those for whom they ask take turns, so that a crowd of one
 * holds up nobody else. Where too many wait they are refused.
 */
function gate(mostAtOnce: number, longest = { queue: Infinity, queueOfOne: Infinity }) {
  let running = 0
  let size = 0
  const queues = new Map<string, (() => void)[]>()

  function enter(whose: string): Promise<void> {
    const queue = queues.get(whose) ?? []
    if (size >= longest.queue || queue.length >= longest.queueOfOne) throw tooManyHashes()
    size += 1
    queues.set(whose, queue)
    return new Promise((resolve) => queue.push(resolve))
  }

  function leave(): void {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [whose, queue] = next
    size -= 1
    queues.delete(whose)
    queue.shift()?.()
    if (queue.length > 0) queues.set(whose, queue)
  }

  return async <T>(whose: string, work: () => Promise<T>): Promise<T> => {
    if (running >= mostAtOnce) await enter(whose)
    else running += 1
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/**
 * Runs a whole operation that hashes a password, for a network address. Few at a time, and before it takes
 * a connection: a rush of sign-ins then waits here instead of holding up every other write.
 */
export const amongSignIns = gate(4, { queue: 200, queueOfOne: 50 })

/** Hashing shares a few threads with the rest of the program. */
const withSlot = gate(2)

const digest = (
  password: string,
  nonce: Buffer,
  tagLength: number,
  { memory, passes, parallelism } = cost,
): Promise<Buffer> =>
  withSlot('', () =>
    argon2Async('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce,
      tagLength,
      memory,
      passes,
      parallelism,
    }),
  )

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** @returns the argon2id hash in PHC string form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await digest(password, salt, 32)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const nobodysHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(Buffer.alloc(16, 7))}$${base64(Buffer.alloc(32, 7))}`

/** Compares in the same time whether or not there is a hash to compare with. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(stored ?? nobodysHash) ?? []
  const expected = Buffer.from(hash, 'base64')
  const actual = await digest(password, Buffer.from(salt, 'base64'), expected.length, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(actual, expected) && stored !== null && stored !== undefined
}

/** @returns the hash of a password that replaces the earlier ones. @throws the refusal when it is one of them. */
export async function hashReplacement(
  password: string,
  earlier: readonly (string | null)[],
  reused: () => Problem,
): Promise<string> {
  for (const hash of earlier) if (await verifyPassword(password, hash)) throw reused()
  return hashPassword(password)
}
