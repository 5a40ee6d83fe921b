import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { call, eventually, expectProblem, granted, type TestPerson, world } from '../../testing/kit.ts'
import { choice, newInstrument, newQuestion, type Question } from '../../testing/questionnaires.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'

const path = `${wellnessBase}/admin/questionnaire`

const create = (as: TestPerson, body: object) => call('POST', path, { as, body })
const update = (as: TestPerson, { id }: { id: string }, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `${path}/${id}`, { as, body, headers })
const setStatus = (as: TestPerson, { id }: { id: string }, status: string) =>
  call('PATCH', `${path}/${id}/status`, { as, body: { status } })
const remove = (as: TestPerson, { id }: { id: string }) => call('DELETE', `${path}/${id}`, { as })
const list = async (as: TestPerson, query: Record<string, string | number>) =>
  (await granted(call('GET', path, { as, query }))).body
const textsOf = async (as: TestPerson, query: Record<string, string | number>) =>
  (await list(as, query)).data.map(({ question }: Question) => question)
const answer = (as: TestPerson, { id: questionId, options }: Question) =>
  granted(
    call('PUT', `${wellnessBase}/user/profile`, {
      as,
      body: { questionnaireData: [{ questionId, optionIds: [options[0]?.id] }] },
    }),
  )

const text = (question: string, rest: object = {}) => ({ type: 'TEXT', options: [], question, ...rest })

