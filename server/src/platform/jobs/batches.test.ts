import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, world } from '../../testing/kit.ts'
import { newMail, queueForLater } from '../../testing/queued-mail.ts'
import { deliverMail } from '../mail/jobs.ts'

interface Row {
  state: string
  retry_count: number
  reason: string | null
}

test('of jobs that are taken up together each ends as it does: who fails is tried again, the others are done', async () => {
  const { db } = (await world()).host.services
  const ids: string[] = []
  const mails = [await newMail(), await newMail(), await newMail()]
  for (const mailId of mails) {
    await queueForLater(deliverMail, { mailId })
    const { rows } = await sql<{ id: string }>`
      select id from pgboss.job where name = ${deliverMail.name} and data->>'mailId' = ${mailId}`.execute(db)
    ids.push(rows[0]?.id ?? '')
  }
  const [first = '', broken = '', last = ''] = ids
  await sql`
    update pgboss.job set start_after = now(), data = case when id = ${broken} then '{}' else data end
    where name = ${deliverMail.name} and id = any(${ids}::uuid[])`.execute(db)
  const ends = (id: string, state: string) =>
    eventually(async () => {
      const { rows } = await sql<Row>`
        select state, retry_count, output->>'message' as reason from pgboss.job where id = ${id}`.execute(db)
      return rows[0]?.state === state ? rows[0] : undefined
    })
  const failed = await ends(broken, 'retry')
  expect(failed.reason).toContain('is not what it declares')
  await ends(first, 'completed')
  await ends(last, 'completed')
  await sql`
    update pgboss.job set start_after = now(), data = ${JSON.stringify({ mailId: mails[1] })}
    where name = ${deliverMail.name} and id = ${broken}`.execute(db)
  // It may have been tried once more meanwhile.
  const done = await ends(broken, 'completed')
  expect(done.retry_count).toBeGreaterThan(0)
})
