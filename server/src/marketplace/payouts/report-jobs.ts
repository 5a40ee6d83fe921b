import { Type } from 'typebox'
import { days, hours } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Flow, Reading, Work } from '../../platform/operation/work.ts'
import type { Movement } from '../../platform/payments/reporting.ts'
import { type Processor, paymentsOf } from '../payments/public.ts'
import { keepReport, selectMatchedUntil } from '../wallet/public.ts'
import { compare, entryKeyOf, withoutUnsettled } from './reconciliation.ts'
import { hasPayPal, selectBooked, selectOurs } from './report-queries.ts'

/** What is younger may still be on its way from one to the other. */
const settledMs = hours(1)
/** What the ledger books, the provider may have had so long before: a payout is booked once it has arrived. */
const earlierMs = days(10)
const mostMs = days(31)

/**
 * Compares what the provider reports of our account with what the ledger says of it: since the last time that both said the
 * same, and of a day at least. PayPal reports nothing of itself; what is known of it are its notices alone.
 */
export const compareWithProvider = job({
  name: 'marketplace.payouts.compare-with-provider',
  data: Type.Object({ proofId: Id }),
  runs: 'steps',
  atOnce: 1,
  async handle(flow, { proofId }) {
    const { paymentProvider: provider, moneyMode: mode } = flow.services
    if (provider !== null) await compareOf(flow, proofId, { provider, mode })
    await flow.step('not reported', async (work) => {
      if (!(await hasPayPal(work.db))) return
      const at = work.clock.now()
      const report = { state: 'not_reported' as const, from_at: at, until_at: at, sums: [], differences: [] }
      await keepReport(work, { ...report, proof_id: proofId, provider: 'paypal', mode })
    })
  },
})

async function compareOf(flow: Flow, proofId: string, processor: Processor): Promise<void> {
  const { until, from } = await flow.read((reading) => spanOf(reading, processor))
  const said = await flow.outside<Movement[] | null>('report', {
    call: async (providers, { signal }) => {
      const span = { from: new Date(from.getTime() - earlierMs), until: flow.clock.now() }
      try {
        return await paymentsOf(providers, processor).listMovements(span, { signal })
      } catch (error) {
        flow.services.log.warn(
          { error, provider: processor.provider },
          'what the provider reports cannot be had',
        )
        return null
      }
    },
  })
  await flow.step('compare', (work) => keep(work, proofId, { ...processor, from, until, said }))
}

async function spanOf({ db, clock }: Reading, processor: Processor): Promise<{ from: Date; until: Date }> {
  const until = clock.now().getTime() - settledMs
  const matched = (await selectMatchedUntil(db, processor))?.getTime() ?? 0
  const from = Math.max(until - mostMs, Math.min(matched, until - days(1)))
  return { from: new Date(from), until: new Date(until) }
}

interface Asked extends Processor {
  from: Date
  until: Date
  /** Null where the provider did not say. */
  said: Movement[] | null
}

async function keep(work: Work, proofId: string, { said, from, until, ...processor }: Asked): Promise<void> {
  const report = { ...processor, proof_id: proofId, from_at: from, until_at: until }
  if (said === null) return keepReport(work, { ...report, state: 'unknown', sums: [], differences: [] })
  const { ours, underWay } = await oursIn(work, processor.provider, said)
  const booked = await selectBooked(work.db, { ...processor, from, until, keys: ours.map(entryKeyOf) })
  const compared = compare(withoutUnsettled(ours, booked, underWay), booked, { from, until })
  const state = compared.differences.length === 0 ? 'matches' : 'differs'
  await keepReport(work, { ...report, ...compared, state })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What others do with the same account is left out; of the rest it is said what is not settled here yet. */
async function oursIn(
  { db }: Work,
  provider: string,
  said: readonly Movement[],
): Promise<{ ours: Movement[]; underWay: ReadonlySet<string> }> {
  const ids = said.flatMap(({ key }) => (key !== null && uuid.test(key) ? [key] : []))
  const paymentIds = said.flatMap(({ paymentId }) => paymentId ?? [])
  const { ours, underWay, payments } = await selectOurs(db, { provider, ids, paymentIds })
  const isOurs = ({ key, paymentId }: Movement) =>
    (key !== null && ours.has(key)) || (paymentId !== null && payments.has(paymentId))
  return { ours: said.filter(isOurs), underWay }
}
