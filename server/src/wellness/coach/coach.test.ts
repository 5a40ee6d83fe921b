import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { markGoal, newGoal } from '../../testing/goals.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, eventually, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { closeProviders, openPorts } from '../../testing/providers.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { openApp } from '../../testing/world.ts'
import { sweepConversations } from './jobs.ts'

const chat = `${wellnessBase}/user/chat`
const historyPath = `${wellnessBase}/user/chat-history`
const settingsPath = `${wellnessBase}/user/chat-settings`

interface Sending {
  app?: FastifyInstance
  headers?: Record<string, string>
  conversationId?: string
  isNew?: boolean
}

const write = (as: TestPerson, message: string, { app, headers = {}, ...more }: Sending = {}) =>
  call('POST', chat, { as, body: { message, ...more }, headers, ...(app ? { app } : {}) })
const say = async (as: TestPerson, message: string, sending?: Sending) =>
  (await granted(write(as, message, sending))).body.data
const history = async (as: TestPerson, query: Record<string, string | number> = {}) =>
  (await granted(call('GET', historyPath, { as, query }))).body.data
const textsOf = async (as: TestPerson) => (await history(as)).items.map(({ text }: { text: string }) => text)

/** Of a sign-in of now. */
const tokenOf = async ({ email, password }: TestPerson): Promise<string> =>
  (await granted(call('POST', `${wellnessBase}/user/login`, { body: { email, password } }))).body.data
    .accessToken

async function counted(kind: string): Promise<number> {
  const { rows } = await sql<{ replies: number }>`
    select coalesce(sum(replies), 0)::int as replies from wellness.coach_count where kind = ${kind}`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.replies ?? 0
}

describe('the built-in coach', () => {
  test('answers at once, says that it is automatic, and both stand in the history', async () => {
    const user = await newUser()
    expect(await history(user)).toMatchObject({ conversations: [], items: [], nextCursor: null })
    const { message, reply, disclosure, conversationId } = await say(user, 'Are you a human?')
    expect(disclosure).toMatchObject({ isAutomated: true })
    expect(message).toMatchObject({ role: 'USER', writtenBy: 'PERSON', text: 'Are you a human?' })
    expect(reply).toMatchObject({ role: 'COACH', writtenBy: 'BUILT_IN', replyTo: message.id, safety: null })
    expect(reply.text).toContain('I am a program, not a person')
    const kept = await history(user)
    expect(kept.items).toEqual([reply, message])
    expect(kept.conversations).toMatchObject([{ id: conversationId, title: 'Are you a human?' }])
  })

  test('suggests an exercise that fits the feeling and the time, and says why', async () => {
    const [user, admin] = [await newUser(), await newWellnessAdmin()]
    const categoryId = await newCategory(admin)
    await newExercise(admin, categoryId, { goodFor: ['ANXIOUS', 'WORRIED', 'SCARED'], durationSec: 60 })
    const { reply } = await say(user, 'I am so anxious and have 3 minutes')
    const [card] = reply.cards
    expect(card.durationSec).toBeLessThanOrEqual(180)
    expect(card.reason).toBe('It is made for moments like this.')
    expect(reply.text).toContain(card.title)
  })

  test('suggests what helped before, and tells how the practice goes', async () => {
    const [user, admin] = [await newUser(), await newWellnessAdmin()]
    const exerciseId = await newExercise(admin, await newCategory(admin))
    for (const [type, feeling] of [
      ['START', 'sad'],
      ['COMPLETE', 'calm'],
    ] as const) {
      const query = { exerciseId, type, feeling }
      await granted(call('POST', `${wellnessBase}/user/wellness`, { as: user, query }))
    }
    const { reply } = await say(user, 'Can you suggest something?')
    expect(reply.cards).toMatchObject([{ exerciseId, reason: 'After it you felt better than before.' }])
    expect((await say(user, 'How is my streak?')).reply.text).toMatch(/practised once.*run stands at 1 day/)
  })

  test('knows how the goals of today stand, and names one that is open', async () => {
    const user = await newUser()
    await markGoal(user, (await newGoal(user, { title: 'Walk' })).today.dailyGoalId, { status: 'COMPLETED' })
    await newGoal(user, { title: 'Water the plants' })
    const stand = 'Of your 2 goals of today 1 is done; “Water the plants” is still open.'
    expect((await say(user, 'How are my goals?')).reply.text).toContain(stand)
    expect((await say(user, 'I have no motivation')).reply.text).toContain(stand)
    expect((await say(await newUser(), 'How is my streak?')).reply.text).not.toContain('goal')
    const german = await newUser({ language: 'de' })
    await newGoal(german, { title: 'Gießen' })
    expect((await say(german, 'Wie steht es um meine Ziele?')).reply.text).toContain(
      '„Gießen“ ist noch offen',
    )
  })

  test('speaks German with who wants that', async () => {
    const user = await newUser({ language: 'de' })
    const { reply, disclosure } = await say(user, 'Bist du ein Mensch?')
    expect(reply.text).toContain('Ich bin ein Programm, kein Mensch')
    expect(disclosure.text).toContain('automatisch')
    expect((await say(user, 'thanks', { headers: { language: 'en' } })).reply.text).toContain('Gladly')
  })

  test('takes any language for English that is none', async () => {
    const user = await newUser()
    for (const language of ['true', 'tlh-Latn'])
      expect((await say(user, 'I am stressed', { headers: { language } })).reply.text).toContain('suggestion')
  })

  test.each([
    ['Which dose of ibuprofen may I take?', 'doctor'],
    ['thanks!', 'welcome'],
    ['qwertz', 'automatic'],
    ['Something for the evening', 'suggestion'],
    ['Good evening', 'coach'],
  ])('to %s it says something about %s', async (message, word) => {
    expect((await say(await newUser(), message)).reply.text).toContain(word)
  })
})

