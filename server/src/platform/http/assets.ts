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

interface Script {
  bytes: Buffer
  isPacked: boolean
}

/**
 * Serves the files that the pages of a build share, whose names change with what is in them. A page loads a score of scripts,
 * each of which takes the server ten times as long from the disk: they are kept as they are sent, a megabyte of all.
 */
export async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  const kept = new Map<string, Script>()

  async function read(name: string): Promise<Script | undefined> {
    const file = path.join(root, name)
    const packed = await readFile(`${file}.br`).catch(() => undefined)
    // What is too short to be packed.
    const bytes = packed ?? (await readFile(file).catch(() => undefined))
    return bytes && { bytes, isPacked: packed !== undefined }
  }

  async function scriptFor({ headers }: FastifyRequest, name: string): Promise<Script | undefined> {
    if (!plainName.test(name) || headers.range !== undefined) return undefined
    if (encodingFor(String(headers['accept-encoding'] ?? '')) !== 'br') return undefined
    const script = kept.get(name) ?? (await read(name))
    if (script) kept.set(name, script)
    return script
  }

  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply): Promise<FastifyReply> => {
    const name = request.params['*']
    const type = types[path.extname(name)]
    const script = type === undefined ? undefined : await scriptFor(request, name)
    if (!type || !script) return reply.sendFile(name, { maxAge: year * 1000, immutable: true })
    if (script.isPacked) reply.header('Content-Encoding', 'br')
    return reply
      .headers({ 'Cache-Control': `public, max-age=${year}, immutable`, Vary: 'accept-encoding' })
      .type(type)
      .send(script.bytes)
  })
}
