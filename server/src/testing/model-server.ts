import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** What happens to a request instead of its answer; `cut` and `unfinished` come after the first words. */
export type ModelFault =
  | { status: number; headers?: Record<string, string> }
  | 'cut'
  | 'unfinished'
  | 'wordless'
  | 'no-stream'
  | 'silent'

export interface ModelQuestion {
  model: string
  messages: { role: string; content: string }[]
}

/** A server of models that speaks the chat completions of OpenAI as far as we do, streamed. */
export interface ModelServer {
  settings: Record<'LANGUAGE_MODEL_URL' | 'LANGUAGE_MODEL_NAME' | 'LANGUAGE_MODEL_KEY', string>
  /** Everything that it was asked, failed requests too. */
  asked: ModelQuestion[]
  /** What it says from now on, piece by piece. */
  says(...words: string[]): void
  failNext(...faults: ModelFault[]): void
  /** Stops the next answer after its first words, until it is let go on. */
  holdNext(): () => void
  close(): Promise<void>
}

const model = 'quiet-1'
const key = 'sk-a-key-of-the-test'

/** @param options `thinks` as models do that know the limit of an answer by its newer name alone */
export async function startModelServer({ thinks = false } = {}): Promise<ModelServer> {
  const asked: ModelQuestion[] = []
  const faults: ModelFault[] = []
  let words = ['Breathe ', 'slowly.']
  let held: Promise<void> | undefined

  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    const question = JSON.parse(body || '{}')
    asked.push(question)
    const wrong = faultOf(question, thinks)
    if (request.url !== '/v1/chat/completions' || request.method !== 'POST') return refuse(response, 404)
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(response, 401)
    if (wrong) return refuse(response, 400, wrong)
    const fault = faults.shift()
    if (fault === 'silent') return
    if (typeof fault === 'object') return refuse(response, fault.status, 'no', fault.headers)
    if (fault === 'no-stream') return void response.writeHead(200).end('<html>')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send(response, { choices: [{ index: 0, delta: { role: 'assistant' } }] })
    const [first = '', ...rest] = fault === 'wordless' ? [''] : words
    send(response, { choices: [{ index: 0, delta: { content: first } }] })
    const waiting = held
    held = undefined
    await waiting
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'unfinished') return void response.end()
    for (const content of rest) send(response, { choices: [{ index: 0, delta: { content } }] })
    send(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    send(response, { choices: [], usage: { total_tokens: 42 } })
    response.end('data: [DONE]\n\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no port')
  return {
    settings: {
      LANGUAGE_MODEL_URL: `http://127.0.0.1:${address.port}/v1`,
      LANGUAGE_MODEL_NAME: model,
      LANGUAGE_MODEL_KEY: key,
    },
    asked,
    says: (...next) => {
      words = next
    },
    failNext: (...next) => void faults.push(...next),
    holdNext() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** It is strict about what it is asked, so that others may be, too. */
function faultOf(
  {
    model: name,
    messages,
    stream,
    max_tokens: most,
    max_completion_tokens: mostInAll,
  }: Record<string, unknown>,
  thinks: boolean,
): string | undefined {
  if (name !== model) return 'no such model'
  if (stream !== true) return 'only streams'
  if (thinks && most !== undefined)
    return "'max_tokens' is not supported. Use 'max_completion_tokens' instead."
  if (!Number.isInteger(thinks ? mostInAll : most)) return 'no limit'
  if (!Array.isArray(messages) || messages[0]?.role !== 'system') return 'no system message first'
  const isOrdered = messages
    .slice(1)
    .every(({ role, content }) => ['user', 'assistant'].includes(role) && typeof content === 'string')
  return isOrdered && messages.at(-1).role === 'user' ? undefined : 'the last word is not the user’s'
}

const send = (response: ServerResponse, chunk: object) =>
  void response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', ...chunk })}\n\n`)

const refuse = (
  response: ServerResponse,
  status: number,
  message = 'no',
  headers: Record<string, string> = {},
) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { message } }))
