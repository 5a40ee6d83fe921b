/** One event of the live stream: its id for resuming, its type, its data. */
export type StreamEvent<Event extends AnyEvent = AnyEvent> = Event & { id: string | undefined }

/** Name a product's `LiveEvent` to have the data of each type typed. */
interface AnyEvent {
  type: string
  data: unknown
}

interface StreamOptions {
  /** Address of the stream operation, such as `https://town.example/api/v1/stream`. */
  url: string
  accessToken: string
  /** The last event that was handled; what came after it is sent first. */
  lastEventId?: string
  /** Where no event was handled yet: how long ago the app began to read what it shows. */
  ageMs?: number
  signal?: AbortSignal
}

/** The server says something every 25 seconds; a connection that is silent for longer than this is dead. */
const mostSilentMs = 60_000

/**
 * The events of the signed-in person, one by one, until the server or `signal` ends the stream.
 * Reconnecting is the caller's: with a fresh token and the last `id` nothing is missed for 24 hours.
 * It begins with a `connected` event, for its id; a `resync` event asks to load the lists anew, also
 * where something happened while the app began, which said its `ageMs`.
 * @throws Error when the server refuses; its status is in the message. Also when it falls silent.
 */
export async function* streamEvents<Event extends AnyEvent = AnyEvent>({
  url,
  accessToken,
  lastEventId,
  ageMs,
  signal,
}: StreamOptions): AsyncGenerator<StreamEvent<Event>> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), mostSilentMs)
  try {
    const response = await fetch(ageMs === undefined ? url : `${url}?ageMs=${Math.ceil(ageMs)}`, {
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    })
    if (!response.ok || !response.body)
      throw new Error(`the stream was refused with status ${response.status}`)
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), mostSilentMs)
    }
    // The server sends what its API document says.
    for await (const event of eventsIn(response.body, heard)) yield event as StreamEvent<Event>
  } finally {
    clearTimeout(timer)
  }
}

/** The events of a body of server-sent events; `heard` is called whenever something comes. */
export async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard?: () => void,
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  // Safari cannot iterate a stream; it can be read everywhere.
  const reader = body.getReader()
  let buffered = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard?.()
      buffered += decoder.decode(value, { stream: true })
      const frames = buffered.split('\n\n')
      buffered = frames.pop() ?? ''
      for (const frame of frames) {
        const event = parseFrame(frame)
        if (event) yield event
      }
    }
  } finally {
    // One that broke cannot be cancelled, and says so with what it broke with.
    reader.cancel().catch(() => undefined)
  }
}

function parseFrame(frame: string): StreamEvent | undefined {
  const fields = new Map(
    frame
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const),
  )
  const type = fields.get('event')
  return type === undefined
    ? undefined
    : { id: fields.get('id'), type, data: JSON.parse(fields.get('data') ?? 'null') }
}
