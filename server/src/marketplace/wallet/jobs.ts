import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { anyCollectable } from './debt-queries.ts'
import { collect } from './debts.ts'
import { proveLedger } from './proof.ts'
import { anyWithoutNumber, numberReceipts } from './receipt-queries.ts'

/** Proves the whole ledger: every night, when a process starts, and when an administrator asks. */
export const proveWholeLedger = job({
  name: 'marketplace.wallet.prove-ledger',
  cron: '17 3 * * *',
  data: Nothing,
  runs: 'write',
  atOnce: 1,
  async handle(work) {
    await proveLedger(work, 'all')
  },
})

/** Proves what was booked since the last proof. */
export const proveNewEntries = job({
  name: 'marketplace.wallet.prove-new-entries',
  cron: '47 * * * *',
  data: Nothing,
  runs: 'write',
  atOnce: 1,
  async handle(work) {
    await proveLedger(work, 'new')
  },
})

const numberedAtOnce = 1000

/** Gives new receipts their numbers. */
export const numberNewReceipts = job({
  name: 'marketplace.wallet.number-receipts',
  due: anyWithoutNumber,
  data: Nothing,
  runs: 'write',
  atOnce: 1,
  async handle({ db, enqueue }) {
    const counts = await Promise.all(paymentModes.map((mode) => numberReceipts(db, mode, numberedAtOnce)))
    if (counts.includes(numberedAtOnce)) await enqueue(numberNewReceipts, {})
  },
})

const collectedAtOnce = 200

/** Takes what came meanwhile to people who owe what a bank took back. */
export const collectDebts = job({
  name: 'marketplace.wallet.collect-debts',
  due: anyCollectable,
  data: Nothing,
  runs: 'write',
  atOnce: 1,
  async handle(work) {
    if ((await collect(work, { most: collectedAtOnce })) === collectedAtOnce)
      await work.enqueue(collectDebts, {})
  },
})
