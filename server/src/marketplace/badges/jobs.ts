import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type Notice, notify } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { type BirthdayRow, lockBirthdays, updateBirthdayOpenings } from '../users/public.ts'
import { nextWindow, windowAt } from './birthday.ts'

const atOnce = 500

/** Tells people whose birthday has begun where they are; every zone begins its days at a quarter of an hour. */
export const tellOfBirthdays = job({
  name: 'marketplace.tell-of-birthdays',
  cron: '*/15 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    if ((await tell(work)) === atOnce) await work.enqueue(tellOfBirthdays, {})
  },
})

async function tell(work: Work): Promise<number> {
  const now = work.clock.now()
  const people = await lockBirthdays(work.db, now, atOnce)
  const open = people.map((person) => ({ person, window: windowAt(person.birthday, person.timezone, now) }))
  await notify(
    work,
    open
      .filter(({ window }) => window.opensAt <= now)
      .map(({ person, window }) => noticeOf(person, window.year)),
  )
  await updateBirthdayOpenings(
    work.db,
    people.map(({ id, birthday, timezone }) => ({
      id,
      opensAt: nextWindow(birthday, timezone, now).opensAt,
    })),
  )
  return people.length
}

const noticeOf = ({ id }: BirthdayRow, year: number): Notice => ({
  recipientId: id,
  actorId: null,
  category: 'birthday',
  sourceEvent: `birthday:${id}:${year}`,
  reference: { model: 'user', id },
  title: inEachLanguage(({ birthday }) => birthday.title),
  message: inEachLanguage(({ birthday }) => birthday.message),
  action: {
    label: inEachLanguage(({ birthday }) => birthday.claim),
    actionType: 'navigate',
    payload: { screen: 'BirthdayHat', id },
  },
})
