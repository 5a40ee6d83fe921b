import type { IncomingMessage } from 'node:http'
import buildSerializer from 'fast-json-stringify'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { EventStream } from '../events/stream.ts'
import { newId } from '../ids.ts'
import { bodyLimitOf, jsonOf, needsBytes } from '../operation/body.ts'
import type { RequestFacts } from '../operation/caller.ts'
import { execute, type Limiter } from '../operation/execute.ts'
import type { Operation, ReplyShape } from '../operation/operation.ts'
import { envelopeOf, type Outcome, problemOutcome } from '../operation/outcome.ts'
import {
  bodyTooLarge,
  internal,
  malformed,
  notFound,
  overloaded,
  type Problem,
  unsupportedType,
} from '../operation/problem.ts'
import type { Registered } from '../operation/registry.ts'
import type { FileReply } from '../operation/reply.ts'
import type { Services } from '../services.ts'
import { inputOf, withBytes } from './bodies.ts'
import { limitBodyTime, uploadTimeoutMs } from './body-time.ts'
import { sendFile } from './file-reply.ts'
import { fileRoutes } from './files.ts'
import { makeLimiter } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { bodyWithCookie, moveIntoCookie } from './refresh-cookie.ts'
import { openStreamsOf } from './streams.ts'
import { type WebPages, webPages } from './web-pages.ts'

const bodyLimit = 256 * 1024
const mostInFlight = 500

export interface ServerOptions {
  operations: Registered[]
  services: Services
  log: Logger
  trustProxy: number
  metrics: Metrics
  /** The built pages for browsers, when this process serves them. */
  pages?: WebPages | undefined
}

/** The HTTP server: every operation at its address, hardened, not yet listening. */
export async function makeServer(options: ServerOptions): Promise<FastifyInstance> {
  const { operations, services, metrics } = options
  const app = Fastify({
    loggerInstance: options.log.child({}, { serializers: { req: loggedRequest } }) as never,
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      send(reply.headers(securityHeaders), problemOutcome(malformed(), factsOf(request))),
    bodyLimit,
    requestTimeout: uploadTimeoutMs,
    connectionTimeout: 15_000,
    keepAliveTimeout: 10_000,
    trustProxy: options.trustProxy || false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, maxHeaderSize: 16_384 },
    genReqId: (request: { headers: IncomingMessage['headers'] }) => requestIdOf(request),
    forceCloseConnections: 'idle',
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance
  app.server.maxConnections = 5000
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
    done(hasDuplicateHeader(request.raw) ? malformed() : undefined)
  })
  app.setErrorHandler((error, request, reply) =>
    send(reply, problemOutcome(problemOfHttpError(error, request), factsOf(request))),
  )
  limitBodyTime(app)
  const page = options.pages ? await webPages(app, options.pages) : () => undefined
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const shown = isRead ? page(request, reply) : undefined
    return shown ?? send(reply, problemOutcome(notFound(), factsOf(request)))
  })

  const limiter = makeLimiter(services.settings.rateLimit, services.clock)
  await fileRoutes(app, services)
  const streams = openStreamsOf(app)
  let inFlight = 0
  const route = (scope: FastifyInstance, registered: Registered): void => {
    const limit = bodyLimitOf(registered.operation)
    scope.route({
      method: registered.operation.method,
      url: registered.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      config: { takesBody: registered.operation.body !== undefined } satisfies RouteConfig,
      ...(limit === undefined ? {} : { bodyLimit: limit }),
      async handler(request, reply) {
        const started = performance.now()
        inFlight += 1
        try {
          const outcome =
            inFlight > mostInFlight
              ? problemOutcome(overloaded(), factsOf(request))
              : await answer(registered, request, services, limiter)
          metrics.observe(registered.id, outcome.status, performance.now() - started)
          const shown = moveIntoCookie(registered, request, reply, outcome, isSecure)
          return shown.body instanceof EventStream
            ? streams.send(reply, shown.body, outcome.caller?.sessionId)
            : send(reply, shown, registered.operation)
        } finally {
          inFlight -= 1
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

const single = new Set(['host', 'authorization', 'content-length', 'content-type'])

function hasDuplicateHeader({ rawHeaders }: IncomingMessage): boolean {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (!single.has(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
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
    ip: request.ip,
    userAgent: text(request.headers['user-agent']) ?? '',
    key: text(request.headers['idempotency-key']) ?? text(request.headers.requestid),
    lastEventId: text(request.headers['last-event-id']),
    endedSessionId: undefined,
  }
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
      body: bodyWithCookie(registered, request, input.body),
      headers: request.headers,
      token,
      request: factsOf(request),
    },
    services,
    limiter,
  )
}

type Serialize = (value: unknown) => string
const serializers = new WeakMap<ReplyShape, Serialize>()

/** Replies are allow-lists: what the schema does not name is not written. Compiled on first use. */
function serializerOf(operation: Operation, shape: ReplyShape): Serialize {
  const known = serializers.get(shape)
  if (known) return known
  const serialize = buildSerializer(envelopeOf(operation, shape) as never) as Serialize
  serializers.set(shape, serialize)
  return serialize
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
  return reply.type('application/json; charset=utf-8').send(serializerOf(operation, shape)(body))
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
    { error: error instanceof Error ? error.stack : String(error) },
    'a request failed outside any operation',
  )
  return internal()
}