test('how often it answered is counted, fewer than five are not told, and nobody is named', async () => {
  const admin = await newWellnessAdmin()
  const day = '1999-12-31'
  const { db } = (await world()).host.services
  await sql`
    insert into wellness.coach_count (day, kind, language, replies)
    values (${day}, 'SAFETY', 'de', 4), (${day}, 'BUILT_IN', 'de', 5)
    on conflict do nothing`.execute(db)
  const path = `${wellnessBase}/admin/coach/count`
  const asked = (query: Record<string, string>) => call('GET', path, { as: admin, query })
  expect((await granted(asked({ from: day, to: day }))).body.data).toEqual([
    { kind: 'BUILT_IN', language: 'de', replies: 5 },
    { kind: 'SAFETY', language: 'de', replies: null },
  ])
  expectProblem(await asked({ from: '2026-02-30' }), 400, 'VALIDATION_FAILED', 'query.from')
})

describe('somebody in danger', () => {
  test('gets the fixed words and the card of where they are, in the language of the message', async () => {
    const user = await newUser({ timeZone: 'Europe/Dublin' })
    const before = await counted('SAFETY')
    const { reply, conversationId } = await say(user, 'I want to k1ll mys3lf')
    expect(reply).toMatchObject({ role: 'SYSTEM', writtenBy: 'SAFETY', cards: [] })
    expect(reply.safety).toMatchObject({ country: 'IE', emergency: { number: '112' } })
    expect(reply.safety.helplines[0]).toMatchObject({ name: 'Samaritans', phone: '116 123' })
    expect((await say(user, 'Ich will nicht mehr leben')).reply.text).toContain('Danke, dass du das sagst')
    expect(await counted('SAFETY')).toBe(before + 2)
    const kept = await history(user)
    expect(kept.items[2]).toEqual(reply)
    // What they wrote is no title.
    expect(kept.conversations).toMatchObject([{ id: conversationId, title: null }])
  })

  test('finds the same card without writing anything', async () => {
    const user = await newUser({ timeZone: 'America/New_York' })
    const { body } = await granted(call('GET', settingsPath, { as: user }))
    expect(body.data.help).toMatchObject({ country: 'US', emergency: { number: '911' } })
  })
})

