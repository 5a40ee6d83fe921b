import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { call, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import {
  choice,
  importBody,
  newInstrument,
  newQuestion,
  type Question,
} from '../../testing/questionnaires.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { shredKey } from '../personal-keys/public.ts'

const say = (
  as: TestPerson,
  questionnaireData: object[],
  rest: object = {},
  headers: Record<string, string> = {},
) => call('PUT', `${wellnessBase}/user/profile`, { as, body: { questionnaireData, ...rest }, headers })

const asked = (as: TestPerson, instrument: string, query: Record<string, boolean> = {}, headers = {}) =>
  call('GET', `${wellnessBase}/user/questionnaire`, { as, query: { instrument, ...query }, headers })

const historyOf = async (as: TestPerson, instrument: string) =>
  (await granted(call('GET', `${wellnessBase}/user/questionnaire/answers`, { as, query: { instrument } })))
    .body.data

const detailOf = async (as: TestPerson, { id }: { id: string }) =>
  (await granted(call('GET', `${wellnessBase}/admin/questionnaire/${id}`, { as }))).body.data

const change = (as: TestPerson, { id }: { id: string }, body: object) =>
  granted(call('PUT', `${wellnessBase}/admin/questionnaire/${id}`, { as, body }))

const pick = ({ id: questionId, options }: Question, index: number) => ({
  questionId,
  optionIds: [options[index]?.id],
})

/** Sleep, and what keeps awake those who sleep badly; the latter need not be answered where it is optional. */
async function newPair(admin: TestPerson, rest: object = {}) {
  const sleep = await newQuestion(admin)
  const { instrument } = sleep
  const enableWhen = [{ questionId: sleep.id, operator: 'EQ', value: sleep.options[1]?.id }]
  const awake = await newQuestion(admin, {
    instrument,
    type: 'TEXT',
    options: [],
    question: 'What keeps you awake?',
    enableWhen,
    ...rest,
  })
  return { instrument, sleep, awake }
}

describe('answering', () => {
  test('goes on where it was left, and ends when everything that is asked is answered', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const { instrument, sleep, awake } = await newPair(admin)
    const fresh = (await asked(ada, instrument)).body.data
    expect(fresh).toMatchObject({
      instrument,
      version: 2,
      newerVersion: null,
      status: 'NOT_STARTED',
      answers: [],
    })
    expect(fresh.questions.map(({ id }: { id: string }) => id)).toEqual([sleep.id, awake.id])
    // How an answer is counted is nobody's business who gives it.
    expect(fresh.questions[0].options[0]).toEqual({
      id: sleep.options[0]?.id,
      label: 'Well',
      exclusive: false,
    })
    const first = await say(ada, [pick(sleep, 1)])
    expect(first.body.data).toMatchObject({
      id: ada.id,
      questionnaire: { instrument, version: 2, status: 'IN_PROGRESS' },
    })
    expect((await asked(ada, instrument)).body.data).toMatchObject({
      status: 'IN_PROGRESS',
      answers: [{ questionId: sleep.id, optionIds: [sleep.options[1]?.id] }],
    })
    const second = await say(ada, [{ questionId: awake.id, text: 'The harbour' }])
    expect(second.body.data.questionnaire).toMatchObject({ status: 'COMPLETED', isAmended: false })
    const { data } = (await asked(ada, instrument, { resume: false })).body
    expect(data).toMatchObject({ status: 'COMPLETED', answers: [] })
  })

  test('drops what is not asked of somebody', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const { instrument, sleep, awake } = await newPair(admin)
    const { body } = await say(ada, [pick(sleep, 0), { questionId: awake.id, text: 'The harbour' }])
    expect(body.data.questionnaire.status).toBe('COMPLETED')
    const { answers } = (await asked(ada, instrument)).body.data
    expect(answers.map(({ questionId }: { questionId: string }) => questionId)).toEqual([sleep.id])
  })

  test('twice at once from two phones loses nothing and counts nothing twice', async () => {
    const admin = await newWellnessAdmin()
    const { instrument, sleep, awake } = await newPair(admin, { enableWhen: [] })
    const people = await Promise.all(Array.from({ length: 5 }, () => newUser()))
    for (const person of people) {
      const one = () => say(person, [pick(sleep, 1)])
      const other = () => say(person, [{ questionId: awake.id, text: 'The harbour' }])
      for (const { status } of await Promise.all([one(), other(), one(), other()])) expect(status).toBe(200)
      const { data } = (await asked(person, instrument)).body
      expect(data.status).toBe('COMPLETED')
      expect(data.answers).toHaveLength(2)
      expect(await historyOf(person, instrument)).toHaveLength(1)
    }
    const { counts } = await detailOf(admin, sleep)
    expect(counts.answers).toBe(5)
  })

  test('keeps the later of two answers, in whichever order they arrive', async () => {
    const [admin, ada, { clock }] = await Promise.all([newWellnessAdmin(), newUser(), world()])
    const { instrument, sleep } = await newPair(admin)
    const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString()
    await say(ada, [{ ...pick(sleep, 1), answeredAt: ago(5) }])
    await say(ada, [{ ...pick(sleep, 0), answeredAt: ago(30) }])
    const { answers } = (await asked(ada, instrument)).body.data
    expect(answers).toMatchObject([{ optionIds: [sleep.options[1]?.id] }])
  })

  test('names what a question does not take, and keeps nothing of such a request', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const { instrument, sleep, awake } = await newPair(admin)
    const scale = await newQuestion(admin, {
      instrument,
      type: 'SCALE',
      question: 'How calm?',
      options: [],
      min: 0,
      max: 10,
      step: 2,
    })
    const yes = await newQuestion(admin, {
      instrument,
      type: 'BOOLEAN',
      question: 'Do you dream?',
      options: [],
    })
    const day = await newQuestion(admin, { instrument, type: 'DATE', question: 'Since when?', options: [] })
    const several = await newQuestion(admin, {
      instrument,
      type: 'MULTI_CHOICE',
      question: 'What helps?',
      options: [{ label: 'Tea' }, { label: 'Music' }, { label: 'Nothing', exclusive: true }],
    })
    const elsewhere = await newQuestion(admin)
    const all = several.options.map(({ id }) => id)
    for (const wrong of [
      { ...pick(sleep, 0), optionIds: [sleep.id] },
      { ...pick(sleep, 0), optionIds: sleep.options.map(({ id }) => id) },
      { questionId: sleep.id },
      { questionId: sleep.id, skipped: true },
      { questionId: awake.id, value: 3 },
      { questionId: scale.id, value: 11 },
      { questionId: scale.id, value: -1 },
      { questionId: scale.id, value: 3 },
      { questionId: yes.id, value: 2 },
      { questionId: day.id, text: '2026-02-28' },
      { questionId: several.id, optionIds: all },
      { questionId: elsewhere.id, optionIds: [elsewhere.options[0]?.id] },
      { questionId: ada.id, text: 'who?' },
      pick(sleep, 0),
    ]) {
      const answer = await say(ada, [pick(sleep, 1), wrong])
      expectProblem(answer, 400, 'ANSWER_INVALID', 'body.questionnaireData.1')
      expect(answer.body.error).toMatchObject({ details: { questionId: wrong.questionId } })
    }
    // The first that is sent says which questionnaire it is, whichever was written first.
    const answer = await say(ada, [{ questionId: elsewhere.id }, pick(sleep, 1)])
    expectProblem(answer, 400, 'ANSWER_INVALID', 'body.questionnaireData.1')
    const never = await say(ada, [pick(sleep, 1), { questionId: day.id, date: '2026-02-30' }])
    expectProblem(never, 400, 'VALIDATION_FAILED', 'body.questionnaireData.1.date')
    expect((await asked(ada, instrument)).body.data.status).toBe('NOT_STARTED')
    const right = await say(ada, [
      pick(sleep, 0),
      { questionId: scale.id, value: 4 },
      { questionId: yes.id, value: 0 },
      { questionId: day.id, date: '2026-02-28' },
      { questionId: several.id, optionIds: all.slice(0, 2) },
    ])
    expect(right.body.data.questionnaire.status).toBe('COMPLETED')
  })

  test('a correction takes the place of what was complete, which is kept; the same again changes nothing', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const { instrument, sleep } = await newPair(admin, { isRequired: false })
    const first = (await say(ada, [pick(sleep, 1)])).body.data.questionnaire
    expect((await say(ada, [pick(sleep, 1)])).body.data.questionnaire).toEqual(first)
    const second = (await say(ada, [pick(sleep, 0)])).body.data.questionnaire
    expect(second).toMatchObject({ status: 'COMPLETED', isAmended: true })
    expect(await historyOf(ada, instrument)).toMatchObject([
      { id: second.answerSetId, amends: first.answerSetId, answers: [{ optionIds: [sleep.options[0]?.id] }] },
      { id: first.answerSetId, amends: null, answers: [{ optionIds: [sleep.options[1]?.id] }] },
    ])
  })

  test('what need not be answered is added later without a correction', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const { instrument, sleep, awake } = await newPair(admin, { isRequired: false })
    await say(ada, [pick(sleep, 1)])
    const { body } = await say(ada, [{ questionId: awake.id, skipped: true }])
    expect(body.data.questionnaire).toMatchObject({ status: 'COMPLETED', isAmended: false })
    expect(await historyOf(ada, instrument)).toHaveLength(1)
  })

  test('another time begins after a named set, once however often it is sent', async () => {
    const [admin, ada, bob] = await Promise.all([newWellnessAdmin(), newUser(), newUser()])
    const { instrument, sleep } = await newPair(admin)
    const first = (await say(ada, [pick(sleep, 0)])).body.data.questionnaire
    const again = { newSetAfter: first.answerSetId }
    const [second, repeated] = await Promise.all([
      say(ada, [pick(sleep, 0)], again),
      say(ada, [pick(sleep, 0)], again),
    ])
    expect(second.body.data.questionnaire).toEqual(repeated.body.data.questionnaire)
    expect(second.body.data.questionnaire).toMatchObject({ status: 'COMPLETED', isAmended: false })
    expect(await historyOf(ada, instrument)).toMatchObject([{ amends: null }, { amends: null }])
    expectProblem(await say(bob, [pick(sleep, 0)], again), 404, 'NO_SUCH_ANSWERS', 'body.newSetAfter')
  })
})

