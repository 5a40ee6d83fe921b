import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../platform/operation/operation.ts'
import { problem } from '../platform/operation/problem.ts'
import { type Module, type Registered, register } from '../platform/operation/registry.ts'
import { Integer, Text } from '../platform/operation/schema.ts'
import type { Flow } from '../platform/operation/work.ts'
import { anyone, everyone } from '../wellness/access.ts'

/** A purchase in steps: reserve, charge outside, settle. No product has it; it is there to be killed. */

const declined = problem(402, 'DECLINED', 'The bank said no.')
const tooFew = problem(409, 'TOO_FEW', 'There is not so much.')

const Purchase = Type.Object({
  order: Text(1, 60),
  amount: Integer(0, 1000),
  /** Where the process that runs with `--dies` ends or freezes itself. */
  point: Type.Optional(Integer(0, 20)),
  signal: Type.Optional(Type.Union([Type.Literal('SIGKILL'), Type.Literal('SIGSTOP')])),
  /** Whether it is refused once it is charged, so that everything is taken back. */
  isRefused: Type.Optional(Type.Boolean()),
  /** The provider's address. */
  provider: Type.String({ maxLength: 200 }),
})

export const pointsOfPurchase = 9
/** Those at which it is being taken back: before the charge is, after it, and in the transaction of the reservation. */
export const pointsOfUndoing = [9, 10, 11]

interface Charge {
  chargeId: string
}

const declare = (audits: boolean) =>
  operation({
    source: 'only the tests register it',
    method: 'POST',
    path: '/purchase',
    summary: 'Buy something, in steps',
    access: anyone,
    runs: 'steps',
    body: Purchase,
    replies: { 200: { message: 'Bought', data: Type.Object({ chargeId: Type.String() }) } },
    problems: [declined, tooFew],

    async handle({ body, step, outside }) {
      const reach = (point: number) => {
        if (process.argv.includes('--dies') && body.point === point)
          process.kill(process.pid, body.signal ?? 'SIGKILL')
      }
      reach(0)
      await reserve({ step }, body, { reserved: () => reach(1), undone: () => reach(11) })
      reach(2)
      const ask = async (method: string, key: string, signal: AbortSignal) => {
        const query = new URLSearchParams({ key, order: body.order })
        return fetch(`${body.provider}?${query}`, { method, signal })
      }
      const { chargeId } = await outside<Charge>('charge', {
        async call(_, { key, signal }) {
          reach(3)
          const response = await ask('POST', key, signal)
          reach(4)
          if (response.status === 402) throw declined()
          if (!response.ok) throw new Error(`the provider answered ${response.status}`)
          const { id } = (await response.json()) as { id: string }
          return { chargeId: id }
        },
        async find(_, { key, signal }) {
          const response = await ask('GET', key, signal)
          if (response.status === 404) return undefined
          const { id } = (await response.json()) as { id: string }
          return { chargeId: id }
        },
        async undo(_, { chargeId }, { signal }) {
          reach(9)
          await ask('DELETE', chargeId.slice(3), signal)
          reach(10)
        },
      })
      reach(5)
      if (audits) await step('audit', async ({ db }) => void (await sql`select 1`.execute(db)))
      reach(6)
      await settle({ step }, body, chargeId, () => reach(7))
      reach(8)
      return { chargeId }
    },
  })

const reserve = (
  { step }: Pick<Flow, 'step'>,
  { order, amount }: { order: string; amount: number },
  { reserved, undone }: { reserved(): void; undone(): void },
) =>
  step(
    'reserve',
    async ({ db }) => {
      if (amount > 900) throw tooFew()
      await sql`insert into test_steps.purchase (id, state) values (${order}, 'reserved')`.execute(db)
      reserved()
    },
    async ({ db }) => {
      await sql`update test_steps.purchase set state = 'undone', undoings = undoings + 1 where id = ${order}`.execute(
        db,
      )
      undone()
    },
  )

const settle = (
  { step }: Pick<Flow, 'step'>,
  { order, isRefused }: { order: string; isRefused?: boolean },
  chargeId: string,
  reached: () => void,
) =>
  step('settle', async ({ db }) => {
    if (isRefused) throw tooFew()
    await sql`
      update test_steps.purchase set state = 'settled', charge = ${chargeId}, settlings = settlings + 1 where id = ${order}`.execute(
      db,
    )
    reached()
  })

/** A wellness app of nothing else: a process that lives for a moment loads no more. */
const shop: Omit<Module, 'nouns'> = {
  product: 'wellness',
  basePath: '/shop',
  title: 'Shop',
  about: { description: '', tags: {} },
  realms: ['wellness-user'],
  jobs: [],
  configKeys: [],
  cards: [],
  events: [],
  reactions: [],
  kinds: everyone,
  staff: [],
  createAdministrator: async () => false,
  roles: [],
  setRole: async () => 'There are none.',
  loadCallers: async () => [],
}

/** The purchase, as it is, or with a step more, as after an upgrade. */
export const purchaseOperations = ({ audits = false } = {}): Registered[] =>
  register({ ...shop, nouns: { purchases: { purchase: declare(audits) } } })