describe('conversations', () => {
  test('are nobody else’s', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const { conversationId } = await say(user, 'hello')
    expectProblem(await write(other, 'hello', { conversationId }), 404, 'NO_SUCH_CONVERSATION')
    const look = call('GET', historyPath, { as: other, query: { conversationId } })
    expectProblem(await look, 404, 'NO_SUCH_CONVERSATION')
    expect((await history(other)).items).toEqual([])
  })

  test('go on where they were, or begin anew, and are read page by page', async () => {
    const user = await newUser()
    const first = await say(user, 'hello')
    expect((await say(user, 'thanks')).conversationId).toBe(first.conversationId)
    const second = await say(user, 'I am sad', { isNew: true })
    expect(second.conversationId).not.toBe(first.conversationId)
    const back = await say(user, 'bye', { conversationId: first.conversationId })
    expect(back.conversationId).toBe(first.conversationId)
    const own = await history(user, { conversationId: second.conversationId })
    expect(own.items).toEqual([second.reply, second.message])
    const seen: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 5 && (pages === 0 || cursor); pages += 1) {
      const page = await history(user, { limit: 3, cursor })
      seen.push(...page.items.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor ?? ''
    }
    expect(new Set(seen).size).toBe(8)
    expect(seen).toHaveLength(8)
  })

  test('a repeat with its key is answered once, and two phones do not mix', async () => {
    const user = await newUser()
    const headers = { requestid: newId() }
    const first = await say(user, 'hello', { headers })
    expect(await say(user, 'hello', { headers })).toEqual(first)
    expectProblem(await write(user, 'something else', { headers }), 422, 'IDEMPOTENCY_KEY_REUSED')
    const said = await Promise.all(['I am tired', 'I am angry', 'I am happy'].map((text) => say(user, text)))
    expect(new Set(said.map(({ conversationId }) => conversationId))).toEqual(new Set([first.conversationId]))
    const { items } = await history(user)
    expect(items).toHaveLength(8)
    for (const { message, reply } of said) expect(reply.replyTo).toBe(message.id)
  })

  test('are sealed: the database tells nothing of what was said', async () => {
    const user = await newUser()
    await say(user, 'my secret is the letter quince')
    const { rows } = await sql<{ text: string }>`
      select row_to_json(m)::text || coalesce((select row_to_json(c)::text from wellness.conversation c where c.id = m.conversation_id), '') as text,
        m.sealed from wellness.chat_message m where user_id = ${user.id}`.execute(
      (await world()).host.services.db,
    )
    const hidden = Buffer.from('quince').toString('hex')
    expect(rows).toHaveLength(2)
    for (const { text } of rows) {
      expect(text).not.toContain('quince')
      expect(text).not.toContain(hidden)
    }
  })

  test('go when their person says so, one or all, with what is kept for repeats', async () => {
    const user = await newUser()
    const headers = { requestid: newId() }
    const first = await say(user, 'hello', { headers })
    const second = await say(user, 'I am sad', { isNew: true })
    const erase = (query: Record<string, string> = {}) =>
      granted(call('DELETE', historyPath, { as: user, query }))
    const { conversationId } = first
    expect((await erase({ conversationId })).body.data).toEqual({ conversations: 1, messages: 2 })
    expect((await history(user)).items).toEqual([second.reply, second.message])
    expect((await erase()).body.data).toEqual({ conversations: 1, messages: 2 })
    expect((await erase()).body.data).toEqual({ conversations: 0, messages: 0 })
    const { rows } = await sql`
      select from platform.idempotency where scope = ${`wellness/sendChatMessage/${user.id}`}`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([])
  })

  test('are kept as long as their person chooses', async () => {
    const user = await newUser()
    const choose = async (retentionDays: number | null) =>
      (await granted(call('PATCH', settingsPath, { as: user, body: { retentionDays } }))).body.data
    const { body } = await granted(call('GET', settingsPath, { as: user }))
    expect(body.data).toMatchObject({ retentionDays: 365, model: null })
    await say(user, 'hello')
    expect((await choose(30)).retentionDays).toBe(30)
    await later(days(31), async () => {
      user.token = await tokenOf(user)
      // Hidden at once, gone with the next sweep.
      expect((await history(user)).items).toEqual([])
      expect((await choose(null)).retentionDays).toBeNull()
      expect((await history(user)).items).toHaveLength(2)
      await choose(30)
      await sweepNow(sweepConversations)
      await choose(null)
      expect(await history(user)).toMatchObject({ conversations: [], items: [] })
    })
    user.token = await tokenOf(user)
    expectProblem(
      await call('PATCH', settingsPath, { as: user, body: { retentionDays: 31 } }),
      400,
      'VALIDATION_FAILED',
    )
  })
})

