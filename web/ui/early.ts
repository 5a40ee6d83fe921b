const begun = new Map<string, Promise<Response>>()
const read = new Map<string, unknown>()

/**
 * Begins a public GET while the rest of the page is still on its way. Whoever shows it first takes what
 * was read, or the client's same call takes the reply.
 * @returns the body.
 */
export async function beginEarly(path: string): Promise<unknown> {
  const reply = fetch(path)
  begun.set(path, reply)
  const response = await reply
  // A copy: the reply itself may belong to the client's call.
  const body: unknown = await response.clone().json()
  if (response.ok && begun.has(path)) read.set(path, body)
  return body
}

/** The body of a good reply that was begun and is there already, once. */
export function takeRead<Body>(path: string): Body | undefined {
  const body = read.get(path)
  if (body !== undefined) forget(path)
  return body as Body | undefined
}

function forget(path: string): void {
  begun.delete(path)
  read.delete(path)
}

/** The reply that was begun for a request, once. */
export function takeEarly({ method, url, headers }: Request): Promise<Response> | undefined {
  if (begun.size === 0 || method !== 'GET' || headers.has('authorization')) return undefined
  const { pathname, search } = new URL(url)
  const reply = begun.get(pathname + search)
  forget(pathname + search)
  return reply
}