describe('a question', () => {
  test('is written with everything that belongs to it', async () => {
    const admin = await newWellnessAdmin('CONTENT')
    const instrument = newInstrument()
    const before = await newQuestion(admin, { instrument, ...text('Do you dream?', { type: 'BOOLEAN' }) })
    const [calm, restless] = ['0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01', '0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f02']
    const { status, body } = await create(admin, {
      instrument,
      title: 'How do you sleep?',
      type: 'MULTI_CHOICE',
      options: [
        { id: calm, label: 'Calmly', score: 0, exclusive: true },
        { id: restless, label: 'Restlessly', score: 2.5 },
      ],
      isRequired: false,
      sensitive: false,
      helpText: 'In the last two weeks.',
      enableWhen: [{ questionId: before.id, operator: 'EQ', value: true }],
      safetyRule: { optionIds: [restless] },
      translations: { de: { question: 'Wie schlafen Sie?', options: ['Ruhig', 'Unruhig'] } },
    })
    expect(status).toBe(201)
    const [own, other] = body.data.options.map(({ id }: { id: string }) => id)
    // What the body called them was only for the body.
    expect([own, other]).not.toContain(calm)
    expect(body.data).toMatchObject({
      instrument,
      instrumentVersion: 2,
      version: 0,
      status: 'ACTIVE',
      order: 1,
      question: 'How do you sleep?',
      helpText: 'In the last two weeks.',
      options: [
        { id: own, label: 'Calmly', score: 0, exclusive: true },
        { id: other, label: 'Restlessly', score: 2.5, exclusive: false },
      ],
      isRequired: false,
      sensitive: false,
      enableWhen: [{ questionId: before.id, operator: 'EQ', value: true }],
      safetyRule: { optionIds: [other] },
      translations: { de: { question: 'Wie schlafen Sie?', options: ['Ruhig', 'Unruhig'] } },
      hasAnswers: false,
    })
    const ada = await newUser({ language: 'de' })
    const shown = await call('GET', `${wellnessBase}/user/questionnaire`, {
      as: ada,
      query: { instrument },
      headers: { language: 'de-CH' },
    })
    expect(shown.body.data.questions[1]).toMatchObject({
      question: 'Wie schlafen Sie?',
      helpText: 'In the last two weeks.',
      options: [{ label: 'Ruhig' }, { label: 'Unruhig' }],
    })
  })

  test('says at which field it cannot be asked', async () => {
    const admin = await newWellnessAdmin()
    const sleep = await newQuestion(admin)
    const { instrument } = sleep
    const stranger = await newQuestion(admin)
    const wrong = async (body: object, code: string, field?: string) => {
      const answered = await create(admin, { instrument, ...text('Why?'), ...body })
      expectProblem(answered, answered.status, code, field)
    }
    await wrong({ question: undefined }, 'VALIDATION_FAILED', 'body.question')
    await wrong({ question: 'HOW do you sleep?' }, 'DUPLICATE_QUESTION', 'body.question')
    await wrong(
      { ...choice(), question: 'Why?', options: [{ label: 'One' }] },
      'OPTIONS_REQUIRED',
      'body.options',
    )
    await wrong({ type: 'SCALE', max: 3 }, 'VALIDATION_FAILED', 'body.min')
    await wrong({ type: 'SCALE', min: 3 }, 'VALIDATION_FAILED', 'body.max')
    await wrong({ type: 'SCALE', min: 3, max: 3 }, 'VALIDATION_FAILED', 'body.max')
    await wrong({ type: 'SCALE', min: 0, max: 1000 }, 'VALIDATION_FAILED', 'body.step')
    await wrong({ safetyRule: {} }, 'VALIDATION_FAILED', 'body.safetyRule')
    await wrong({ safetyRule: { optionIds: [sleep.id] } }, 'VALIDATION_FAILED', 'body.safetyRule.optionIds')
    const when = (questionId: string, operator: string, value: unknown) => ({
      enableWhen: [{ questionId, operator, value }],
    })
    await wrong(when(stranger.id, 'EXISTS', true), 'VALIDATION_FAILED', 'body.enableWhen.0.questionId')
    await wrong(when(sleep.id, 'EQ', 3), 'VALIDATION_FAILED', 'body.enableWhen.0.value')
    await wrong(when(sleep.id, 'GT', sleep.options[0]?.id), 'VALIDATION_FAILED', 'body.enableWhen.0.value')
    await wrong(
      { ...choice(), question: 'Why?', translations: { de: { options: ['Eins'] } } },
      'VALIDATION_FAILED',
      'body.translations.de.options',
    )
    const [first] = sleep.options
    await wrong(
      { ...choice(), question: 'Why?', options: [first, first] },
      'VALIDATION_FAILED',
      'body.options.1.id',
    )
    expect(await textsOf(admin, { instrument })).toEqual(['How do you sleep?'])
  })

  test('does not wait for one that waits for it', async () => {
    const admin = await newWellnessAdmin()
    const sleep = await newQuestion(admin)
    const { instrument } = sleep
    const on = ({ id }: Question) => [{ questionId: id, operator: 'EXISTS', value: true }]
    const second = await newQuestion(admin, { instrument, ...text('Why?', { enableWhen: on(sleep) }) })
    const third = await newQuestion(admin, { instrument, ...text('Since when?', { enableWhen: on(second) }) })
    const answered = await update(admin, sleep, { enableWhen: on(third) })
    expectProblem(answered, 400, 'ENABLE_WHEN_CYCLE', 'body.enableWhen')
    expectProblem(await update(admin, sleep, { enableWhen: on(sleep) }), 400, 'ENABLE_WHEN_CYCLE')
  })

  test('that others wait for is not taken away under them', async () => {
    const admin = await newWellnessAdmin()
    const sleep = await newQuestion(admin)
    const { instrument, options } = sleep
    const enableWhen = [{ questionId: sleep.id, operator: 'IN', value: [options[1]?.id] }]
    const why = await newQuestion(admin, { instrument, ...text('Why?', { enableWhen }) })
    expectProblem(await setStatus(admin, sleep, 'INACTIVE'), 409, 'REFERENCED_BY_ENABLE_WHEN')
    expectProblem(await remove(admin, sleep), 409, 'REFERENCED_BY_ENABLE_WHEN')
    const without = { options: [options[0], { label: 'Otherwise' }] }
    expectProblem(await update(admin, sleep, without), 409, 'REFERENCED_BY_ENABLE_WHEN')
    await granted(setStatus(admin, why, 'INACTIVE'))
    await granted(setStatus(admin, sleep, 'INACTIVE'))
    expectProblem(await setStatus(admin, why, 'ACTIVE'), 409, 'DEPENDS_ON_INACTIVE')
    const another = { instrument, ...text('Since when?', { enableWhen }) }
    expectProblem(await create(admin, another), 409, 'DEPENDS_ON_INACTIVE')
    const last = await newQuestion(admin, { instrument, ...text('What helps?') })
    expectProblem(await update(admin, last, { enableWhen }), 409, 'DEPENDS_ON_INACTIVE')
    await granted(setStatus(admin, sleep, 'ACTIVE'))
    await granted(setStatus(admin, why, 'ACTIVE'))
  })

  test('is no other one after a change, or when it comes back', async () => {
    const admin = await newWellnessAdmin()
    const sleep = await newQuestion(admin)
    const { instrument } = sleep
    const why = await newQuestion(admin, { instrument, ...text('Why?') })
    expectProblem(await update(admin, why, { question: 'how do you SLEEP?' }), 409, 'DUPLICATE_QUESTION')
    expectProblem(await update(admin, sleep, { options: [{ label: 'One' }] }), 400, 'OPTIONS_REQUIRED')
    await granted(setStatus(admin, sleep, 'INACTIVE'))
    await newQuestion(admin, { instrument, question: 'How do you sleep?' })
    expectProblem(await setStatus(admin, sleep, 'ACTIVE'), 409, 'DUPLICATE_QUESTION')
  })

  test('goes while nobody answered it, and is kept beside its answers after that', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const sleep = await newQuestion(admin)
    const { instrument } = sleep
    const why = await newQuestion(admin, { instrument, ...text('Why?', { isRequired: false }) })
    await answer(ada, sleep)
    expect((await granted(remove(admin, why))).body.data).toEqual({ id: why.id, outcome: 'DELETED' })
    expectProblem(await call('GET', `${path}/${why.id}`, { as: admin }), 404, 'NO_SUCH_QUESTION')
    expect((await granted(remove(admin, sleep))).body.data).toEqual({ id: sleep.id, outcome: 'RETIRED' })
    for (const again of [await remove(admin, sleep), await remove(admin, why)])
      expectProblem(again, 404, 'NO_SUCH_QUESTION')
    expectProblem(await update(admin, sleep, { question: 'Once more?' }), 404, 'NO_SUCH_QUESTION')
    expect(await textsOf(admin, { instrument })).toEqual([])
    expect(await textsOf(admin, { instrument, status: 'RETIRED' })).toEqual(['How do you sleep?'])
    expect((await granted(call('GET', `${path}/${sleep.id}`, { as: admin }))).body.data.status).toBe(
      'RETIRED',
    )
  })

  test('loses an answer for whoever is new, and not for who gave it', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const sleep = await newQuestion(admin)
    const { instrument, options } = sleep
    await answer(ada, sleep)
    const rest = [{ id: options[1]?.id, label: 'Badly' }, { label: 'So-so' }]
    await granted(update(admin, sleep, { options: rest }))
    const asked = async (as: TestPerson) =>
      (await granted(call('GET', `${wellnessBase}/user/questionnaire`, { as, query: { instrument } }))).body
        .data
    const labels = ({ questions }: { questions: Question[] }) =>
      questions.flatMap((question) => question.options.map(({ label }) => label))
    const own = await asked(ada)
    expect(labels(own)).toEqual(['Well', 'Badly'])
    expect(own.answers).toMatchObject([{ questionId: sleep.id, optionIds: [options[0]?.id] }])
    expect(labels(await asked(await newUser()))).toEqual(['Badly', 'So-so'])
    await granted(remove(admin, sleep))
    expect(labels(await asked(ada))).toEqual(['Well', 'Badly'])
    expect((await asked(await newUser())).questions).toEqual([])
  })

  test('that is deleted is answered to the end by who began before', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const sleep = await newQuestion(admin)
    const { instrument } = sleep
    const why = await newQuestion(admin, { instrument, ...text('Why?') })
    await answer(ada, sleep)
    await granted(remove(admin, why))
    const asked = async (as: TestPerson) =>
      (await granted(call('GET', `${wellnessBase}/user/questionnaire`, { as, query: { instrument } }))).body
        .data
    expect((await asked(ada)).questions).toHaveLength(2)
    expect((await asked(await newUser())).questions).toHaveLength(1)
    const body = { questionnaireData: [{ questionId: why.id, text: 'I do not know.' }] }
    const said = await granted(call('PUT', `${wellnessBase}/user/profile`, { as: ada, body }))
    expect(said.body.data.questionnaire.status).toBe('COMPLETED')
    // Answered, it stands beside its answers.
    expect(await textsOf(admin, { instrument, status: 'RETIRED' })).toEqual(['Why?'])
    await granted(call('GET', `${path}/${why.id}`, { as: admin }))
  })

  test('keeps its type and the ids of its options once it is answered', async () => {
    const [admin, ada] = await Promise.all([newWellnessAdmin(), newUser()])
    const sleep = await newQuestion(admin)
    const [well, badly] = sleep.options
    const reworded = { options: [{ id: badly?.id, label: 'Not well' }, { label: 'So-so' }] }
    const { body } = await granted(update(admin, sleep, reworded))
    expect(body.data.options).toMatchObject([{ id: badly?.id, label: 'Not well' }, { label: 'So-so' }])
    const back = {
      options: [
        { id: well?.id, label: 'Well' },
        { id: badly?.id, label: 'Not well' },
      ],
    }
    expectProblem(await update(admin, sleep, back), 400, 'VALIDATION_FAILED', 'body.options.0.id')
    await granted(update(admin, sleep, { type: 'MULTI_CHOICE' }))
    await answer(ada, (await list(admin, { instrument: sleep.instrument })).data[0])
    expectProblem(await update(admin, sleep, { type: 'TEXT' }), 409, 'TYPE_CHANGE_HAS_ANSWERS', 'body.type')
  })

  test('is not changed by whoever read an earlier version', async () => {
    const admin = await newWellnessAdmin()
    const sleep = await newQuestion(admin)
    await granted(update(admin, sleep, { question: 'How did you sleep?', version: 0 }))
    expectProblem(
      await update(admin, sleep, { question: 'Sleep?', version: 0 }),
      409,
      'VERSION_CONFLICT',
      'body.version',
    )
    expectProblem(
      await update(admin, sleep, { question: 'Sleep?' }, { 'if-match': '"0"' }),
      412,
      'VERSION_CONFLICT',
    )
    const { body } = await granted(call('GET', `${path}/${sleep.id}`, { as: admin }))
    expect(body.data.history).toMatchObject([
      { revision: 2, question: 'How did you sleep?' },
      { revision: 1, question: 'How do you sleep?' },
    ])
  })
})

