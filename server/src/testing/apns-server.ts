import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'

/** Instead of its answer: a status with Apple's reason, a cut before or after the effect, nonsense, silence, a stream that was never looked at, or the end of the connection. */
export type ApnsFault =
  | { status: number; reason: string }
  | 'cut'
  | 'lose'
  | 'malformed'
  | 'slow'
  | 'untouched'
  | 'goaway'

/** The Apple Push Notification service as far as Plaza speaks to it, over HTTP/2 without TLS. */
export interface ApnsServer {
  url: string
  /** The settings that belong to the app's key. */
  settings: { APNS_KEY: string; APNS_KEY_ID: string; APNS_TEAM_ID: string; APNS_TOPIC: string }
  phones: Set<string>
  /** Tokens of phones that no longer have the app. */
  gone: Set<string>
  /** What each phone shows: a message of a collapse id takes the place of the one before. */
  shown(token: string): { id: string; payload: Record<string, unknown> }[]
  taken(): number
  connections(): number
  /** Provider tokens that it saw. */
  tokens: Set<string>
  failNext(...faults: ApnsFault[]): void
  close(): Promise<void>
}

/** Refuses as APNs does. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function startApnsServer(options: { now: () => Date }): Promise<ApnsServer> {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const settings = {
    APNS_KEY: pair.privateKey,
    APNS_KEY_ID: 'ABC123DEFG',
    APNS_TEAM_ID: 'DEF123GHIJ',
    APNS_TOPIC: 'org.example.town',
  }
  const publicKey = await importSPKI(pair.publicKey, 'ES256')
  const phones = new Set<string>()
  const gone = new Set<string>()
  const tokens = new Set<string>()
  const screens = new Map<string, Map<string, { id: string; payload: Record<string, unknown> }>>()
  const sessions = new Set<ServerHttp2Session>()
  const faults: ApnsFault[] = []
  let taken = 0
  let connections = 0

  async function requireKnown(headers: IncomingHttpHeaders): Promise<void> {
    const [, token = ''] = /^bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    if (token === '') throw new Refusal(403, 'MissingProviderToken')
    tokens.add(token)
    const verified = await jwtVerify(token, publicKey, {
      algorithms: ['ES256'],
      issuer: settings.APNS_TEAM_ID,
      currentDate: options.now(),
    }).catch(() => undefined)
    if (!verified || decodeProtectedHeader(token).kid !== settings.APNS_KEY_ID)
      throw new Refusal(403, 'InvalidProviderToken')
    const age = options.now().getTime() / 1000 - Number(verified.payload.iat)
    if (age > 3600) throw new Refusal(403, 'ExpiredProviderToken')
  }

  async function take(headers: IncomingHttpHeaders, bytes: Buffer): Promise<string> {
    const [, token = ''] = /^\/3\/device\/([0-9a-f]+)$/.exec(headers[':path'] ?? '') ?? []
    if (headers[':method'] !== 'POST') throw new Refusal(405, 'MethodNotAllowed')
    await requireKnown(headers)
    if (headers['apns-topic'] !== settings.APNS_TOPIC) throw new Refusal(400, 'BadTopic')
    if (headers['apns-push-type'] !== 'alert') throw new Refusal(400, 'InvalidPushType')
    if (!['1', '5', '10'].includes(String(headers['apns-priority']))) throw new Refusal(400, 'BadPriority')
    if (!/^\d{10}$/.test(String(headers['apns-expiration']))) throw new Refusal(400, 'BadExpirationDate')
    const id = String(headers['apns-id'])
    const collapseId = String(headers['apns-collapse-id'])
    if (!uuid.test(id)) throw new Refusal(400, 'BadMessageId')
    if (collapseId.length > 64) throw new Refusal(400, 'BadCollapseId')
    if (bytes.length > 4096) throw new Refusal(413, 'PayloadTooLarge')
    const payload = JSON.parse(bytes.toString())
    if (typeof payload.aps?.alert?.body !== 'string') throw new Refusal(400, 'PayloadEmpty')
    if (gone.has(token)) throw new Refusal(410, 'Unregistered')
    if (!phones.has(token)) throw new Refusal(400, 'BadDeviceToken')
    taken += 1
    screens.set(token, (screens.get(token) ?? new Map()).set(collapseId, { id, payload }))
    return id
  }

  async function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const fault = faults.shift()
    if (fault === 'cut') return void stream.session?.destroy()
    if (fault === 'untouched') return stream.close(constants.NGHTTP2_REFUSED_STREAM)
    const bytes = await buffer(stream)
    if (fault === 'slow') return
    if (fault === 'goaway') stream.session?.goaway()
    const refuse = (status: number, text: string) => {
      stream.respond({ ':status': status })
      stream.end(text)
    }
    if (fault === 'malformed') return refuse(400, '{"reas')
    if (typeof fault === 'object') return refuse(fault.status, JSON.stringify({ reason: fault.reason }))
    try {
      const id = await take(headers, bytes)
      if (fault === 'lose') return void stream.session?.destroy()
      stream.respond({ ':status': 200, 'apns-id': id })
      stream.end()
    } catch (error) {
      const { status, message } = error instanceof Refusal ? error : new Refusal(500, 'InternalServerError')
      refuse(status, JSON.stringify({ reason: message }))
    }
  }

  const server = createServer()
  server.on('session', (session) => {
    connections += 1
    sessions.add(session)
    session.on('error', () => {})
    session.once('close', () => sessions.delete(session))
  })
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on('error', () => {})
    answer(stream, headers).catch(() => stream.close())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the APNs server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    settings,
    phones,
    gone,
    tokens,
    shown: (token) => [...(screens.get(token)?.values() ?? [])],
    taken: () => taken,
    connections: () => connections,
    failNext: (...next) => void faults.push(...next),
    async close() {
      for (const session of sessions) session.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
