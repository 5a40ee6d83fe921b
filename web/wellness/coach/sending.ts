import { eventsIn } from '@plaza/client/stream'
import type { CoachExchange, CoachMessage } from '@plaza/client/wellness'
import { language } from '../../texts/language.ts'
import { deviceZone } from '../../ui/device-zone.ts'
import { Failure, failureOf } from '../../ui/failure.ts'
import { session } from '../session.ts'

/** A message on its way. */
export interface Sending {
  /** The same for every try, so that it is answered once. */
  key: string
  text: string
}

interface Heard {
  /** The message is kept. */
  kept(message: CoachMessage): void
  /** More words of the reply. */
  words(text: string): void
}

const path = '/wellness-app/api/v1/user/chat'
const unknown = { message: undefined }

/** Longer than any answer takes: a connection that is silent for so long is lost. */
const mostMs = 75_000

/** Sends a message and hears the reply as it is written. @throws Failure */
export async function sendHeard({ key, text }: Sending, heard: Heard): Promise<CoachExchange> {
  const response = await ask(key, text)
  if (!response.ok || !response.body) throw failureOf(await response.json().catch(() => unknown), response)
  try {
    for await (const { type, data } of eventsIn(response.body)) {
      // The server tells what the operation declares.
      if (type === 'message') heard.kept(data as CoachMessage)
      if (type === 'words') heard.words((data as { text: string }).text)
      if (type === 'answer') return (data as { data: CoachExchange }).data
      if (type === 'refusal') {
        const { statusCode: status } = data as { statusCode: number }
        throw failureOf(data, new Response(null, { status }))
      }
    }
  } catch (error) {
    throw failureOf(error, error instanceof Failure ? response : undefined)
  }
  // It ended without an answer: on its way, or with the server.
  throw failureOf(unknown, undefined)
}

async function ask(key: string, text: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const token = await session.token()
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        requestid: key,
        timeZone: deviceZone(),
        language,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ message: text }),
      signal: AbortSignal.timeout(mostMs),
    }).catch(() => undefined)
    if (!response) throw failureOf(unknown, undefined)
    if (response.status !== 401 || tries > 1) return response
    const { error } = (await response.clone().json()) as { error?: { code?: string } }
    if (!session.refused(error?.code ?? '', token)) return response
  }
}