describe('a version', () => {
  test('comes out with each change, each once, and never changes', async () => {
    const admin = await newWellnessAdmin()
    const instrument = newInstrument()
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        newQuestion(admin, { instrument, ...text(`Question ${index}?`) }),
      ),
    )
    expect(made.map(({ instrumentVersion }) => instrumentVersion).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ])
    expect(await textsOf(admin, { instrument, version: 3 })).toHaveLength(3)
    const present = await textsOf(admin, { instrument, version: 8 })
    const [first, second] = made
    if (!first || !second) throw new Error('There are eight questions.')
    await granted(update(admin, first, { question: 'What is new?', order: 100 }))
    await granted(setStatus(admin, second, 'INACTIVE'))
    // The same again is no change.
    await granted(setStatus(admin, second, 'INACTIVE'))
    await granted(update(admin, first, { question: 'What is new?', order: 100 }))
    const { data, meta } = await list(admin, { instrument })
    expect(data.at(-1)).toMatchObject({
      id: first.id,
      question: 'What is new?',
      order: 100,
      instrumentVersion: 10,
    })
    expect(meta.total).toBe(8)
    expect(await textsOf(admin, { instrument, version: 8 })).toEqual(present)
    expect(await textsOf(admin, { instrument, version: 10 })).toHaveLength(7)
    const unknown = await call('GET', path, { as: admin, query: { instrument, version: 11 } })
    expectProblem(unknown, 404, 'NO_SUCH_VERSION', 'query.version')
    expect(await textsOf(admin, { instrument, q: 'WHAT is' })).toEqual(['What is new?'])
    expect(await textsOf(admin, { instrument, status: 'INACTIVE' })).toEqual([second.question])
    // Also not when what it asked goes, although nobody has answered it.
    for (const question of [first, second])
      expect((await granted(remove(admin, question))).body.data.outcome).toBe('DELETED')
    expect(await textsOf(admin, { instrument, version: 8 })).toEqual(present)
    expect(await textsOf(admin, { instrument, status: 'RETIRED' })).toEqual([])
    expectProblem(await call('GET', `${path}/${first.id}`, { as: admin }), 404, 'NO_SUCH_QUESTION')
    await newQuestion(admin, { instrument, ...text('What is new?') })
    // What no version asked is gone altogether.
    const draft = await newQuestion(admin, { instrument, ...text('A draft?', { status: 'INACTIVE' }) })
    expect((await granted(remove(admin, draft))).body.data.outcome).toBe('DELETED')
    expectProblem(await call('GET', `${path}/${draft.id}`, { as: admin }), 404, 'NO_SUCH_QUESTION')
  })

  test('is told to those who answered an earlier one, once, where they are asked again', async () => {
    const [admin, ada, bob, { host }] = await Promise.all([
      newWellnessAdmin(),
      newUser(),
      newUser({ language: 'de' }),
      world(),
    ])
    const sleep = await newQuestion(admin)
    const { instrument } = sleep
    await answer(ada, sleep)
    await granted(create(admin, { instrument, ...text('Why?') }))
    await granted(create(admin, { instrument, ...text('Since when?'), askAgain: true }))
    const noticesOf = async (as: TestPerson) => {
      const { body } = await granted(
        call('GET', `${wellnessBase}/notification`, { as, query: { category: 'CONTENT' } }),
      )
      return body.data
    }
    const notices = await eventually(async () => {
      const found = await noticesOf(ada)
      return found.length > 0 && found
    })
    expect(notices).toMatchObject([
      { title: 'There are new questions for you', link: `/questionnaires/${instrument}` },
    ])
    expect(await noticesOf(bob)).toEqual([])
    const { rows } = await sql<{ subject: string }>`
      select subject from platform.mail where recipient = ${ada.email} and subject like 'New questions%'`.execute(
      host.services.db,
    )
    expect(rows).toHaveLength(1)
    const { body } = await call('GET', `${wellnessBase}/user/questionnaire`, {
      as: ada,
      query: { instrument },
    })
    expect(body.data).toMatchObject({
      version: 3,
      status: 'IN_PROGRESS',
      answers: [{ questionId: sleep.id }],
    })
    expect(body.data.questions).toHaveLength(3)
  })
})
