import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { minutes } from '../clock.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import { openAiModel } from './openai.ts'
import type { LanguageModel } from './port.ts'

let server: ModelServer
let model: LanguageModel
beforeAll(async () => {
  server = await startModelServer()
  model = await openProvider(openAiModel, server.settings)
})
afterAll(async () => {
  await closeProviders()
  await server.close()
})

const said = [
  { by: 'PERSON', text: 'I am tired.' },
  { by: 'MODEL', text: 'Rest a little.' },
  { by: 'PERSON', text: 'How?' },
] as const

async function ask(one = model, signal = AbortSignal.timeout(minutes(2))) {
  const heard: string[] = []
  const reply = await one.reply(
    { instructions: 'Be kind.', said },
    { signal, heard: (words) => heard.push(words) },
  )
  return { reply, heard }
}

test('it goes on with the conversation, heard word by word', async () => {
  server.says('Lie ', 'down, ', 'schön ✨.')
  expect(await ask()).toEqual({ reply: 'Lie down, schön ✨.', heard: ['Lie ', 'down, ', 'schön ✨.'] })
  expect(server.asked.at(-1)?.messages).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'I am tired.' },
    { role: 'assistant', content: 'Rest a little.' },
    { role: 'user', content: 'How?' },
  ])
})

test('a model that knows the limit of an answer by another name is asked by that, from then on at once', async () => {
  const newer = await startModelServer({ thinks: true })
  onTestFinished(() => newer.close())
  newer.says('Rest.')
  const one = await openProvider(openAiModel, newer.settings)
  expect(await ask(one)).toEqual({ reply: 'Rest.', heard: ['Rest.'] })
  expect(await ask(one)).toEqual({ reply: 'Rest.', heard: ['Rest.'] })
  expect(newer.asked.length).toBe(3)
})

test('what it is called tells where it runs', () => {
  expect(model.name).toEqual({ host: new URL(server.settings.LANGUAGE_MODEL_URL).host, model: 'quiet-1' })
})

describe('a failure says what it means for the question', () => {
  test.each([
    [{ status: 400 }, ProviderRefused],
    [{ status: 302, headers: { location: 'https://example.org' } }, ProviderRefused],
    [{ status: 429, headers: { 'retry-after': '30' } }, ProviderUnavailable],
    [{ status: 503 }, ProviderUnavailable],
    [{ status: 500 }, ProviderUnsure],
    ['cut', ProviderUnsure],
    ['unfinished', ProviderUnsure],
    ['wordless', ProviderUnsure],
    ['no-stream', ProviderUnsure],
  ] as const)('%j', async (fault, kind) => {
    // Each by itself: after some failures in a row a server is left alone.
    const one = await openProvider(openAiModel, server.settings)
    const before = server.asked.length
    server.failNext(fault)
    await expect(ask(one)).rejects.toBeInstanceOf(kind)
    expect(server.asked.length).toBe(before + 1)
  })

  test('silence, when the time is up', async () => {
    const one = await openProvider(openAiModel, server.settings)
    server.failNext('silent')
    const left = new AbortController()
    const asking = ask(one, left.signal)
    left.abort()
    await expect(asking).rejects.toSatisfy(
      (error) => error instanceof ProviderUnsure || error instanceof ProviderUnavailable,
    )
    server.failNext()
  })

  test('a wrong key, and a server that is not there', async () => {
    const stranger = await openProvider(openAiModel, { ...server.settings, LANGUAGE_MODEL_KEY: 'another' })
    await expect(ask(stranger)).rejects.toBeInstanceOf(ProviderRefused)
    const nowhere = await openProvider(openAiModel, {
      ...server.settings,
      LANGUAGE_MODEL_URL: 'http://127.0.0.1:9/v1',
    })
    await expect(ask(nowhere)).rejects.toBeInstanceOf(ProviderUnavailable)
  })
})
