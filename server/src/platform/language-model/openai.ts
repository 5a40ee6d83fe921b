import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Answer, type Origin, requireSuccess } from '../outbound.ts'
import { provider } from '../provider.ts'
import { ProviderUnsure } from '../provider-errors.ts'
import { Address, Text } from '../settings.ts'
import { type LanguageModel, mostReplyMs, type Spoken } from './port.ts'

/** Whatever speaks the chat completions of OpenAI, which most servers of models do, also those of one's own. */
export const openAiModel = provider({
  port: 'language-model',
  name: 'openai',
  summary: 'asks a language model behind the protocol of OpenAI’s chat completions',
  settings: Type.Object({
    LANGUAGE_MODEL_URL: Address(
      ['http', 'https'],
      'address of the model’s API, up to and with its version, such as http://localhost:11434/v1',
    ),
    LANGUAGE_MODEL_NAME: Text('the model, as its server calls it'),
    LANGUAGE_MODEL_KEY: Text('API key, where the server asks for one'),
  }),
  needs: ['LANGUAGE_MODEL_URL', 'LANGUAGE_MODEL_NAME'],
  open({ LANGUAGE_MODEL_URL, LANGUAGE_MODEL_NAME: model, LANGUAGE_MODEL_KEY: key }, { outbound }) {
    const server = outbound.at(LANGUAGE_MODEL_URL, { timeoutMs: mostReplyMs })
    return languageModel(server, { host: new URL(LANGUAGE_MODEL_URL).host, model, key })
  },
})

/** Tokens of one answer: some two hundred words. */
const spoken = { max_tokens: 400 }
/** The same for models that name it otherwise, and count with it what they think before they speak. */
const thoughtAndSpoken = { max_completion_tokens: 4000 }

function languageModel(
  server: Origin,
  { host, model, key }: { host: string; model: string; key: string | undefined },
): LanguageModel {
  let limit: object = spoken
  return {
    name: { host, model },
    async reply({ instructions, said }, { signal, heard }) {
      const words = wordsOfStream(host, heard)
      const messages = [{ role: 'system', content: instructions }, ...said.map(messageOf)]
      const ask = (most: object) =>
        server.send({
          method: 'POST',
          path: '/chat/completions',
          headers: {
            'content-type': 'application/json',
            accept: 'text/event-stream',
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({ model, stream: true, ...most, messages }),
          signal,
          heard: words.take,
        })
      const most = limit
      let answer = await ask(most)
      if (most === spoken && wantsOtherLimit(answer)) {
        limit = thoughtAndSpoken
        answer = await ask(limit)
      }
      requireSuccess(answer, host)
      return words.end()
    },
  }
}

/** Which models refuse the one limit, and which do not know the other, no server tells but by refusing. */
const wantsOtherLimit = ({ status, bytes }: Answer) =>
  status === 400 && bytes.includes('max_completion_tokens')

const messageOf = ({ by, text }: Spoken) => ({ role: by === 'PERSON' ? 'user' : 'assistant', content: text })

const Chunk = Type.Object({
  choices: Type.Array(
    Type.Object({ delta: Type.Object({ content: Type.Optional(Type.Union([Type.String(), Type.Null()])) }) }),
  ),
})

/** Gathers the words of server-sent events, and passes them on as they come. */
function wordsOfStream(host: string, heard: (words: string) => void) {
  const decoder = new TextDecoder()
  let pending = ''
  let text = ''
  let isDone = false
  const read = (line: string) => {
    if (!line.startsWith('data:')) return
    const data = line.slice(5).trim()
    if (data === '[DONE]') {
      isDone = true
      return
    }
    const words = contentOf(data)
    if (words === '') return
    text += words
    heard(words)
  }
  return {
    take(bytes: Buffer) {
      pending += decoder.decode(bytes, { stream: true })
      const lines = pending.split(/\r?\n/)
      pending = lines.pop() ?? ''
      for (const line of lines) read(line)
    },
    /** @throws ProviderUnsure when it broke off, or said nothing. */
    end(): string {
      read(pending)
      if (!isDone) throw new ProviderUnsure(`${host} broke off`)
      if (text.trim() === '') throw new ProviderUnsure(`${host} said nothing`)
      return text.trim()
    },
  }
}

/** Of what cannot be read, nothing: the end of the stream says whether all came. */
function contentOf(data: string): string {
  try {
    const chunk: unknown = JSON.parse(data)
    return Value.Check(Chunk, chunk) ? (chunk.choices[0]?.delta.content ?? '') : ''
  } catch {
    return ''
  }
}
