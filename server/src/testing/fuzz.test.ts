import fc from 'fast-check'
import type { TObject, TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import { bodySchemaOf } from '../platform/operation/body.ts'
import { headersSchemaOf, querySchemaOf } from '../platform/operation/input.ts'
import type { Registered } from '../platform/operation/registry.ts'
import { faultOf } from './api-document.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import type { Answer } from './kit.ts'
import { callsAtEnds, fieldsOf } from './mutations.ts'
import { anyValueOf, goodValueOf, hostile } from './values.ts'
import { closeWorld, worldWith } from './world.ts'

/**
 * Hostile and merely other values through every parameter and field of every operation, and those at the ends of what is
 * allowed: a call that succeeds, with some of it exchanged. No 5xx, no status that the API document does not know, no reply
 * that is not what the document says, and a 2xx of every operation with a value exchanged, but of one (`ofOneOccasion`).
 */

const operations = answering(allOperations())
/** A longer run finds more: `FUZZ_REQUESTS=1000 npm test -- fuzz`. */
const hostileRequests = Number(process.env.FUZZ_REQUESTS ?? 30)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(performance.timeOrigin % 2 ** 31))

/** After these the next operation needs other people. */
const endsSessions = /logout|deleteSession|ContentViolation/i

function shuffled<T>(items: T[]): T[] {
  const [all = []] = fc.sample(fc.shuffledSubarray(items, { minLength: items.length }), { seed, numRuns: 1 })
  return all
}

/** One part of an input, near the one that succeeds. */
function nearTo(schema: TSchema | undefined, known: object | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined)
  const fields = Object.entries((schema as TObject).properties).map(
    ([name, inner]) =>
      [
        name,
        fc.oneof(
          { weight: 7, arbitrary: fc.constant(known?.[name as keyof typeof known]) },
          { weight: 1, arbitrary: anyValueOf(inner as TSchema) },
          { weight: 1, arbitrary: goodValueOf(inner as TSchema) },
        ),
      ] as const,
  )
  return fc.oneof(
    { weight: 20, arbitrary: fc.record(Object.fromEntries(fields)) },
    { weight: 5, arbitrary: goodValueOf(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  )
}

interface Sample {
  params?: unknown
  query?: unknown
  headers?: unknown
  body?: unknown
}

function samplesNear({ operation }: Registered, way: Arranged): Sample[] {
  const near = fc.record({
    params: nearTo(operation.params, way.params),
    query: nearTo(querySchemaOf(operation), way.query),
    headers: nearTo(headersSchemaOf(operation), way.headers),
    body: nearTo(bodySchemaOf(operation), way.body),
  })
  // Checking a password costs as much as ten other requests.
  const numRuns = Math.ceil(hostileRequests / (operation.credentials?.hashesPassword ? 5 : 1))
  return fc.sample(near, { seed, numRuns })
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : String(JSON.stringify(value))).toWellFormed()

/** The values of a part that goes into an address or a header, as text. */
const textsOf = (part: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((part ?? {}) as object)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, textOf(value)]),
  )

/** A call as a client can send it, whatever is in it. */
function sendable({
  as,
  signer,
  params,
  query,
  headers,
  body,
}: Sample & { as?: Arranged['as'] | undefined; signer?: Arranged['signer'] }): Arranged {
  const texts = Object.entries(textsOf(params)).map(([name, text]) => [name, text.slice(0, 150) || '-'])
  const inHeaders = Object.entries(textsOf(headers)).filter(
    // What no client can put into a header
    ([, value]) => value !== '' && !/[^\x20-\x7e]/.test(value),
  )
  return {
    ...(as ? { as } : {}),
    ...(signer ? { signer } : {}),
    params: Object.fromEntries(texts),
    query: textsOf(query),
    headers: Object.fromEntries(inHeaders),
    body,
  } as Arranged
}

// What was drawn for plans, fees and limits would hold for the files that come later.
beforeAll(() => worldWith({}), minutes(2))
afterAll(closeWorld)

const faults = new Set<string>()

