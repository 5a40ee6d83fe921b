import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { AppPlatform, platforms } from '../apps.ts'
import type { GroupRow, ReportRow } from './queries.ts'
import { levels } from './report.ts'

export const ErrorGroup = Type.Object(
  {
    _id: Id,
    fingerprint: Shown('9f86d081884c7d659a2feaa0c55ad015'),
    message: Shown('Cannot read properties of undefined', 'of the last report'),
    level: OneOf(levels),
    platform: OneOf(platforms, { description: 'of the last report' }),
    app_version: Shown('2.4.1', 'of the last report'),
    times_seen: Type.Integer(),
    first_seen_at: Timestamp,
    last_seen_at: Timestamp,
  },
  { title: 'ErrorGroup' },
)

export const presentGroup = ({
  id: _id,
  first_seen_at,
  last_seen_at,
  ...row
}: GroupRow): Static<typeof ErrorGroup> => ({
  _id,
  ...row,
  first_seen_at: first_seen_at.toISOString(),
  last_seen_at: last_seen_at.toISOString(),
})

// As it is kept: what stands in the place of a secret may be longer than it was.
const KeptDevice = Type.Object({
  model: Type.Optional(Shown('Pixel 9')),
  os: Type.Optional(Shown('Android 16')),
  browser: Type.Optional(Shown('Firefox 145')),
  language: Type.Optional(Shown('de-AT')),
})
const KeptBreadcrumb = Type.Object({
  message: Shown('opened a listing'),
  category: Type.Optional(Shown('navigation')),
  at: Type.Optional(Shown('2026-03-01T09:30:00Z')),
})

export const ErrorReport = Type.Object(
  {
    _id: Id,
    message: Shown('Cannot read properties of undefined'),
    stack: Nullable(Shown('TypeError: x is undefined\n    at load (index.js:1:4711)')),
    level: OneOf(levels),
    platform: AppPlatform,
    app_version: Shown('2.4.1'),
    device: KeptDevice,
    breadcrumbs: Type.Array(KeptBreadcrumb),
    request_id: Nullable(Shown('req-1a2b')),
    created_at: Timestamp,
  },
  { title: 'ErrorReport' },
)

export const presentReport = ({ id: _id, created_at, ...row }: ReportRow): Static<typeof ErrorReport> => ({
  _id,
  ...row,
  created_at: created_at.toISOString(),
})
