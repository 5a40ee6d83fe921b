import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Queued } from '../../platform/jobs/queued.ts'
import { Id, Nullable } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { textsIn } from '../texts.ts'
import { type AskedAgainRow, selectAskedAgain } from './answer-queries.ts'

const batch = 200

const AskAgainData = Type.Object({
  instrument: Type.String({ maxLength: 40 }),
  number: Type.Integer({ minimum: 1 }),
  after: Nullable(Id),
})

/** Tells those who answered an earlier version that there is a new one, some at a time. */
export const askAgain = job({
  name: 'wellness.questionnaires.ask-again',
  data: AskAgainData,
  runs: 'write',
  async handle(work, { instrument, number, after }) {
    const people = await selectAskedAgain(work.db, { instrument, number, after, limit: batch })
    await tell(work, people, { instrument, number })
    const last = people.length < batch ? undefined : people.at(-1)
    const again: Queued<typeof AskAgainData> = askAgain
    if (last) await work.enqueue(again, { instrument, number, after: last.user_id })
  },
})

async function tell(
  work: Work,
  people: readonly AskedAgainRow[],
  { instrument, number }: { instrument: string; number: number },
): Promise<void> {
  const told = await notify(
    work,
    people.map(({ user_id: userId, language }) => {
      const { title, message } = textsIn(language).questionnaire.newVersion
      const sourceEvent = `questionnaire ${instrument} ${number}`
      return {
        userId,
        category: 'CONTENT',
        title,
        message,
        sourceEvent,
        link: `/questionnaires/${instrument}`,
      }
    }),
  )
  for (const { user_id, name, email, language, wants_mail } of people) {
    // Whoever has the notice already had the mail with it.
    if (email === null || !wants_mail || !told.has(user_id)) continue
    const { newVersion } = textsIn(language).questionnaire
    await work.mail({ to: email, subject: newVersion.subject, text: newVersion.text(name), isBulk: true })
  }
}
