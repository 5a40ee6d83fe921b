import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageFor } from './language.ts'

const day = 86_400

/** The built pages: a folder for each language with one document for each app, and the assets they share. */
export interface WebPages {
  /** Folder that the build wrote. */
  directory: string
  /** Address that people reach the server by; addresses of files start with it. */
  publicUrl: string
  /** Other origins that pictures and recordings come from and uploads go to, such as an S3 endpoint's. */
  fileOrigins: string[]
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/

/** `127.0.0.1` for `localhost` is another origin, from which the page could not upload a file. */
const isOtherLoopback = ({ host }: FastifyRequest, publicUrl: string): boolean => {
  const wanted = new URL(publicUrl).host
  return host !== wanted && loopback.test(host) && loopback.test(wanted)
}

const policyOf = (fileOrigins: string[]) => {
  const files = ["'self'", ...fileOrigins].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine writes its colours into a style element; scripts stay strict.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${files} data: blob:`,
    `media-src ${files}`,
    `connect-src ${files}`,
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
/** Addresses of machines; a wrong one there is a JSON refusal, never a page. */
const notPages = /^\/(api|wellness-app|openapi|docs|health|metrics|media|files|assets|outbox)(\/|$|\.)/

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
 * @returns a function that answers with the page, or undefined when the address is none.
 */
export async function webPages(
  app: FastifyInstance,
  { directory, publicUrl, fileOrigins }: WebPages,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined> {
  const [first, ...others] = builtLanguages(directory)
  if (first === undefined) return () => undefined
  const policy = policyOf([new URL(publicUrl).origin, ...fileOrigins])
  await app.register(fastifyStatic, {
    root: path.join(directory, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    maxAge: 365 * day * 1000,
    immutable: true,
    decorateReply: false,
  })
  return (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    if (notPages.test(pathname) || !wantsPage(pathname, request.headers.accept)) return undefined
    if (isOtherLoopback(request, publicUrl)) return reply.redirect(publicUrl + request.url, 302)
    const app = apps.find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`))
    const language = languageFor(request, [first, ...others])
    const document = app && readDocument(path.join(directory, language, app.file))
    if (document === undefined) return undefined
    return reply
      .code(200)
      .headers({
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-cache',
        'Content-Language': language,
        Vary: 'Accept-Language, Cookie',
      })
      .type('text/html; charset=utf-8')
      .send(document)
  }
}