describe('a questionnaire that changes under somebody', () => {
  test('is answered as it was begun for thirty days, then what stayed the same is taken along', async () => {
    const [admin, ada, bob] = await Promise.all([newWellnessAdmin(), newUser(), newUser()])
    const { instrument, sleep, awake } = await newPair(admin, { enableWhen: [] })
    await say(ada, [pick(sleep, 1)])
    await change(admin, awake, { question: 'What wakes you?' })
    expect((await asked(ada, instrument)).body.data).toMatchObject({
      version: 2,
      newerVersion: 3,
      questions: [{}, { question: 'What keeps you awake?' }],
    })
    expect((await asked(bob, instrument)).body.data).toMatchObject({ version: 3, newerVersion: null })
    // Bob read the earlier one before it changed.
    const his = await say(bob, [pick(sleep, 0)], { questionnaireVersion: 2 })
    expect(his.body.data.questionnaire).toMatchObject({ version: 2, status: 'IN_PROGRESS' })
    await later(days(31), async () => {
      const back = await signedIn(ada)
      expect((await asked(back, instrument)).body.data).toMatchObject({
        version: 3,
        newerVersion: null,
        status: 'IN_PROGRESS',
        answers: [{ questionId: sleep.id }],
      })
      const late = await say(back, [{ questionId: awake.id, text: 'The harbour' }], {
        questionnaireVersion: 2,
      })
      expectProblem(late, 409, 'QUESTIONNAIRE_CHANGED')
      expect(late.body.error).toMatchObject({
        details: { currentVersion: 3, diff: { added: [], removed: [], changed: [awake.id] } },
      })
      const { body } = await say(back, [{ questionId: awake.id, text: 'The harbour' }])
      expect(body.data.questionnaire).toMatchObject({ version: 3, status: 'COMPLETED', isAmended: false })
    })
  })

  test('is answered as it was given last, where no version is named', async () => {
    const [admin, ada, bob] = await Promise.all([newWellnessAdmin(), newUser(), newUser()])
    const { host } = await world()
    const { instrument, sleep, awake } = await newPair(admin, { enableWhen: [] })
    await asked(ada, instrument)
    await host.services.writeBehind.flush()
    await change(admin, awake, { question: 'What wakes you?' })
    const answers = [pick(sleep, 1), { questionId: awake.id, text: 'The harbour' }]
    const hers = await granted(say(ada, answers))
    expect(hers.body.data.questionnaire).toMatchObject({ version: 2, status: 'COMPLETED' })
    expect((await granted(say(bob, answers))).body.data.questionnaire).toMatchObject({ version: 3 })
  })

  test('leaves what was answered as it was', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const { instrument, sleep } = await newPair(admin)
    await say(ada, [pick(sleep, 0)])
    await change(admin, sleep, { question: 'How do you sleep at present?' })
    expect((await asked(ada, instrument)).body.data).toMatchObject({
      version: 2,
      newerVersion: 3,
      status: 'COMPLETED',
      questions: [{ question: 'How do you sleep?' }, {}],
      answers: [{ questionId: sleep.id }],
    })
  })

  test('says when a question is answered that is not asked any more', async () => {
    const [admin, ada, bob] = await Promise.all([newWellnessAdmin(), newUser(), newUser()])
    const { instrument, sleep, awake } = await newPair(admin, { enableWhen: [] })
    await say(bob, [{ questionId: awake.id, text: 'The harbour' }])
    await granted(call('DELETE', `${wellnessBase}/admin/questionnaire/${awake.id}`, { as: admin }))
    expectProblem(await say(ada, [{ questionId: awake.id, text: 'Me too' }]), 409, 'QUESTIONNAIRE_CHANGED')
    expect((await asked(bob, instrument)).body.data).toMatchObject({ questions: [{}, { id: awake.id }] })
    expect((await asked(ada, instrument)).body.data.questions).toMatchObject([{ id: sleep.id }])
  })

  test('is known by its ETag, and unknown where there is none', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const { instrument, sleep } = await newPair(admin)
    const { headers } = await asked(ada, instrument)
    const known = { 'if-none-match': String(headers.etag) }
    expect(await asked(ada, instrument, {}, known)).toMatchObject({ status: 304, text: '' })
    await say(ada, [pick(sleep, 0)])
    expect((await asked(ada, instrument, {}, known)).status).toBe(200)
    expectProblem(await asked(ada, newInstrument()), 404, 'NO_SUCH_QUESTIONNAIRE', 'query.instrument')
  })
})

