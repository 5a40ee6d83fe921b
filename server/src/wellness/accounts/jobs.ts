import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { deleteUnverified } from './queries.ts'
import { verificationKept } from './verification.ts'

const reservedFor = days(7)

/** An address that nobody proved within a week is free again. */
export const sweepAccounts = job({
  name: 'wellness.accounts.sweep',
  cron: '7 * * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, clock }) {
    const at = clock.now()
    await deleteUnverified(db, {
      at,
      usersBefore: ago(at, reservedFor),
      verificationsBefore: ago(at, verificationKept),
    })
  },
})