async function ask(registered: Registered, way: Arranged): Promise<Answer> {
  const answer = await perform(registered, way)
  const fault = faultOf(registered, answer)
  if (fault)
    faults.add(`${registered.id} ${fault} to ${JSON.stringify({ ...way, as: undefined })}`.slice(0, 900))
  return answer
}

let cast: Cast

/** A call that succeeds. Among people whom others have blocked, suspended or locked out it takes new ones. */
async function newWay(registered: Registered): Promise<Arranged> {
  const [way = {}] = await arrange(registered, cast).catch(async () => {
    cast = await newCast()
    return arrange(registered, cast)
  })
  return way
}

async function askHostile(registered: Registered): Promise<void> {
  const way = await newWay(registered)
  for (const [index, sample] of samplesNear(registered, way).entries()) {
    const isNobody = registered.operation.access.isPublic && index % 2 === 0
    await ask(registered, sendable({ ...sample, as: isNobody ? undefined : way.as, signer: way.signer }))
  }
}

const triesPerField = 6
/** Of calls that write, since each of them needs rows of its own. */
const mostSuccesses = 3

/**
 * Exchanges the value of one field after the other for others that are as good, until a call
 * succeeds. What that has used up is arranged anew.
 * @returns for how many fields there was another value, and for how many of them a call succeeded.
 */
async function askOtherwise(registered: Registered): Promise<{ tried: number; succeeded: number }> {
  const { operation } = registered
  const isRead = operation.method === 'GET'
  let [way, other] = [await newWay(registered), await newWay(registered)]
  let [tried, succeeded] = [0, 0]
  for (const { mutations } of shuffled(fieldsOf(operation, way, seed))) {
    if (!isRead && succeeded === mostSuccesses) break
    // More wrong tries would lock the account.
    const calls = mutations(way, other).slice(0, operation.credentials ? 2 : triesPerField)
    tried += calls.length > 0 ? 1 : 0
    for (const call of calls) {
      const { status } = await ask(registered, sendable(call))
      if (!isRead && (status < 400 || operation.credentials))
        [way, other] = [await newWay(registered), await newWay(registered)]
      if (status >= 400) continue
      succeeded += 1
      break
    }
  }
  return { tried, succeeded }
}

/** What a later call needs anew is arranged anew once one has succeeded. */
async function askAtEnds(registered: Registered): Promise<void> {
  const isRead = registered.operation.method === 'GET'
  let way = await newWay(registered)
  const { length } = callsAtEnds(registered.operation, way)
  for (let index = 0; index < length; index += 1) {
    const { status } = await ask(registered, sendable(callsAtEnds(registered.operation, way)[index] ?? way))
    if (!isRead && status < 400) way = await newWay(registered)
  }
  // These have as many of some things as one may have.
  if (!isRead && length > 0) cast = await newCast()
}

/** Its code is good for the state of one and the same occasion (RFC 7636), so that no other value of either is as good. */
const ofOneOccasion = 'exchangeSocialCode'

/** Where there is nothing to exchange the arranged call counts. */
const succeedsOtherwise = async (registered: Registered): Promise<boolean> => {
  const { tried, succeeded } = await askOtherwise(registered)
  if (tried > 0 && registered.id !== ofOneOccasion) return succeeded > 0
  return (await ask(registered, await newWay(registered))).status < 400
}

test(`hostile input makes no failure and no surprise (seed ${seed})`, { timeout: minutes(30) }, async () => {
  console.log(
    `fuzz seed ${seed}, ${hostileRequests} hostile requests for each of ${operations.length} operations`,
  )
  const neverSucceeded: string[] = []
  let previous: Registered | undefined
  for (const registered of operations) {
    if (previous?.noun !== registered.noun || endsSessions.test(previous.id)) cast = await newCast()
    previous = registered
    if (!(await succeedsOtherwise(registered)))
      neverSucceeded.push(`${registered.module.product} ${registered.id}`)
    await askAtEnds(registered)
    await askHostile(registered)
    if (faults.size > 20) break
  }
  expect([...faults]).toEqual([])
  expect(neverSucceeded, 'a call with one value exchanged, and a success').toEqual([])
})