describe('a scale', () => {
  const scaleOf = async (as: TestPerson, instrument: string, headers = {}) =>
    (await granted(asked(as, instrument, {}, headers))).body.data

  const answersTo = (questions: Question[], index: (place: number) => number) =>
    questions.map((question, place) => pick(question, index(place)))

  test.each([
    ['phq-9', 9, 'minimal', 'severe', 27],
    ['gad-7', 7, 'minimal', 'severe', 21],
  ])(
    '%s comes with the server, and is scored when it is whole',
    async (instrument, items, least, most, max) => {
      const ada = await newUser()
      const { questions } = await scaleOf(ada, instrument)
      expect(questions).toHaveLength(items)
      const partial = await say(
        ada,
        answersTo(questions.slice(1), () => 0),
      )
      expect(partial.body.data).not.toHaveProperty('scores')
      const whole = await say(
        ada,
        answersTo(questions, () => 0),
      )
      const score = {
        instrument,
        version: 1,
        status: 'SCORED',
        score: 0,
        max,
        band: { key: least },
        note: expect.stringContaining('not a diagnosis'),
      }
      expect(whole.body.data.scores).toMatchObject([score])
      const worst = await say(
        ada,
        answersTo(questions, () => 3),
        {},
        { language: 'de' },
      )
      expect(worst.body.data.scores).toMatchObject([
        { score: max, band: { key: most, label: 'schwer' }, note: expect.stringContaining('keine Diagnose') },
      ])
      expect((await scaleOf(ada, instrument)).score).toMatchObject({ score: max })
      const history = await historyOf(ada, instrument)
      expect(history.map(({ score: { score } }: { score: { score: number } }) => score)).toEqual([max, 0])
    },
  )

  test('has its published words in another language, and English where there are none', async () => {
    const ada = await newUser()
    const german = await scaleOf(ada, 'phq-9', { language: 'de-AT' })
    expect(german.questions[0]).toMatchObject({
      question: 'Wenig Interesse oder Freude an Ihren Tätigkeiten',
      helpText: expect.stringMatching(/^Wie oft fühlten Sie sich/),
    })
    expect(german.questions[0].options[3].label).toBe('Beinahe jeden Tag')
    const french = await scaleOf(ada, 'phq-9', { language: 'fr' })
    expect(french.questions[0].question).toBe('Little interest or pleasure in doing things')
  })

  test('shows at once where help is to be had, again on a repeat, and tells administrators no name', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser({ language: 'de' })])
    const { questions } = await scaleOf(ada, 'phq-9')
    const last = questions.at(-1)
    const none = await say(ada, [pick(last, 0)])
    expect(none.body.data).not.toHaveProperty('safety')
    const some = await say(ada, [pick(last, 1)], { locationData: { country: 'at' } })
    expect(some.body.data.safety).toMatchObject({ country: 'AT' })
    expect((await say(ada, [pick(last, 1)])).body.data.safety).toEqual(some.body.data.safety)
    expect(some.body.data).not.toHaveProperty('scores')
    expect((await say(ada, [pick(questions[0], 3)])).body.data).not.toHaveProperty('safety')
    expect(JSON.stringify(await detailOf(admin, last))).not.toContain(ada.id)
  })

  test('of elsewhere is imported with its words, its sums and its bands', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const body = importBody(newInstrument())
    const path = `${wellnessBase}/admin/questionnaire/import`
    const { data } = (await granted(call('POST', path, { as: admin, body }))).body
    expectProblem(await call('POST', path, { as: admin, body }), 409, 'INSTRUMENT_EXISTS', 'body.instrument')
    for (const [wrong, field] of [
      [{ scores: [1, 2] }, 'body.scores'],
      [{ questions: [body.questions[0], body.questions[0]] }, 'body.questions'],
      [{ bands: body.bands.toReversed() }, 'body.bands'],
      [{ translations: { de: { labels: ['Nie'] } } }, 'body.translations.de.labels'],
      [{ translations: { de: { questions: ['War ich ruhig'] } } }, 'body.translations.de.questions'],
    ] as const) {
      const other = { ...body, instrument: newInstrument(), ...wrong }
      expectProblem(await call('POST', path, { as: admin, body: other }), 400, 'VALIDATION_FAILED', field)
    }
    const { body: said } = await say(
      ada,
      answersTo(data, () => 1),
      {},
      { language: 'de' },
    )
    expect(said.data).toMatchObject({
      scores: [{ score: 50, max: 100, band: { key: 'fair', label: 'fair' } }],
      safety: {},
    })
    // Of the scale that is left nobody knows what its sums mean.
    await granted(
      call('PATCH', `${wellnessBase}/admin/questionnaire/${data[1].id}/status`, {
        as: admin,
        body: { isActive: false },
      }),
    )
    const bob = await newUser()
    const { body: shorter } = await say(
      bob,
      answersTo(data.slice(0, 1), () => 1),
    )
    expect(shorter.data.questionnaire.status).toBe('COMPLETED')
    expect(shorter.data).not.toHaveProperty('scores')
  })

  test('scores nothing while something that counts was left out', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const body = importBody(newInstrument())
    const { data } = (
      await granted(call('POST', `${wellnessBase}/admin/questionnaire/import`, { as: admin, body }))
    ).body
    await change(admin, data[0], { isRequired: false })
    const { body: said } = await say(ada, [{ questionId: data[0].id, skipped: true }, pick(data[1], 0)])
    expect(said.data.scores).toMatchObject([{ status: 'INCOMPLETE', score: null, band: null }])
  })
})

