import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { seconds } from '../clock.ts'
import { EventStream } from '../events/stream.ts'
import { newId } from '../ids.ts'
import { languages } from '../language.ts'
import { plainAddress } from '../network.ts'
import { bodyLimitOf, jsonOf, needsBytes } from '../operation/body.ts'
import type { RequestFacts } from '../operation/caller.ts'
import { type Envelope, envelopeText } from '../operation/envelope.ts'
import { execute, type Limiter } from '../operation/execute.ts'
import type { Operation } from '../operation/operation.ts'
import { type Outcome, problemOutcome } from '../operation/outcome.ts'
import {
  bodyTooLarge,
  internal,
  invalidField,
  malformed,
  notFound,
  overloaded,
  type Problem,
  unsupportedType,
} from '../operation/problem.ts'
import type { Registered } from '../operation/registry.ts'
import type { FileReply } from '../operation/reply.ts'
import type { Services } from '../services.ts'
import { type Gates, kindOf } from './admission.ts'
import { inputOf, withBytes } from './bodies.ts'
import { limitBodyTime, uploadTimeoutMs } from './body-time.ts'
import { Compressor, encodingFor } from './compression.ts'
import { bodyWithCookies, moveIntoCookies } from './cookies.ts'
import { sendFile } from './file-reply.ts'
import { fileRoutes } from './files.ts'
import { languageFor } from './language.ts'
import { makeLimiter } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { openStreamsOf } from './streams.ts'
import { type WebPages, webPages } from './web-pages.ts'

/** Made once: to make a problem is to take down where it was made. */
const busy = overloaded()
const bodyLimit = 256 * 1024
/** What follows the question mark, in bytes. */
const longestQuery = 8192
const queryTooLong = () => invalidField('query', 'maxLength', `must have at most ${longestQuery} characters`)
/** A connection on which nothing comes or goes for so long is closed; answers that others think about for us take most of it. */
const longestSilenceMs = seconds(60)
/** Besides those that carry event streams. */
const mostConnections = 1000
/** Who asks again at once costs others less so. */
const refusalDelayMs = 50

export interface ServerOptions {
  operations: Registered[]
  services: Services
  log: Logger
  trustProxy: number
  metrics: Metrics
  gates: Gates
  /** Event streams that are open at the same time. */
  mostStreams: number
  /** The built pages for browsers, when this process serves them. */
  pages?: WebPages | undefined
}

