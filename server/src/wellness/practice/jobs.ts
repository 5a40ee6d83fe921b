import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { keepAppeal, lockCatalogue } from '../exercises/public.ts'
import { practiceOfAll } from '../sessions/public.ts'

/** Sums, once a night, what people did of each exercise, so that no list has to. */
export const sumAppeal = job({
  name: 'wellness.practice.sum-appeal',
  cron: '7 0 * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db }) {
    await lockCatalogue(db)
    const practice = await practiceOfAll(db)
    await keepAppeal(
      db,
      [...practice].map(([exerciseId, { completed, moodLift }]) => ({
        exerciseId,
        popularity: completed,
        moodLift: moodLift ?? 0,
      })),
    )
  },
})