describe('what is answered', () => {
  test('stands in no table in the clear, and is gone with the key of its owner', async () => {
    const [admin, ada, { host }] = await Promise.all([newWellnessAdmin(), newUser(), world()])
    const { instrument, sleep, awake } = await newPair(admin)
    const { services } = host
    const secret = 'the harbour at night'
    await say(ada, [pick(sleep, 1), { questionId: awake.id, text: secret }], {
      locationData: { city: 'Galway' },
    })
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from wellness.answer_set t where user_id = ${ada.id}
      union all select to_jsonb(t)::text from wellness.answering t where user_id = ${ada.id}
      union all select to_jsonb(t)::text from wellness.location t where user_id = ${ada.id}
      union all select to_jsonb(t)::text from platform.idempotency t where scope like ${`%${ada.id}%`}`.execute(
      services.db,
    )
    expect(rows.length).toBeGreaterThanOrEqual(3)
    for (const { row } of rows) {
      for (const clear of [secret, 'Galway', sleep.id, sleep.options[1]?.id ?? 'none']) {
        expect(row).not.toContain(clear)
        expect(row).not.toContain(Buffer.from(clear).toString('hex'))
      }
    }
    await shredKey(services, ada.id)
    expect((await asked(ada, instrument)).body.data.answers).toEqual([])
    expect(await historyOf(ada, instrument)).toMatchObject([{ answers: [], score: null }])
  })

  test('is counted by fives, and fewer than five are not told', async () => {
    const admin = await newWellnessAdmin()
    const sleep = await newQuestion(admin, { ...choice(), safetyRule: { minScore: 3 } })
    const people = await Promise.all(Array.from({ length: 7 }, () => newUser()))
    for (const [index, person] of people.entries()) await say(person, [pick(sleep, index < 6 ? 1 : 0)])
    const [well, badly] = sleep.options.map(({ id }) => id)
    expect((await detailOf(admin, sleep)).counts).toEqual({
      answers: 5,
      helpShown: 5,
      byAnswer: [
        { answer: well, count: null },
        { answer: badly, count: 5 },
      ],
    })
    const [one, two] = people
    if (one && two) await Promise.all([say(one, [pick(sleep, 0)]), say(two, [pick(sleep, 0)])])
    expect((await detailOf(admin, sleep)).counts).toMatchObject({
      helpShown: 5,
      byAnswer: [{}, { count: null }],
    })
  })
})

async function signedIn(person: TestPerson): Promise<TestPerson> {
  const { email, password, address: from } = person
  const { body } = await granted(
    call('POST', `${wellnessBase}/user/login`, { from, body: { email, password } }),
  )
  return { ...person, token: body.data.accessToken }
}