/** The HTTP server: every operation at its address, hardened, not yet listening. */
export async function makeServer(options: ServerOptions): Promise<FastifyInstance> {
  const { operations, services, metrics, gates } = options
  const app = Fastify({
    loggerInstance: options.log.child({}, { serializers: { req: loggedRequest } }) as never,
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      send(reply.headers(securityHeaders), problemOutcome(malformed(), factsOf(request))),
    bodyLimit,
    requestTimeout: uploadTimeoutMs,
    connectionTimeout: longestSilenceMs,
    keepAliveTimeout: 10_000,
    // So many hops are ours, and the next address is the one that the furthest of them saw. To a number
    // Fastify trusts nobody.
    trustProxy: options.trustProxy > 0 && ((_address: string, hop: number) => hop < options.trustProxy),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, maxHeaderSize: 16_384 },
    // A logger for each request costs more than the request's own work, and at most levels says nothing.
    childLoggerFactory: (log: Logger, bindings: object) =>
      log.isLevelEnabled('info') ? log.child(bindings) : log,
    genReqId: (request: { headers: IncomingMessage['headers'] }) => requestIdOf(request),
    forceCloseConnections: 'idle',
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance
  app.server.maxConnections = options.mostStreams + mostConnections
  app.server.maxHeadersCount = 100

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, jsonOf(text as string))
    } catch (error) {
      done(error as Problem)
    }
  })
  // Some clients name a type for a body that is empty; where none is expected, it does not matter.
  app.addContentTypeParser('*', ({ routeOptions }, payload, done) => {
    if ((routeOptions.config as RouteConfig).takesBody !== false) return done(unsupportedType())
    payload.resume()
    done(null)
  })
  const isSecure = services.settings.publicUrl.startsWith('https:')
  const headers = isSecure ? { ...securityHeaders, ...onlyHttps } : securityHeaders
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('X-Request-Id', request.id)
    done(refusalOf(request))
  })
  app.setErrorHandler((error, request, reply) =>
    isHangUp(error) && isGone(request)
      ? forget(request, reply)
      : send(reply, problemOutcome(problemOfHttpError(error, request), factsOf(request))),
  )
  limitBodyTime(app)
  const page = options.pages ? await webPages(app, options.pages) : async () => false
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isShown = isRead && (await page(request, reply))
    return isShown ? reply : send(reply, problemOutcome(notFound(), factsOf(request)))
  })

  const limiter = makeLimiter(services)
  await fileRoutes(app, services)
  const streams = openStreamsOf(app, options.mostStreams)
  const route = (scope: FastifyInstance, registered: Registered): void => {
    const limit = bodyLimitOf(registered.operation)
    const kind = kindOf(registered.operation)
    const gate = gates[kind]
    const refuse = (request: FastifyRequest, reply: FastifyReply) => {
      metrics.observeRefusal(kind)
      metrics.observe(registered.id, 503, reply.elapsedTime)
      return send(reply, problemOutcome(busy, factsOf(request)))
    }
    scope.route({
      method: registered.operation.method,
      url: registered.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      config: { takesBody: registered.operation.body !== undefined } satisfies RouteConfig,
      ...(limit === undefined ? {} : { bodyLimit: limit }),
      onRequest(request, reply, done) {
        if (!gate.isFull()) return done()
        setTimeout(() => refuse(request, reply), refusalDelayMs)
      },
      async handler(request, reply) {
        if (isGone(request)) return forget(request, reply)
        const started = performance.now()
        // Not before its body is there: nobody holds a place who is slow to say what they want.
        const leave = await gate.enter(() => request.raw.socket.destroyed)
        if (!leave) return refuse(request, reply)
        try {
          const found = await answer(registered, request, services, limiter, leave)
          const refusal = found.body instanceof EventStream ? streams.refusal() : undefined
          const outcome = refusal ? problemOutcome(refusal, factsOf(request)) : found
          metrics.observe(registered.id, outcome.status, performance.now() - started)
          const shown = moveIntoCookies(registered, request, reply, outcome, isSecure)
          return shown.body instanceof EventStream
            ? streams.send(reply.headers(shown.headers), shown.body, outcome.caller?.id)
            : send(reply, shown, registered.operation)
        } finally {
          leave()
        }
      },
    } as Parameters<FastifyInstance['route']>[0])
  }
  for (const registered of operations) if (!needsBytes(registered.operation)) route(app, registered)
  await withBytes(app, (scope) => {
    for (const registered of operations) if (needsBytes(registered.operation)) route(scope, registered)
  })
  return app
}

interface RouteConfig {
  takesBody?: boolean
}

/** What a log says of a request; the rest of its address may hold what is nobody else's business. */
const loggedRequest = ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?')[0], ip })

/** Of every reply, unless its own route says otherwise. */
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-site',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
}
/** A page of an operation: it may look like something, and run nothing. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const onlyHttps = { 'Strict-Transport-Security': 'max-age=31536000' }

const single = ['host', 'authorization', 'content-length', 'content-type']
const bitOf = new Map(single.map((name, index) => [name, 1 << index]))

/** What is wrong with a request before anything of it is read. */
function refusalOf({ raw, url }: FastifyRequest): Problem | undefined {
  if (hasDuplicateHeader(raw)) return malformed()
  const at = url.indexOf('?')
  return at >= 0 && url.length - at - 1 > longestQuery ? queryTooLong() : undefined
}

function hasDuplicateHeader({ rawHeaders }: IncomingMessage): boolean {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const bit = bitOf.get(rawHeaders[index]?.toLowerCase() ?? '') ?? 0
    if (seen & bit) return true
    seen |= bit
  }
  return false
}

function requestIdOf({ headers }: { headers: IncomingMessage['headers'] }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : newId()
}

