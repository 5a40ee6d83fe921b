import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Line, OneOf, Text, Verbatim } from '../../platform/operation/schema.ts'
import { anyoneAtAll } from '../access.ts'
import { AppPlatform, AppVersion } from '../apps.ts'
import { stackTooLarge } from './problems.ts'
import { receiveReport } from './receiving.ts'
import { Breadcrumb, Device, levels } from './report.ts'

const mostStackBytes = 32 * 1024

export const sendError = operation({
  key: 'M164',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/error-report/send',
  summary: 'Report an error of an app; secrets and addresses are taken out before anything is kept',
  access: anyoneAtAll,
  body: Type.Object({
    message: Text(1, 2000, { example: 'Cannot read properties of undefined' }),
    // Its limit is one of bytes, and has a refusal of its own.
    stack: Type.Optional(
      Verbatim(0, 262_144, {
        description: 'at most 32 KiB of UTF-8; more is STACK_TOO_LARGE',
        example:
          'TypeError: x is undefined\n    at load (https://plaza.example/assets/index-B1xk9.js:1:4711)',
      }),
    ),
    level: Type.Optional(OneOf(levels, { default: 'error' })),
    platform: AppPlatform,
    app_version: AppVersion,
    device: Type.Optional(Device),
    breadcrumbs: Type.Optional(
      Type.Array(Breadcrumb, { maxItems: 50, description: 'what happened before, oldest first' }),
    ),
    request_id: Type.Optional(
      Line(1, 100, { description: 'of the answer that it came from', example: 'req-1a2b' }),
    ),
  }),
  limit: [
    { max: 300, strict: 60, windowSeconds: 60 },
    { max: 5000, strict: 500, windowSeconds: 86_400 },
  ],
  replies: {
    200: {
      message: 'Thank you for the report',
      data: Type.Object({
        error_id: Id,
        fingerprint: Verbatim(32, 32, {
          description: 'the same of all reports of one fault',
          example: '9f86d081884c7d659a2feaa0c55ad015',
        }),
        times_seen: Type.Integer({ minimum: 1 }),
      }),
    },
  },
  problems: [stackTooLarge],

  async handle({ body, ...work }) {
    if (Buffer.byteLength(body.stack ?? '') > mostStackBytes) throw stackTooLarge()
    return receiveReport(work, body)
  },
})
