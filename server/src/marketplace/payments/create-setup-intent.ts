import { type Static, Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { Flow, Work } from '../../platform/operation/work.ts'
import {
  type CardUsage,
  cardUsages,
  paymentModes,
  type SetupIntent,
  setupStates,
} from '../../platform/payments/port.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { paymentDeclined } from './problems.ts'
import { customerRowOf, madeFor, makeCustomer, type Processor, paymentsOf } from './processor.ts'
import { keepSetupIntent, reserveSetupIntent, type SetupIntentRow } from './queries.ts'

const reusedFor = hours(1)

const SetupIntentRecord = Type.Object(
  {
    setup_intent_id: Shown('seti_1Q2w3e', 'the provider’s name for it'),
    client_secret: Shown('seti_1Q2w3e_secret_4r5t', 'lets your phone finish it; tell nobody'),
    status: OneOf(setupStates),
    usage: OneOf(cardUsages),
    provider: Shown('sandbox', 'stripe, or sandbox, which only pretends'),
    mode: OneOf(paymentModes, { description: 'whether real cards are saved' }),
    reused_until: Timestamp,
  },
  { title: 'SetupIntentRecord' },
)

export const createSetupIntent = operation({
  key: 'M89',
  source: 'named in the specification; method, path, input and shape chosen here',
  method: 'POST',
  path: '/payment-mgt/create-setup-intent',
  summary: 'Get leave to save a card, which your phone finishes with the payment provider',
  access: member,
  runs: 'steps',
  idempotency: 'required',
  body: Type.Object({
    usage: Type.Optional(
      OneOf(cardUsages, {
        default: 'off_session',
        description: 'whether the card is charged also when you are not there',
      }),
    ),
  }),
  replies: { 200: { message: 'Setup intent created successfully', data: SetupIntentRecord } },
  problems: [paymentDeclined, providerNotConfigured, providerUnavailable],
  // Whoever has many stolen cards tries them out by saving them.
  limit: { max: 60, windowSeconds: 3600 },

  async handle({ body: { usage = 'off_session' }, caller, ...flow }) {
    const { outside, step } = flow
    const processor = await outside('processor', {
      call: async ({ payments: { provider, mode } }): Promise<Processor> => ({ provider, mode }),
    })
    const { customer, first } = await step('reserve', async (work) => {
      const row = await customerRowOf(work, caller.id, processor)
      return { customer: row, first: await openRow(work, row.id, usage) }
    })
    const customerId =
      customer.provider_customer_id ?? (await makeCustomer(flow, processor, caller.id, customer))
    const open = await stillOpen(flow, processor, first)
    if (open) return present(processor, usage, first, open)
    const row =
      first.provider_intent_id === null
        ? first
        : await step('renew', (work) => openRow(work, customer.id, usage, first.id))
    const wanted = { customerId, usage }
    const intent = await outside(
      'intent',
      madeFor(row, processor, {
        make: (payments, asking) => payments.createSetupIntent(wanted, asking),
        find: (payments, asking) => payments.findSetupIntent(wanted, asking),
      }),
    )
    await step('keep', ({ db }) => keepSetupIntent(db, row.id, intent.id))
    return present(processor, usage, row, intent)
  },
})

/** The row of the intent that is handed out for an hour, unless the phone has finished it. */
function openRow(
  { db, clock }: Work,
  customerId: string,
  usage: CardUsage,
  finishedId: string | null = null,
): Promise<SetupIntentRow> {
  const at = clock.now()
  const bornAfter = new Date(at.getTime() - reusedFor)
  return reserveSetupIntent(db, { id: newId(), customerId, usage, at, bornAfter, finishedId })
}

/** Whether the phone can still finish it. */
const isOpen = ({ status }: SetupIntent): boolean =>
  status === 'requires_payment_method' || status === 'requires_action'

/** The intent of a row, if the provider was asked for one and the phone has not finished it. */
async function stillOpen(
  { outside }: Flow,
  processor: Processor,
  { provider_intent_id: id }: SetupIntentRow,
): Promise<SetupIntent | undefined> {
  if (id === null) return undefined
  const intent = await outside('look', {
    call: (providers, { signal }) => paymentsOf(providers, processor).readSetupIntent(id, { signal }),
  })
  return isOpen(intent) ? intent : undefined
}

const present = (
  { provider, mode }: Processor,
  usage: CardUsage,
  { created_at: createdAt }: SetupIntentRow,
  intent: SetupIntent,
): Static<typeof SetupIntentRecord> => ({
  setup_intent_id: intent.id,
  client_secret: intent.clientSecret,
  status: intent.status,
  usage,
  provider,
  mode,
  reused_until: new Date(createdAt.getTime() + reusedFor).toISOString(),
})