const text = (value: string | string[] | undefined) =>
  typeof value === 'string' && value !== '' ? value : undefined

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    ip: plainAddress(addressIn(request) ?? '') ?? request.socket.remoteAddress ?? '',
    userAgent: text(request.headers['user-agent']) ?? '',
    deviceId: text(request.headers.deviceid),
    key: text(request.headers['idempotency-key']) ?? text(request.headers.requestid),
    lastEventId: text(request.headers['last-event-id']),
    wantsEvents: request.headers.accept?.includes('text/event-stream') === true,
    language: languageFor(request, languages),
    endedSessionId: undefined,
  }
}

/** Not as its type has it: a connection that was reset has none any more. */
const addressIn = ({ ip }: FastifyRequest) => ip as string | undefined

/** Whether nobody waits for the answer any more. */
const isGone = (request: FastifyRequest): boolean =>
  request.raw.socket.destroyed || addressIn(request) === undefined

/** What reading from somebody who hung up fails with. */
const isHangUp = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))

/** Does nothing for somebody who hung up before anything was done. */
function forget(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.debug({ requestId: request.id }, 'a request was aborted by who sent it')
  request.raw.socket.destroy()
  return reply.hijack()
}

/** `attributes[brand]=Acme` in an address is the key `brand` of `attributes`. */
function unfold(query: Record<string, unknown>): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query)) {
    const [, outer, inner] = /^(\w{1,40})\[(\w{1,40})\]$/.exec(name) ?? []
    if (outer === undefined || inner === undefined) whole[name] = value
    else {
      const known = whole[outer]
      whole[outer] = { ...(typeof known === 'object' ? known : {}), [inner]: value }
    }
  }
  return whole
}

async function answer(
  registered: Registered,
  request: FastifyRequest,
  services: Services,
  limiter: Limiter,
  stepAside: () => void,
): Promise<Outcome> {
  // Some clients send the token without its scheme word; the interface shows both.
  const token = text(request.headers.authorization)?.replace(/^Bearer\s+/i, '')
  const input = inputOf(registered, request)
  return execute(
    registered,
    {
      ...input,
      params: request.params as Record<string, unknown>,
      query: unfold(request.query as Record<string, unknown>),
      body: bodyWithCookies(registered, request, input.body),
      headers: request.headers,
      token,
      request: factsOf(request),
      stepAside,
    },
    services,
    limiter,
  )
}

function send(
  reply: FastifyReply,
  { status, shape, body, headers }: Outcome,
  operation?: Operation,
): FastifyReply | Promise<FastifyReply> {
  reply.code(status).headers(headers)
  if (shape === undefined || !operation)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  if ('empty' in shape || 'redirect' in shape) return reply.send()
  if ('text' in shape) return reply.type('text/plain; charset=utf-8').send(body)
  if ('html' in shape)
    return reply.header('Content-Security-Policy', pagePolicy).type('text/html; charset=utf-8').send(body)
  if ('file' in shape) return sendFile(reply, body as FileReply)
  const written = envelopeText(operation, shape, body as Envelope)
  reply.type('application/json; charset=utf-8')
  return 'isCompressed' in shape
    ? sendCompressed(reply, written, headers.ETag && operation.path + headers.ETag)
    : reply.send(written)
}

const compressor = new Compressor()

/** @param version of the text; without one it goes out as it is. */
async function sendCompressed(
  reply: FastifyReply,
  written: string,
  version: string | undefined,
): Promise<FastifyReply> {
  reply.header('Vary', 'Accept-Encoding')
  const encoding = encodingFor(text(reply.request.headers['accept-encoding']) ?? '')
  const bytes = version && encoding && (await compressor.compressed(written, version, encoding))
  return bytes ? reply.header('Content-Encoding', encoding).send(bytes) : reply.send(written)
}

function problemOfHttpError(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Error && 'extra' in error) return error as Problem
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return bodyTooLarge()
  if (status === 415) return unsupportedType()
  if (status === 503) return overloaded()
  if (status >= 400 && status < 500) return malformed()
  request.log.error(
    { requestId: request.id, error: error instanceof Error ? error.stack : String(error) },
    'a request failed outside any operation',
  )
  return internal()
}
