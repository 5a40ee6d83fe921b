import { beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { newGoal } from '../../testing/goals.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import { signedInAgain } from '../../testing/referrals.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { sumAppeal } from '../practice/jobs.ts'

const base = `${wellnessBase}/user`
let grace: TestPerson
beforeAll(async () => {
  grace = await newWellnessAdmin()
})

interface Found {
  id: string
  reason: string | null
  reasonCode: string | null
  isLocked: boolean
}
type Query = Record<string, string | number>

const ask = (as: TestPerson, query: Query, headers = {}) =>
  call('GET', `${base}/exercise`, { as, query, headers })
const list = async (as: TestPerson, query: Query, headers = {}): Promise<Found[]> =>
  (await granted(ask(as, query, headers))).body.data
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)

/** A session of ten minutes, as it was felt before and after. */
async function practise(
  as: TestPerson,
  exerciseId: string,
  [before, after]: readonly [string, string],
  agoMs = 0,
): Promise<void> {
  const { clock } = await world()
  const startedAt = clock.now().getTime() - agoMs - minutes(10)
  for (const [type, feeling, at] of [
    ['START', before, startedAt],
    ['COMPLETE', after, startedAt + minutes(10)],
  ] as const) {
    const headers = { occurredAt: new Date(at).toISOString() }
    await granted(call('POST', `${base}/wellness`, { as, query: { exerciseId, type, feeling }, headers }))
  }
}

/** Three exercises of two categories that share a tag of their own. */
async function newTagged() {
  const tag = `tag ${newId()}`
  const [one, two] = [await newCategory(grace), await newCategory(grace)]
  const long = await newExercise(grace, one, { tags: [tag, 'Evening'], durationSec: 900 })
  const short = await newExercise(grace, two, { tags: [tag.toUpperCase()], durationSec: 60 })
  const open = await newExercise(grace, two, { tags: [tag], durationSec: undefined, goodFor: ['ANXIOUS'] })
  return { tag, one, long, short, open }
}

describe('the list of all exercises', () => {
  test('is found by tags, by feeling and by words, in any case', async () => {
    const ada = await newUser()
    const { tag, long, short, open } = await newTagged()
    const found = async (query: Query) => ids(await list(ada, { sort: 'new', ...query }))
    expect(await found({ tags: tag })).toEqual([open, short, long])
    expect(await found({ tags: ` EVENING, ${tag.toUpperCase()},` })).toEqual([long])
    expect(await found({ tags: tag, feeling: 'ANXIOUS' })).toEqual([open])
    expect(await found({ tags: `${tag},${newId()}` })).toEqual([])
    const title = `Träume ${newId()}`
    const named = await newExercise(grace, await newCategory(grace), { title })
    expect(await found({ q: title.toLowerCase().replace('ä', 'a') })).toEqual([named])
  })

  test('is sorted by age, by length and by how much it is practised, in pages', async () => {
    const ada = await newUser()
    const { tag, long, short, open } = await newTagged()
    await practise(ada, long, ['3', '5'])
    await practise(ada, long, ['3', '5'], minutes(20))
    await practise(ada, short, ['3', '5'])
    await sweepNow(sumAppeal)
    for (const [sort, expected] of [
      ['new', [open, short, long]],
      ['duration', [short, long, open]],
      ['popular', [long, short, open]],
    ] as const) {
      expect([sort, ids(await list(ada, { tags: tag, sort }))]).toEqual([sort, expected])
      const { body: first } = await granted(ask(ada, { tags: tag, sort, limit: 2 }))
      const cursor = String(first.meta.nextCursor)
      const { body: second } = await granted(ask(ada, { tags: tag, sort, limit: 2, cursor }))
      expect(ids([...first.data, ...second.data])).toEqual(expected)
      expect(second.data[0].reason).toBeNull()
      expectProblem(await ask(ada, { tags: newId(), sort, cursor }), 400, 'CURSOR_INVALID')
    }
  })
})

