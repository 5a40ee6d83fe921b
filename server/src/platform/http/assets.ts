import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from './compression.ts'

const year = 365 * 86_400
const types: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const plainName = /^[\w-][\w.-]*$/

/** What the build writes a file as, beside it. */
const endings = { br: '.br', gzip: '.gz' }

interface Script {
  bytes: Buffer
  encoding: keyof typeof endings | undefined
}

/**
 * Serves the files that the pages of a build share, whose names change with what is in them. A page loads a score of scripts,
 * each of which takes the server ten times as long from the disk: they are kept as they are sent, a
 * megabyte of all for each of the two encodings, of which browsers ask for the second where nothing is encrypted.
 */
export async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  const kept = new Map<string, Script>()

  async function read(name: string, encoding: keyof typeof endings): Promise<Script | undefined> {
    const file = path.join(root, name)
    const packed = await readFile(file + endings[encoding]).catch(() => undefined)
    if (packed) return { bytes: packed, encoding }
    // What is too short to be packed.
    const bytes = await readFile(file).catch(() => undefined)
    return bytes && { bytes, encoding: undefined }
  }

  async function scriptFor({ headers }: FastifyRequest, name: string): Promise<Script | undefined> {
    const encoding = encodingFor(String(headers['accept-encoding'] ?? ''))
    if (!encoding || !plainName.test(name) || headers.range !== undefined) return undefined
    const key = name + endings[encoding]
    const script = kept.get(key) ?? (await read(name, encoding))
    if (script) kept.set(key, script)
    return script
  }

  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply): Promise<FastifyReply> => {
    const name = request.params['*']
    const type = types[path.extname(name)]
    const script = type === undefined ? undefined : await scriptFor(request, name)
    if (!type || !script) return reply.sendFile(name, { maxAge: year * 1000, immutable: true })
    if (script.encoding) reply.header('Content-Encoding', script.encoding)
    return reply
      .headers({ 'Cache-Control': `public, max-age=${year}, immutable`, Vary: 'accept-encoding' })
      .type(type)
      .send(script.bytes)
  })
}