test('a title goes with the words that it is taken from', async () => {
  const user = await newUser()
  await granted(call('PATCH', settingsPath, { as: user, body: { retentionDays: 30 } }))
  await say(user, 'I cannot sleep')
  const titles = async () => (await history(user)).conversations.map(({ title }: { title: string }) => title)
  expect(await titles()).toEqual(['I cannot sleep'])
  await later(days(20), async () => {
    user.token = await tokenOf(user)
    await say(user, 'thanks')
  })
  await later(days(31), async () => {
    user.token = await tokenOf(user)
    expect(await titles()).toEqual([null])
    await sweepNow(sweepConversations)
    expect((await history(user)).items).toHaveLength(2)
    await granted(call('PATCH', settingsPath, { as: user, body: { retentionDays: null } }))
    expect(await titles()).toEqual([null])
  })
})

describe('with a language model', () => {
  let server: ModelServer
  let app: FastifyInstance
  let origin = ''
  beforeAll(async () => {
    server = await startModelServer()
    const providers = await openPorts({ LANGUAGE_MODEL_PROVIDER: 'openai', ...server.settings })
    app = await openApp({ providers, languageModel: providers.languageModel.name })
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await closeProviders()
    await server.close()
  })

  const settings = async (as: TestPerson) => (await granted(call('GET', settingsPath, { as, app }))).body.data
  async function agree(as: TestPerson, isAgreed = true): Promise<void> {
    const { version } = (await settings(as)).model
    await granted(call('PATCH', settingsPath, { as, app, body: { model: { isAgreed, version } } }))
  }
  async function newAgreed(): Promise<TestPerson> {
    const user = await newUser()
    await agree(user)
    return user
  }
  const askedAbout = (word: string) =>
    server.asked.filter(({ messages }) =>
      messages.some(({ role, content }) => role !== 'system' && content.includes(word)),
    )

  /** Writes with a stream for an answer, and collects what comes. */
  async function stream(as: TestPerson, message: string, key = newId()) {
    const left = new AbortController()
    const response = await fetch(`${origin}${chat}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${as.token}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        requestid: key,
      },
      body: JSON.stringify({ message }),
      signal: left.signal,
    })
    const heard = { response, text: '', leave: () => left.abort(), ended: Promise.resolve() }
    const read = async () => {
      for await (const chunk of response.body ?? []) heard.text += Buffer.from(chunk).toString()
    }
    heard.ended = read().catch(() => {})
    return heard
  }
  const eventsOf = (text: string) =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, type, data]) => ({
      type,
      data: JSON.parse(data ?? ''),
    }))

  test('nothing goes there before somebody agrees, nor after they think better of it', async () => {
    const user = await newUser()
    expect((await settings(user)).model).toMatchObject({ name: 'quiet-1', agreedAt: null })
    expect((await say(user, 'before marzipan', { app })).reply.writtenBy).toBe('BUILT_IN')
    await agree(user)
    expect((await settings(user)).model.agreedAt).not.toBeNull()
    server.says('Take ', 'a walk.')
    const { reply } = await say(user, 'during marzipan', { app })
    expect(reply).toMatchObject({ role: 'COACH', writtenBy: 'MODEL', text: 'Take a walk.' })
    const [asked] = askedAbout('marzipan')
    expect(askedAbout('marzipan')).toHaveLength(1)
    expect(JSON.stringify(asked)).not.toContain('before marzipan')
    expect(JSON.stringify(asked)).not.toContain(user.email)
    await agree(user, false)
    expect((await say(user, 'after marzipan', { app })).reply.writtenBy).toBe('BUILT_IN')
    expect(askedAbout('marzipan')).toHaveLength(1)
    const { rows } = await sql<{ version: string; withdrawn: boolean }>`
      select version, withdrawn_at is not null as withdrawn from wellness.coach_consent where user_id = ${user.id}`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([
      {
        version: `1 ${new URL(origin).hostname}:${new URL(server.settings.LANGUAGE_MODEL_URL).port}`,
        withdrawn: true,
      },
    ])
  })

  test('who agreed to another one has not agreed to this one', async () => {
    const user = await newUser()
    const body = { model: { isAgreed: true, version: '1 elsewhere.example.com' } }
    expectProblem(await call('PATCH', settingsPath, { as: user, app, body }), 409, 'MODEL_CHANGED')
    expectProblem(await call('PATCH', settingsPath, { as: user, body }), 409, 'MODEL_CHANGED')
  })

  test('it is shown what was said before', async () => {
    const user = await newAgreed()
    server.says('Yes.')
    await say(user, 'I like walnuts', { app })
    await say(user, 'and what else?', { app })
    expect(server.asked.at(-1)?.messages.slice(1)).toEqual([
      { role: 'user', content: 'I like walnuts' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'and what else?' },
    ])
  })

  test('it never hears of danger, neither now nor later', async () => {
    const user = await newAgreed()
    const { reply } = await say(user, 'I want to die, pomegranate', { app })
    expect(reply).toMatchObject({ writtenBy: 'SAFETY', role: 'SYSTEM' })
    server.says('All well.')
    await say(user, 'The weather is nice', { app })
    expect(askedAbout('pomegranate')).toEqual([])
    expect(server.asked.at(-1)?.messages).toHaveLength(2)
  })

  test('where it speaks of danger itself, people are named instead', async () => {
    const user = await newAgreed()
    server.says('Do you ', 'think about killing yourself? Suicide is')
    const { reply } = await say(user, 'hmm', { app })
    expect(reply).toMatchObject({ writtenBy: 'SAFETY', role: 'SYSTEM' })
    expect(reply.safety).not.toBeNull()
  })

  test.each(['cut', 'unfinished', { status: 400 }] as const)(
    'when it fails with %j, the built-in coach answers',
    async (fault) => {
      const user = await newAgreed()
      const before = await counted('INSTEAD_OF_MODEL')
      server.failNext(fault)
      const { reply } = await say(user, 'thanks', { app })
      expect(reply).toMatchObject({ role: 'COACH', writtenBy: 'BUILT_IN' })
      expect(await counted('INSTEAD_OF_MODEL')).toBe(before + 1)
      expect((await history(user)).items).toHaveLength(2)
    },
  )

  test('the reply is told as it is written', async () => {
    const user = await newAgreed()
    server.says('One ', 'two ', 'three.')
    const key = newId()
    const heard = await stream(user, 'Count', key)
    expect(heard.response.headers.get('content-type')).toContain('text/event-stream')
    await heard.ended
    const events = eventsOf(heard.text)
    expect(events.map(({ type }) => type)).toEqual(['message', 'words', 'words', 'words', 'answer'])
    expect(events[0]?.data).toMatchObject({ role: 'USER', text: 'Count' })
    const answer = events.at(-1)?.data
    expect(answer).toMatchObject({ statusCode: 200, data: { reply: { text: 'One two three.' } } })
    // A repeat gets the same, streamed or not.
    const again = await stream(user, 'Count', key)
    await again.ended
    expect(eventsOf(again.text)).toEqual([{ type: 'answer', data: answer }])
    expect(await say(user, 'Count', { app, headers: { requestid: key } })).toEqual(answer.data)
  })

  test('who loses the connection finds the reply in the history', async () => {
    const user = await newAgreed()
    server.says('First ', 'and last.')
    const go = server.holdNext()
    const key = newId()
    const heard = await stream(user, 'Tunnel ahead', key)
    await eventually(async () => heard.text.includes('First'))
    heard.leave()
    expect(await textsOf(user)).toEqual(['Tunnel ahead'])
    // A repeat in the meantime does not ask a second time.
    expectProblem(
      await write(user, 'Tunnel ahead', { app, headers: { requestid: key } }),
      409,
      'IDEMPOTENCY_IN_PROGRESS',
    )
    go()
    await eventually(async () => (await textsOf(user)).length === 2)
    expect(await textsOf(user)).toEqual(['First and last.', 'Tunnel ahead'])
    await eventually(
      async () => (await write(user, 'Tunnel ahead', { app, headers: { requestid: key } })).status === 200,
    )
    expect(askedAbout('Tunnel')).toHaveLength(1)
  })

  test('a refusal is a refusal, streamed or not', async () => {
    const user = await newAgreed()
    const heard = await stream(user, '')
    expect(heard.response.status).toBe(400)
    expect(heard.response.headers.get('content-type')).toContain('application/json')
    // Erased while the model thinks: there is nothing left to answer.
    const go = server.holdNext()
    const thinking = await stream(user, 'Forget me')
    await eventually(async () => thinking.text.includes('event: words'))
    await granted(call('DELETE', historyPath, { as: user }))
    go()
    await thinking.ended
    expect(eventsOf(thinking.text).at(-1)).toMatchObject({
      type: 'refusal',
      data: { statusCode: 404, error: { code: 'NO_SUCH_CONVERSATION' } },
    })
    expect((await history(user)).items).toEqual([])
  })
})
