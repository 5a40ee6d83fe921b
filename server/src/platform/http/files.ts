import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LocalFiles } from '../files/builtin.ts'
import { largestRecording, recordingEndings } from '../media/recordings.ts'
import { announcedSize, variantFor, variantKey } from '../media/uploads.ts'
import { problemOutcome } from '../operation/outcome.ts'
import { notFound, Problem, problem } from '../operation/problem.ts'
import type { FileReply } from '../operation/reply.ts'
import { uuidPattern } from '../operation/schema.ts'
import type { Services } from '../services.ts'
import { allowSlowBody } from './body-time.ts'
import { isNamed, sendFile } from './file-reply.ts'

const signatureInvalid = problem(
  403,
  'SIGNATURE_INVALID',
  'This address is not signed for this request, or its time is over.',
)
/** Of stored files, by how their keys end. */
const types: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  ...Object.fromEntries(Object.entries(recordingEndings).map(([type, ending]) => [`.${ending}`, type])),
}

const pictureHeaders = {
  // What is taken away is gone from browsers a day later.
  'Cache-Control': 'public, max-age=86400, must-revalidate',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Presigned PUT and GET of the local disk, and the public addresses of pictures. */
export async function fileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { files } = services.providers
  const refuse = (reply: FastifyReply, refusal: Problem) => {
    const outcome = problemOutcome(refusal, { id: String(reply.request.id) })
    return reply.code(outcome.status).type('application/json').send(JSON.stringify(outcome.body))
  }

  app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
    const width = Number(/^(\d{1,5})\.webp$/.exec(request.params.file)?.[1])
    if (!width || !new RegExp(uuidPattern).test(request.params.id)) return refuse(reply, notFound())
    const stored = await variantFor(services.db, request.params.id, width)
    if (!stored) return refuse(reply, notFound())
    const key = variantKey(request.params.id, stored)
    if (files.origin !== undefined)
      // Kept almost as long as the address holds, so that the same picture is not loaded again.
      return reply
        .header('Cache-Control', 'public, max-age=3000')
        .redirect(await files.presignGet(key, 3600), 302)
    const etag = `"${request.params.id}-${stored}"`
    const headers = { ...pictureHeaders, ETag: etag }
    if (isNamed(request.headers['if-none-match'] ?? '', etag)) return reply.headers(headers).code(304).send()
    const bytes = await files.read(key)
    if (!bytes) return refuse(reply, notFound())
    return reply.headers(headers).type('image/webp').send(bytes)
  })

  if (!(files instanceof LocalFiles)) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put<{ Params: { '*': string } }>(
      '/files/*',
      { bodyLimit: largestRecording },
      async (request, reply) => {
        if (!(await files.isSigned('PUT', request.url, request.headers)))
          return refuse(reply, (await wrongLength(files, services, request)) ?? signatureInvalid())
        allowSlowBody(request.raw)
        await files.receive(request.params['*'], request.body as never)
        return reply.code(200).send()
      },
    )
    scope.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
      if (!(await files.isSigned('GET', request.url, request.headers)))
        return refuse(reply, signatureInvalid())
      const stored = await storedFile(files.pathOf(request.params['*']))
      return stored ? sendFile(reply, stored) : refuse(reply, notFound())
    })
  })
}

/** What to say where a PUT is as it was signed but for its length. */
async function wrongLength(
  files: LocalFiles,
  { db }: Services,
  { url, headers, params }: FastifyRequest<{ Params: { '*': string } }>,
): Promise<Problem | undefined> {
  const size = await announcedSize(db, params['*'])
  if (size === undefined) return undefined
  const asAnnounced = { ...headers, 'content-length': String(size) }
  if (!(await files.isSigned('PUT', url, asAnnounced))) return undefined
  const { status, code } = signatureInvalid
  const sent = headers['content-length'] ?? 'an unknown number'
  return new Problem(status, code, `This address takes the ${size} bytes that were announced, not ${sent}.`)
}

/** A file of the local disk, which is replaced as a whole and never changed. @returns undefined when there is none. */
async function storedFile(place: string): Promise<FileReply | undefined> {
  const found = await stat(place, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!found?.isFile()) return undefined
  return {
    name: path.basename(place),
    type: types[path.extname(place)] ?? 'application/octet-stream',
    size: Number(found.size),
    etag: `"${[found.ino, found.size, found.mtimeNs].map((number) => number.toString(36)).join('-')}"`,
    modified: found.mtime,
    open: (range) => createReadStream(place, range),
  }
}
