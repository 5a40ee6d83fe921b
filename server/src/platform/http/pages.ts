import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { newestMails } from '../mail/mail.ts'
import { isLoopbackHost } from '../network.ts'
import { type Html, html } from '../operation/html.ts'
import { problem } from '../operation/problem.ts'
import type { Module, Registered } from '../operation/registry.ts'
import { newestPushMessages } from '../push/builtin.ts'
import { isSameSecret } from '../same-secret.ts'
import type { Services } from '../services.ts'
import type { Metrics } from './metrics.ts'
import { openApiOf } from './openapi.ts'

const unpack = promisify(gunzip)

interface PagesOptions {
  services: Services
  metrics: Metrics
  metricsToken: string | undefined
  documents: { module: Module; operations: Registered[] }[]
  showsOutbox: boolean
}

/** What the server offers beside the operations: health, metrics, the API documents and reference, the development outbox. */
export async function openPages(
  app: FastifyInstance,
  { services, metrics, metricsToken, documents, showsOutbox }: PagesOptions,
): Promise<void> {
  app.get('/health/live', async () => ({ status: 'live' }))
  const isReady = readiness(services)
  app.get('/health/ready', async (_request, reply) =>
    (await isReady())
      ? { status: 'ready' }
      : reply.code(503).header('Retry-After', '2').send({ status: 'not ready' }),
  )
  if (metricsToken) {
    app.get('/metrics', async (request, reply) => {
      const given = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
      if (!isSameSecret(given, metricsToken))
        return reply.code(401).send({ status: 401, message: 'This needs the metrics token.' })
      const { type, text } = await metrics.read()
      return reply.type(type).send(text)
    })
  }
  for (const { module, operations } of documents) {
    // Few ask for them, and they take megabytes of memory as they are.
    const packed = gzipSync(JSON.stringify(openApiOf(module, operations, services.settings.version)))
    app.get(`/openapi/${module.product}.json`, async (_request, reply) =>
      reply.type('application/json').send(await unpack(packed)),
    )
  }
  apiReference(
    app,
    documents.map(({ module }) => module),
  )
  if (showsOutbox) await app.register(async (scope) => outbox(scope, services))
}

/** Whether the database answers in time. Everybody who asks within a second shares the question. */
function readiness({ reads }: Services): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  const ask = async () => {
    const answer = sql`select 1`.execute(reads).then(
      () => true,
      () => false,
    )
    return Promise.race([answer, setTimeout(1500, false, { ref: false })])
  }
  return () => {
    if (!asked) {
      asked = ask()
      void setTimeout(1000, undefined, { ref: false }).then(() => {
        asked = undefined
      })
    }
    return asked
  }
}

// The reference is a page with an inline script; only its own folder gets a policy that allows one.
const referencePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; frame-ancestors 'none'"

/** The reference, in a server of its own that is made when somebody first looks: its package takes 40 MB. */
function apiReference(app: FastifyInstance, modules: Module[]): void {
  let opened: Promise<FastifyInstance> | undefined
  for (const url of ['/docs', '/docs/', '/docs/js/scalar.js'])
    app.get(url, async (_request, reply) => {
      opened ??= openReference(modules)
      const { statusCode, headers, rawPayload } = await (await opened).inject(url)
      const { location, 'content-type': type = 'text/plain' } = headers
      reply.code(statusCode).header('Content-Security-Policy', referencePolicy)
      return location === undefined ? reply.type(type).send(rawPayload) : reply.redirect(location, statusCode)
    })
}

async function openReference(modules: Module[]): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(
    scalar as never,
    {
      routePrefix: '/docs',
      configuration: {
        title: 'Plaza API reference',
        sources: modules.map(({ product, title }) => ({
          title,
          slug: product,
          url: `/openapi/${product}.json`,
        })),
        telemetry: false,
        withDefaultFonts: false,
        proxyUrl: '',
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        hideClientButton: true,
      },
    } as never,
  )
  return app
}

const article = (title: string, facts: Html, text: string) =>
  html`<article><h2>${title}</h2><p>${facts}</p><pre>${text}</pre></article>`

type Shown<T extends (...args: never) => Promise<unknown[]>> = Awaited<ReturnType<T>>[number]

function mailArticle(mail: Shown<typeof newestMails>) {
  const { created_at: at, recipient, product, status, reason } = mail
  const facts = html`To <b>${recipient}</b> · ${at.toISOString()} · ${product} · ${status}${reason ? `: ${reason}` : ''}`
  return { at, shown: article(mail.subject, facts, mail.text) }
}

function pushArticle(message: Shown<typeof newestPushMessages>) {
  const { created_at: at, platform, token, link } = message
  const facts = html`Push to ${platform} <b>${token.slice(0, 80)}</b> · ${at.toISOString()}${link ? ` · ${link}` : ''}`
  return { at, shown: article(message.title, facts, message.body) }
}

const outboxPage = (articles: Html[]) =>
  html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}article{border:1px solid #8886;border-radius:8px;padding:0 1rem;margin:1rem 0}h2{font-size:1.1rem}pre{white-space:pre-wrap;font:inherit}p{color:#666}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}p{color:#aaa}}</style>
<h1>Outbox</h1><p>Mails, codes and push messages that this server would send. It exists only outside production.</p>${articles.length > 0 ? articles : html`<p>Nothing yet.</p>`}</html>`

const localOnly = problem(
  403,
  'LOCAL_ONLY',
  'The outbox answers only the machine itself that the server runs on, at localhost and not through a proxy.',
)

/**
 * Whether somebody at this very machine asks. What has come through a proxy is told by its headers, and a
 * page of somebody else, whose name was made to mean this machine, by the host that it asks for.
 */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackHost(socket.remoteAddress ?? '') &&
  isLoopbackHost(headers.host ?? '') &&
  !Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))

function outbox(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', async (request) => {
    if (!isFromHere(request)) throw localOnly()
  })
  app.get('/outbox', async (_request, reply) => {
    const mails = await newestMails(services.db, { limit: 100 })
    const pushes = await newestPushMessages(services.db, { limit: 100 })
    const articles = [...mails.map(mailArticle), ...pushes.map(pushArticle)]
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .map(({ shown }) => shown)
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(outboxPage(articles).markup)
  })
  app.get('/outbox.json', async () => ({
    data: await newestMails(services.db, { limit: 100 }),
    pushes: await newestPushMessages(services.db, { limit: 100 }),
  }))
}
