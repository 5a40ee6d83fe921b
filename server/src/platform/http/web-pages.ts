import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languageOf } from '../language.ts'
import type { PageFacts } from '../operation/site.ts'
import { serveAssets } from './assets.ts'
import { fillDocument } from './facts.ts'
import { languageFor } from './language.ts'

const mostAsking = 50

/** The built pages: a folder for each language with one document for each app, and the assets they share. */
export interface WebPages {
  /** Folder that the build wrote. */
  directory: string
  /** Address that people reach the server by; addresses of files start with it. */
  publicUrl: string
  /** Other origins that pictures and recordings come from and uploads go to, such as an S3 endpoint's. */
  fileOrigins: string[]
  /** What a few pages of the storefront let in besides; a script of others is in no other page. */
  opened?: ({ pages: RegExp } & OtherOrigins) | undefined
  /**
   * What the page at an address of the storefront is about; undefined where nothing is to be said.
   * It is asked beside each such page, so it is quick or fails.
   */
  factsOf?: ((address: URL, language: Language) => Promise<PageFacts | undefined>) | undefined
}

interface OtherOrigins {
  scripts: readonly string[]
  frames: readonly string[]
  connects: readonly string[]
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/

/** `127.0.0.1` for `localhost` is another origin, from which the page could not upload a file. */
const isOtherLoopback = ({ host }: FastifyRequest, publicUrl: string): boolean => {
  const wanted = new URL(publicUrl).host
  return host !== wanted && loopback.test(host) && loopback.test(wanted)
}

const policyOf = (
  fileOrigins: string[],
  { scripts, frames, connects }: OtherOrigins = { scripts: [], frames: [], connects: [] },
) => {
  const files = ["'self'", ...fileOrigins].join(' ')
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    // Mantine writes its colours into a style element; scripts stay strict.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${files} data: blob:`,
    // What a page makes itself: a recording of nothing keeps a timer on the lock screen.
    `media-src ${files} blob:`,
    `connect-src ${[files, ...connects].join(' ')}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const apps = [
  { prefix: '/admin', file: 'admin/index.html' },
  { prefix: '/wellness', file: 'wellness/index.html' },
  { prefix: '', file: 'storefront/index.html' },
]
/**
 * What shows push messages while no page is open, and what keeps the wellness app on the device. Each is for the
 * addresses below its own, and made for the language of its pages.
 */
const workers = ['/push-worker.js', '/wellness-worker.js']

/** Addresses of machines; a wrong one there is a JSON refusal, never a page. */
const notPages =
  /^\/(api|wellness-app|openapi|docs|health|metrics|media|files|assets|outbox|sitemap|robots)(\/|$|\.)/

/** Browsers say so; programs that look at a link, such as for its preview, take anything. */
const wantsPage = (pathname: string, accept = '*/*'): boolean =>
  accept.includes('text/html') || (accept.trim() === '*/*' && !/\.[^/]*$/.test(pathname))

/** What the pages are written in, and what is shown to whoever understands none of the built languages. */
const firstLanguage = 'en'

/** The languages that the pages were built in, the one for all others first. */
const builtLanguages = (directory: string): string[] =>
  globSync(`*/${apps[0]?.file}`, { cwd: directory })
    .map((file) => file.split(path.sep)[0] ?? firstLanguage)
    .sort((a, b) => Number(b === firstLanguage) - Number(a === firstLanguage))

/** Read anew each time: it names files that a new build replaces. */
function readDocument(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Serves the pages to browsers: every address that is nobody else's is a page of its app, which
 * knows by itself what to show there.
 * @returns a function that answers with the page; false when the address is none.
 */
export async function webPages(
  app: FastifyInstance,
  { directory, publicUrl, fileOrigins, opened, factsOf = async () => undefined }: WebPages,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<boolean>> {
  const [first, ...others] = builtLanguages(directory)
  if (first === undefined) return async () => false
  const files = [new URL(publicUrl).origin, ...fileOrigins]
  const [policy, openedPolicy] = [policyOf(files), policyOf(files, opened)]
  await serveAssets(app, path.join(directory, 'assets'))
  let asking = 0
  /** The page is there without it too, where many ask at once or the database does not answer. */
  const factsFor = async (request: FastifyRequest, language: string) => {
    if (asking >= mostAsking) return undefined
    asking += 1
    try {
      return await factsOf(new URL(request.url, publicUrl), languageOf(language))
    } catch (error) {
      request.log.warn(error, 'a page goes without what it is about')
      return undefined
    } finally {
      asking -= 1
    }
  }
  return async (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    if (workers.includes(pathname)) {
      const script = readDocument(path.join(directory, languageFor(request, [first, ...others]), pathname))
      if (script === undefined) return false
      reply
        .code(200)
        .headers({
          // A worker fetches by its own policy, whatever that of its pages.
          'Content-Security-Policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
          'Cache-Control': 'no-cache',
          Vary: 'Accept-Language, Cookie',
        })
        .type('text/javascript; charset=utf-8')
        .send(script)
      return true
    }
    if (notPages.test(pathname) || !wantsPage(pathname, request.headers.accept)) return false
    if (isOtherLoopback(request, publicUrl)) {
      reply.redirect(publicUrl + request.url, 302)
      return true
    }
    const app = apps.find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`))
    const language = languageFor(request, [first, ...others])
    const document = app && readDocument(path.join(directory, language, app.file))
    if (document === undefined) return false
    const facts = app?.prefix === '' ? await factsFor(request, language) : undefined
    reply
      .code(facts?.status ?? 200)
      .headers({
        'Content-Security-Policy': opened?.pages.test(pathname) ? openedPolicy : policy,
        'Cache-Control': 'no-cache',
        'Content-Language': language,
        Vary: 'Accept-Language, Cookie',
      })
      .type('text/html; charset=utf-8')
      .send(facts ? fillDocument(document, facts, { publicUrl, language }) : document)
    return true
  }
}
