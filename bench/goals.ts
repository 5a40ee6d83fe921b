// What people have set out to do, and what they were asked at first. It is written once by the product's own code, and copied
// to everybody who has it.
import { sql } from 'kysely'
import { readFiles } from '../server/src/demo/files.ts'
import { writeQuestionnaires } from '../server/src/demo/write-questionnaires.ts'
import type { Host } from '../server/src/host.ts'
import { platformItself, transact } from '../server/src/platform/operation/transact.ts'
import type { Work } from '../server/src/platform/operation/work.ts'
import { addDays } from '../server/src/wellness/days/public.ts'
import { daysOn } from '../server/src/wellness/goals/days-of-goals.ts'
import { remindedOf, viewOf } from '../server/src/wellness/goals/kept-course.ts'
import { plantGoal } from '../server/src/wellness/goals/public.ts'
import { keyOf } from '../server/src/wellness/personal-keys/public.ts'
import type { KeptAnswer } from '../server/src/wellness/questionnaires/answers.ts'
import { sealSet } from '../server/src/wellness/questionnaires/content.ts'
import { selectAsked } from '../server/src/wellness/questionnaires/queries.ts'
import type { AskedQuestion } from '../server/src/wellness/questionnaires/question.ts'
import { replaceReminders } from '../server/src/wellness/reminders/public.ts'
import { parts, statements, withoutIndexes, withWriters } from './bulk.ts'
import { goalDays, goalNumberIn, goals, idIn, idOf, type Size, timezone } from './town.ts'

const largeTables = ['wellness.daily_goal', 'wellness.goal', 'wellness.goal_revision']

/** Writes the goals of those who chat; every other of them has answered what newcomers are asked. */
export async function writeGoals({ services }: Host, connectionString: string, size: Size): Promise<void> {
  const writing = <T>(write: (work: Work) => Promise<T>) => transact(services, platformItself, write)
  const userId = await writing((work) => plantGoals(work, size))
  await withWriters(connectionString, (writers) =>
    withoutIndexes(writers, largeTables, () => writers.run(statements(copiesOf(userId, size)))),
  )
  await writing((work) => writeQuestionnaires(work.db, readFiles(), services.clock.now()))
  for (const part of parts(Math.ceil(size.chatters / 2), atOnce))
    await writing((work) => writeAnswers(work, part))
}

/** The goals of somebody who is not asked for them. @returns whose they are */
async function plantGoals(work: Work, { people }: Size): Promise<string> {
  const owner = { id: idOf('wellnessUser', people - 1), timezone, dayStartMinutes: 0, language: 'en' }
  const view = await viewOf(work, owner)
  const startDate = addDays(view.today, -goalDays.began)
  const missed = new Set([addDays(view.today, -goalDays.missed)])
  for (const [position, goal] of goals.entries()) {
    const planted = { userId: owner.id, position, said: { ...goal, startDate }, missed }
    await plantGoal(work.db, planted, view)
  }
  const [first] = await daysOn(work.db, owner.id, view, view.today)
  if (first) await replaceReminders(work, remindedOf(first.course), [{ time: anHourAgo() }])
  return owner.id
}

/** What rings every day rang by then, and does not while anybody is measured. */
const anHourAgo = () =>
  new Date(Date.now() - 3_600_000).toLocaleTimeString('en-GB', { timeZone: timezone, timeStyle: 'short' })

/** Statements that give everybody who chats what somebody has. */
function copiesOf(userId: string, { chatters }: Size): string[] {
  const people = `generate_series(0, ${chatters - 1}::bigint) n`
  const goal = idIn('goal', goalNumberIn('n', 'g.position'))
  const user = idIn('wellnessUser', 'n')
  const ofGoals = (table: string, ids: string) =>
    `insert into wellness.${table} select copy.* from wellness.goal g
     ${table === 'goal' ? '' : `join wellness.${table} t on t.goal_id = g.id`} cross join ${people}
     cross join lateral jsonb_populate_record(${table === 'goal' ? 'g' : 't'}, jsonb_build_object(${ids})) copy
     where g.user_id = '${userId}'`
  return [
    ofGoals('goal', `'id', ${goal}, 'user_id', ${user}`),
    ofGoals('goal_revision', `'goal_id', ${goal}`),
    ofGoals('daily_goal', `'goal_id', ${goal}, 'user_id', ${user}`),
    ofGoals('reminded_goal', `'goal_id', ${goal}, 'user_id', ${user}`),
    `insert into wellness.reminder (id, goal_id, user_id, minutes, is_enabled, next_at, next_date, created_at, updated_at)
     select ${idIn('reminder', 'n')}, ${goal}, ${user}, r.minutes, r.is_enabled, r.next_at, r.next_date, r.created_at, r.updated_at
     from wellness.goal g join wellness.reminder r on r.goal_id = g.id cross join ${people} where g.user_id = '${userId}'`,
  ]
}

/** People whose answers one statement writes. */
const atOnce = 1000

async function writeAnswers(work: Work, [from, to]: [from: number, to: number]): Promise<void> {
  const { db, clock } = work
  const at = clock.now()
  const questions = await selectAsked(db, 'onboarding', 1)
  const answers = questions.map((question) => answerTo(question, at))
  const sets: { id: string; userId: string; sealed: Buffer }[] = []
  for (let n = from; n < to; n += 1) {
    const [id, userId] = [idOf('answerSet', n), idOf('wellnessUser', 2 * n)]
    const key = await keyOf(work, userId)
    sets.push({ id, userId, sealed: sealSet(key, id, { answers, result: null }) })
  }
  await sql`
    with answered as (
      insert into wellness.answer_set (id, user_id, instrument, number, status, sealed, started_at, completed_at, updated_at)
      select id, person, 'onboarding', 1, 'COMPLETED', sealed, ${at}, ${at}, ${at}
      from unnest(${sets.map(({ id }) => id)}::uuid[], ${sets.map(({ userId }) => userId)}::uuid[],
        ${sets.map(({ sealed }) => sealed)}::bytea[]) s (id, person, sealed)
      returning id, user_id)
    insert into wellness.answering (user_id, instrument, set_id, served) select user_id, 'onboarding', id, 1 from answered`.execute(
    db,
  )
}

/** The first choice, the least of a scale, and no word. */
function answerTo({ id, revision_id, type, min, options }: AskedQuestion, at: Date): KeptAnswer {
  const answer = { questionId: id, revisionId: revision_id, at: at.getTime(), counted: [] }
  const [first] = options
  if (first) return { ...answer, optionIds: [first.id] }
  if (type === 'SCALE') return { ...answer, value: min ?? 0 }
  return type === 'BOOLEAN' ? { ...answer, value: true } : { ...answer, isSkipped: true }
}
