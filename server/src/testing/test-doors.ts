import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { minutes } from '../platform/clock.ts'
import { form, raw } from '../platform/operation/body.ts'
import { csv } from '../platform/operation/csv.ts'
import { signedBy } from '../platform/operation/door.ts'
import { html } from '../platform/operation/html.ts'
import { operation } from '../platform/operation/operation.ts'
import { type Module, type Registered, register } from '../platform/operation/registry.ts'
import { reply } from '../platform/operation/reply.ts'
import { Integer, Text } from '../platform/operation/schema.ts'
import { signatureExpired, signatureInvalid } from '../platform/operation/signature.ts'
import type { Verifier } from '../platform/operation/verifier.ts'
import { anyone } from '../wellness/access.ts'
import { wellness } from '../wellness/module.ts'
import { hmacSigner } from './signer.ts'

/** One operation for each kind of door, for the tests of those that no product has yet. */

const source = 'only the tests register it'

const takeBytes = operation({
  source,
  method: 'POST',
  path: '/bytes',
  summary: 'Take bytes as they come',
  access: anyone,
  body: raw({ types: ['application/octet-stream', 'image/png'], bytes: 1000 }),
  replies: { 200: { message: 'Taken', data: Type.Object({ sha256: Type.String(), bytes: Type.Integer() }) } },

  async handle({ body }) {
    return { sha256: createHash('sha256').update(body).digest('hex'), bytes: body.length }
  },
})

const Fields = Type.Object({
  name: Text(1, 20),
  count: Integer(0, 10),
  isOpen: Type.Boolean(),
  tags: Type.Array(Text(1, 10), { maxItems: 3 }),
})

const takeForm = operation({
  source,
  method: 'POST',
  path: '/form',
  summary: 'Take a form',
  access: anyone,
  body: form(Fields),
  replies: { 200: { message: 'Taken', data: Fields } },

  handle: async ({ body }) => body,
})

const showPage = operation({
  source,
  method: 'GET',
  path: '/page',
  summary: 'Show a page',
  access: anyone,
  query: Type.Object({ name: Text(1, 100) }),
  replies: { 200: { html: true, description: 'A page for a browser' } },

  async handle({ query }) {
    const names = [html`<li>${query.name}</li>`, html`<li>Ada &amp; Bob</li>`]
    return reply({
      html: html`<!doctype html><title>${query.name}</title><ul title="${query.name}">${names}</ul>`,
    })
  },
})

const leadAway = operation({
  source,
  method: 'GET',
  path: '/away',
  summary: 'Lead somewhere else',
  access: anyone,
  query: Type.Object({ to: Type.String({ maxLength: 200 }) }),
  replies: { 303: { redirect: true, description: 'Where it goes on' } },

  handle: async ({ query }) => reply({ redirect: query.to }),
})

export const fileBytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))

const getFile = operation({
  source,
  method: 'GET',
  path: '/file',
  summary: 'Get a file',
  access: anyone,
  replies: { 200: { file: ['application/pdf'], description: 'The file' } },

  handle: async () =>
    reply({
      file: {
        name: 'Überweisung "1".pdf',
        type: 'application/pdf',
        size: fileBytes.length,
        etag: '"v1"',
        modified: new Date('2026-03-01T10:00:00.500Z'),
        open: ({ start, end } = { start: 0, end: fileBytes.length - 1 }) =>
          Readable.from([fileBytes.subarray(start, end + 1)]),
      },
    }),
})

async function* rows() {
  yield ['Ada, "the first"', -1, null, new Date(0)] as const
  yield ['=cmd()', 1.5, undefined, new Date(0)] as const
  for (let index = 0; index < 20_000; index += 1) yield [`line\n${index}`, index, true, new Date(0)] as const
}

const getTable = operation({
  source,
  method: 'GET',
  path: '/table',
  summary: 'Get a table',
  access: anyone,
  replies: { 200: { file: ['text/csv'], description: 'The table' } },

  handle: async () => reply({ file: csv('table.csv', ['name', 'number', 'nothing', 'time'], rows) }),
})

const secret = 'a secret of both sides'
const holdsMs = minutes(5)

const sender: Verifier = {
  name: 'a sender of the tests',
  scheme: { name: 'testSignature', definition: { type: 'apiKey', in: 'header', name: 'X-Signature' } },
  async verify({ bytes, headers }, { clock }) {
    const [, time = '', digest = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-signature'] ?? '') ?? []
    const expected = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex')
    if (digest.length !== expected.length || !timingSafeEqual(Buffer.from(digest), Buffer.from(expected)))
      throw signatureInvalid()
    const age = clock.now().getTime() - Number(time) * 1000
    if (age > holdsMs) throw signatureExpired()
    if (age < -holdsMs) throw signatureInvalid()
    return { provider: 'tests' }
  },
}

export const testSigner = hmacSigner(secret, { header: 'x-signature', holdsMs })

const hearEvent = operation({
  source,
  method: 'POST',
  path: '/event',
  summary: 'Hear of an event',
  access: signedBy(sender),
  body: Type.Object({ id: Text(1, 50) }),
  replies: {
    200: {
      message: 'Heard',
      data: Type.Object({ id: Type.String(), provider: Type.String(), bytes: Type.Integer() }),
    },
  },

  handle: async ({ body, sender, sent }) => ({
    id: body.id,
    provider: sender.provider,
    bytes: sent.bytes.length,
  }),
})

export const testModule: Module = {
  ...wellness,
  basePath: '/doors-of-tests',
  nouns: { doors: { takeBytes, takeForm, showPage, leadAway, getFile, getTable, hearEvent } },
  jobs: [],
  configKeys: [],
}

export const testDoors = (): Registered[] => register(testModule)
