import { beforeAll, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import { type SenderField, senderFieldsOf } from '../platform/operation/field-access.ts'
import type { Registered } from '../platform/operation/registry.ts'
import { kindOf } from '../wellness/access.ts'
import type { Arranged } from './arranged.ts'
import { arrange, perform } from './arrangements.ts'
import { type Cast, newCast, roles } from './cast.ts'
import { expectProblem, type TestPerson } from './kit.ts'
import { postponeJobs, rowsOfAllTables } from './rows.ts'
import { newWellnessAdmin } from './wellness.ts'

/** Every field that is not for everybody to send, sent by everybody whom the operation admits. */

const fields = allOperations().flatMap((registered) =>
  senderFieldsOf(registered.operation).map((field) => ({ registered, ...field })),
)

let cast: Cast
let people: { product: string; kind: string; person: TestPerson }[]

beforeAll(async () => {
  cast = await newCast()
  const editor = { product: 'wellness', kind: kindOf.CONTENT, person: await newWellnessAdmin('CONTENT') }
  const others = Object.entries(roles).map(([role, rule]) => ({ ...rule, person: cast[role as keyof Cast] }))
  people = [...others, editor]
  await postponeJobs()
}, minutes(5))

/** The call with somebody else's id, or a switch that is on. */
function withField(way: Arranged, path: string): Arranged {
  const [part, name] = path.split('.') as ['query' | 'body', string]
  const given = way[part]?.[name]
  const value = given === undefined ? true : typeof given === 'string' ? cast.partner.id : given
  return { ...way, [part]: { ...way[part], [name]: value } }
}

async function trySending({ registered, path, sender }: SenderField & { registered: Registered }) {
  const { operation, module } = registered
  const [part, name] = path.split('.') as ['query' | 'body', string]
  const ways = await arrange(registered, cast)
  const way = ways.find((one) => one[part]?.[name] !== undefined) ?? ways[0]
  if (!way) throw new Error(`${registered.id} has no arranged call`)
  const sent = withField(way, path)
  for (const { product, kind, person } of people) {
    if (product !== module.product || !operation.access.admits.includes(kind)) continue
    const caller = { realm: module.realms[0] ?? 'marketplace', kind, id: person.id, sessionId: '' }
    const before = await rowsOfAllTables()
    const answer = await perform(registered, { ...sent, as: person })
    if (sender.admits(caller, sent[part]?.[name])) {
      expect(answer.body.error?.code, `${registered.id} ${path} as ${kind}`).not.toBe(sender.kind.code)
      continue
    }
    expectProblem(answer, sender.kind.status, sender.kind.code)
    expect(await rowsOfAllTables()).toEqual(before)
  }
}

test('there are such fields', () => {
  expect(fields.map(({ registered, path }) => `${registered.id} ${path}`)).toContain(
    'createPurchaseListing body.user_id',
  )
})

test.each(fields.map((field) => [field.registered.id, field.path, field] as const))(
  '%s takes %s only from whom it is for',
  async (_, __, field) => trySending(field),
)
