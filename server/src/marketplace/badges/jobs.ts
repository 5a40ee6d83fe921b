import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import type { Work } from '../../platform/operation/work.ts'
import { insertFollowerNews, type Notice, notify, tellFollowers } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { type BirthdayRow, lockBirthdays, updateBirthdayOpenings } from '../users/public.ts'
import { nextWindow, windowAt } from './birthday.ts'
import { birthdayNews } from './news.ts'

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
  const begun = open.filter(({ window }) => window.opensAt <= now)
  await notify(
    work,
    begun.map(({ person, window }) => noticeOf(person, window.year)),
  )
  for (const { person, window } of begun)
    if (person.tells_birthday) await tellFollowersOf(work, person, window.year)
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

/** Their followers find it in their inboxes at once, as one row, and hear of it by a job, as of a listing. */
async function tellFollowersOf(work: Work, person: BirthdayRow, year: number): Promise<void> {
  const news = birthdayNews(person, year)
  if (await insertFollowerNews(work.db, news, work.clock.now()))
    await work.enqueue(tellFollowers, { newsId: news.id })
}