describe('what is recommended', () => {
  test('is the same all day, also after practising, in pages as in one', async () => {
    // Where what began ten minutes ago began today, and today does not end meanwhile.
    const hour = (await world()).clock.now().getUTCHours()
    const ada = await newUser({ timeZone: hour === 0 || hour === 23 ? 'Asia/Tokyo' : 'UTC' })
    const { tag, long, short, open } = await newTagged()
    const first = await list(ada, { tags: tag })
    expect(ids(first).sort()).toEqual([long, short, open].sort())
    await practise(ada, first[0]?.id ?? '', ['6', '2'])
    expect(ids(await list(ada, { tags: tag }))).toEqual(ids(first))
    const { body } = await granted(ask(ada, { tags: tag, limit: 1 }))
    const rest = await list(ada, { tags: tag, cursor: String(body.meta.nextCursor) })
    expect(ids([...body.data, ...rest])).toEqual(ids(first))
  })

  test('begins with what lifted the mood, then what is new; what was done yesterday comes last', async () => {
    const ada = await newUser()
    const { tag, long, short, open } = await newTagged()
    for (let time = 0; time < 5; time += 1)
      await practise(ada, long, ['2', '6'], days(2) + time * minutes(20))
    await practise(ada, short, ['4', '4'], days(2))
    const found = await list(ada, { tags: tag })
    expect(found).toMatchObject([
      { id: long, reasonCode: 'HELPED_YOU', reason: 'It has lifted your mood before.' },
      { id: open, reasonCode: 'NEW_TO_YOU' },
      { id: short, reasonCode: 'FOR_TODAY' },
    ])
    const [german] = await list(ada, { tags: tag }, { language: 'de' })
    expect(german?.reason).toBe('Danach ging es dir schon besser.')
  })

  test('is what belongs to a goal, from the day after it was set out on', async () => {
    const ada = await newUser()
    const { tag, one, long, short, open } = await newTagged()
    const today = ids(await list(ada, { tags: tag }))
    const goal = await newGoal(ada, { categoryId: one })
    await newGoal(ada, { exerciseId: short, direction: 'QUIT' })
    await newGoal(ada, { exerciseId: open }, { isDeleted: true })
    expect(ids(await list(ada, { tags: tag }))).toEqual(today)
    const tomorrow = async () => list(await signedInAgain(ada), { tags: tag })
    await later(days(1), async () => {
      const found = await tomorrow()
      expect(found[0]).toMatchObject({
        id: long,
        reasonCode: 'FOR_YOUR_GOAL',
        reason: 'It belongs to one of your goals.',
      })
      expect(found.slice(1).map(({ reasonCode }) => reasonCode)).toEqual(['NEW_TO_YOU', 'NEW_TO_YOU'])
      const as = await signedInAgain(ada)
      await granted(call('DELETE', `${wellnessBase}/goals/${goal.id}`, { as }))
      expect(ids(await tomorrow())).toEqual(ids(found))
    })
    await later(days(2), async () => {
      expect((await tomorrow()).map(({ reasonCode }) => reasonCode)).toEqual(Array(3).fill('NEW_TO_YOU'))
    })
  })

  test('says what helps others, to whom it is new', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const { tag, short } = await newTagged()
    for (let time = 0; time < 8; time += 1) await practise(ben, short, ['1', '7'], time * minutes(20))
    await sweepNow(sumAppeal)
    expect((await list(ada, { tags: tag }))[0]).toMatchObject({ id: short, reasonCode: 'HELPS_OTHERS' })
  })

  test('can be begun: what is locked is recommended to subscribers, and listed for everybody', async () => {
    const [ada, bea] = [await newUser(), await newUser()]
    const tag = `tag ${newId()}`
    const id = await newExercise(grace, await newCategory(grace, { isPremium: true }), { tags: [tag] })
    expect(await list(ada, { tags: tag })).toEqual([])
    expect(await list(ada, { tags: tag, sort: 'new' })).toMatchObject([{ id, isLocked: true }])
    await subscribe(bea)
    expect(await list(bea, { tags: tag })).toMatchObject([{ id, isLocked: false }])
  })
})

test('the words for feelings come with their place on the scale, in both languages, to anybody', async () => {
  const { body, headers } = await granted(call('GET', `${wellnessBase}/common/feelings`))
  const byLabel = new Map(body.data.map((each: { label: string }) => [each.label, each]))
  expect(byLabel.get('PLEASANT')).toMatchObject({ kind: 'SCALE', scale: 6, valence: 2 })
  expect(byLabel.get('ANXIOUS')).toMatchObject({
    kind: 'LABEL',
    scale: null,
    valence: -2,
    translations: { en: 'Anxious', de: 'Ängstlich' },
  })
  expect(byLabel.size).toBe(7 + 7 + 38)
  const again = await call('GET', `${wellnessBase}/common/feelings`, {
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect(again.status).toBe(304)
})
