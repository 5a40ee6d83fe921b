import type { FastifyInstance, FastifyReply } from 'fastify'
import { minutes } from '../clock.ts'
import { type Html, html } from '../operation/html.ts'
import { problemOutcome } from '../operation/outcome.ts'
import { notFound } from '../operation/problem.ts'
import type { Site, SitemapPart } from '../operation/site.ts'
import type { Services } from '../services.ts'

/** Rows of the table in a part; those that have no page leave it shorter. Protocols allow 50,000 pages. */
const rowsOfPart = 10_000
const mostPages = 50_000
const knownMs = minutes(10)
const keptParts = 4

const robots = (publicUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /wellness-app/
Disallow: /admin
Disallow: /outbox
Allow: /

Sitemap: ${publicUrl}/sitemap.xml
`

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface Known<Value> {
  value: Promise<Value>
  until: number
}

/** `robots.txt`, and a sitemap in parts. Each costs one range of an index, whatever part it is. */
export function sitemapRoutes(app: FastifyInstance, site: Site, services: Services): void {
  const { settings, clock, longReads: db } = services
  const { publicUrl } = settings
  const address = (path: string) => html`<loc>${publicUrl + path}</loc>`
  const kept = new Map<string, Known<string>>()
  const firsts = new Map<string, string[]>()

  /** Makes it once for all who ask within some minutes. */
  function keep(name: string, make: () => Promise<string>): Promise<string> {
    const now = clock.now().getTime()
    const known = kept.get(name)
    if (known && known.until > now) return known.value
    const value = make()
    kept.set(name, { value, until: now + knownMs })
    value.catch(() => kept.delete(name))
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - keptParts - 1)))
      kept.delete(oldest)
    return value
  }

  /** Where the parts begin. Ids only come behind, so what was found stays, and the walk goes on from the last. */
  async function firstsOf({ name, firstsAfter }: SitemapPart): Promise<string[]> {
    const known = firsts.get(name) ?? []
    const found = await firstsAfter(db, known.at(-1) ?? null, rowsOfPart)
    const all = [...known, ...found]
    if (firsts.get(name) === undefined || (firsts.get(name)?.length ?? 0) < all.length) firsts.set(name, all)
    return all
  }

  async function index(): Promise<string> {
    const parts = []
    for (const part of site.sitemap)
      for (const [number] of (await firstsOf(part)).entries())
        parts.push(`/sitemap/${part.name}-${number}.xml`)
    const listed = ['/sitemap/pages.xml', ...parts].slice(0, mostPages)
    const entries = listed.map((path) => html`<sitemap>${address(path)}</sitemap>\n`)
    return declaration + html`<sitemapindex xmlns="${namespace}">\n${entries}</sitemapindex>\n`.markup
  }

  const listOf = (entries: Html[]) =>
    declaration + html`<urlset xmlns="${namespace}">\n${entries}</urlset>\n`.markup

  async function few(): Promise<string> {
    const paths = await site.pathsOfFew({ db })
    return listOf(paths.map((path) => html`<url>${address(path)}</url>\n`))
  }

  async function partOf(part: SitemapPart, number: number): Promise<string | undefined> {
    const known = firsts.get(part.name) ?? []
    const all = known.length > number + 1 ? known : await firstsOf(part)
    const first = all[number]
    if (first === undefined) return undefined
    return keep(`${part.name}-${number}`, async () => {
      const range = { first, before: all[number + 1] ?? null, limit: mostPages }
      const pages = await part.pathsFrom({ db, clock }, range)
      return listOf(
        pages.map(
          ({ path, changedAt }) =>
            html`<url>${address(path)}<lastmod>${changedAt.toISOString()}</lastmod></url>\n`,
        ),
      )
    })
  }

  const send = (reply: FastifyReply, xml: string | undefined) => {
    if (xml !== undefined)
      return reply
        .headers({ 'Cache-Control': 'public, max-age=600' })
        .type('application/xml; charset=utf-8')
        .send(xml)
    const outcome = problemOutcome(notFound(), { id: String(reply.request.id) })
    return reply.code(outcome.status).type('application/json').send(JSON.stringify(outcome.body))
  }

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'Cache-Control': 'public, max-age=3600' })
      .type('text/plain; charset=utf-8')
      .send(robots(publicUrl)),
  )
  app.get('/sitemap.xml', async (_request, reply) => send(reply, await keep('index', index)))
  app.get<{ Params: { file: string } }>('/sitemap/:file', async (request, reply) => {
    if (request.params.file === 'pages.xml') return send(reply, await keep('pages', few))
    const [, name, number] = /^([a-z]+)-(\d{1,5})\.xml$/.exec(request.params.file) ?? []
    const part = site.sitemap.find((one) => one.name === name)
    return send(reply, part && (await partOf(part, Number(number))))
  })
}
