import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { runNow } from '../../testing/jobs.ts'
import { call, type TestPerson, world } from '../../testing/kit.ts'
import { practisedOn, savedYesterday } from '../../testing/practice-days.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { tellSavedStreaks } from './jobs.ts'

const tell = () => runNow(tellSavedStreaks, {})

async function noticesOf(as: TestPerson) {
  const { body } = await call('GET', `${wellnessBase}/notification`, { as })
  return body.data.flatMap(({ category, title }: { category: string; title: string }) =>
    category === 'STREAK' ? [title] : [],
  )
}
const streakOf = async (as: TestPerson) =>
  (await call('GET', `${wellnessBase}/user/profile`, { as })).body.data.streak

test('somebody whose streak of practice was saved hears of it once, and nobody else does', async () => {
  const [saved, broken, going] = [await newUser(), await newUser(), await newUser()]
  await practisedOn(saved.id, savedYesterday)
  await practisedOn(broken.id, [4, 3, 2])
  await practisedOn(going.id, [8, 7, 6, 5, 4, 3, 2, 1])
  expect(await streakOf(saved)).toEqual({ current: 7, best: 7, freezes: 0 })
  await tell()
  await tell()
  expect(await noticesOf(saved)).toEqual(['Saved your streak'])
  expect(await noticesOf(broken)).toEqual([])
  expect(await noticesOf(going)).toEqual([])
})

test('days of a suspension end no streak of practice, and use no freeze', async () => {
  const [ada, { host, clock }] = [await newUser(), await world()]
  await practisedOn(ada.id, [8, 7, 6, 1])
  expect(await streakOf(ada)).toEqual({ current: 1, best: 3, freezes: 0 })
  const suspend = (status: string, daysAgo: number) =>
    sql`update wellness.users set status = ${status}, updated_at = ${new Date(clock.now().getTime() - days(daysAgo))} where id = ${ada.id}`.execute(
      host.services.db,
    )
  await suspend('SUSPENDED', 5)
  await suspend('ACTIVE', 2)
  expect(await streakOf(ada)).toEqual({ current: 4, best: 4, freezes: 0 })
  await tell()
  expect(await noticesOf(ada)).toEqual([])
})
