import { type Static, Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Timestamp } from '../../platform/operation/schema.ts'
import type { Flow, Work } from '../../platform/operation/work.ts'
import {
  type CardUsage,
  cardUsages,
  isOpen,
  paymentModes,
  type SetupIntent,
  setupStates,
} from '../../platform/payments/port.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { customerOf, type KnownCustomer, paymentsOf } from './customers.ts'
import { orDeclined, paymentDeclined } from './problems.ts'
import { closeSetupIntent, keepSetupIntent, reserveSetupIntent, type SetupIntentRow } from './queries.ts'

const reusedFor = hours(1)

const SetupIntentRecord = Type.Object(
  {
    setup_intent_id: Type.String({ description: 'the provider’s name for it' }),
    client_secret: Type.String({ description: 'lets your phone finish it; tell nobody' }),
    status: OneOf(setupStates),
    usage: OneOf(cardUsages),
    provider: Type.String({ description: 'stripe, or sandbox, which only pretends' }),
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
  replies: {
    200: {
      message: 'Setup intent created successfully',
      data: SetupIntentRecord,
    },
  },
  problems: [paymentDeclined, providerNotConfigured, providerUnavailable],
  // Whoever has many stolen cards tries them out by saving them.
  limit: { max: 60, windowSeconds: 3600 },

  async handle({ body: { usage = 'off_session' }, caller, ...flow }) {
    const { outside, step } = flow
    const customer = await customerOf(flow, caller.id)
    const first = await step('reserve', (work) => reserve(work, customer.id, usage))
    const open = await stillOpen(flow, customer, first)
    if (open) return present(customer, usage, first, open)
    const isFinished = first.provider_intent_id !== null
    const row = isFinished ? await step('renew', (work) => renew(work, first, customer.id, usage)) : first
    const wanted = { customerId: customer.providerId, usage }
    const intent = await outside('intent', {
      call: (providers, { signal }) =>
        paymentsOf(providers, customer).createSetupIntent(wanted, { key: row.id, signal }).catch(orDeclined),
      find: (providers, { signal }) =>
        paymentsOf(providers, customer).findSetupIntent(wanted, { key: row.id, signal }),
    })
    await step('keep', ({ db }) => keepSetupIntent(db, row.id, intent.id))
    return present(customer, usage, row, intent)
  },
})

/** The row of the intent that is handed out for an hour. Its id is the provider's key: who asks meanwhile gets the same intent. */
function reserve({ db, clock }: Work, customerId: string, usage: CardUsage): Promise<SetupIntentRow> {
  const at = clock.now()
  const bornAfter = new Date(at.getTime() - reusedFor)
  return reserveSetupIntent(db, { id: newId(), customerId, usage, at, bornAfter })
}

async function renew(work: Work, { id }: SetupIntentRow, customerId: string, usage: CardUsage) {
  await closeSetupIntent(work.db, id, work.clock.now())
  return reserve(work, customerId, usage)
}

/** The intent of a row, if the provider was asked for one and the phone has not finished it. */
async function stillOpen(
  { outside }: Flow,
  customer: KnownCustomer,
  { provider_intent_id: id }: SetupIntentRow,
): Promise<SetupIntent | undefined> {
  if (id === null) return undefined
  const intent = await outside('look', {
    call: (providers, { signal }) => paymentsOf(providers, customer).readSetupIntent(id, { signal }),
  })
  return isOpen(intent) ? intent : undefined
}

const present = (
  { provider, mode }: KnownCustomer,
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
