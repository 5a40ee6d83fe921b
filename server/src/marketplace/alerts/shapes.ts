import { type Static, Type } from 'typebox'
import { openId } from '../../platform/operation/open-id.ts'
import { Id, Nullable, OneOf, Shown, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import { administrator, everyone } from '../access.ts'
import { platforms } from '../apps.ts'
import { kinds, severities } from './kinds.ts'
import type { AlertRow } from './queries.ts'
import { versionPattern } from './version.ts'

export const SemanticVersion = Verbatim(5, 64, {
  pattern: versionPattern,
  description: 'major.minor.patch, as semver.org has it',
  example: '2.4.1',
})

/** Of an alert that an administrator writes. */
export const KeptAlertId = openId({
  to: administrator.admits,
  because: 'administrators look after all alerts',
})
/** Of an alert that somebody was shown. */
export const ShownAlertId = openId({ to: everyone, because: 'alerts are for everybody' })

const shown = {
  _id: Id,
  title: Shown('We mend the search'),
  message: Shown('From ten to eleven you will not find anything. Everything else works.'),
  severity: OneOf(severities),
  kind: OneOf(kinds),
  starts_at: Timestamp,
  ends_at: Nullable(Timestamp),
  dismissible: Type.Boolean(),
}

export const ShownAlert = Type.Object(shown, { title: 'ShownAlert' })

export const presentShown = (row: AlertRow): Static<typeof ShownAlert> => ({
  _id: row.id,
  title: row.title,
  message: row.message,
  severity: row.severity,
  kind: row.kind,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
  dismissible: row.is_dismissible,
})

export const Alert = Type.Object(
  {
    ...shown,
    __v: Type.Integer(),
    platforms: Type.Array(OneOf(platforms), { description: 'empty where every one is meant' }),
    min_version: Nullable(Shown('2.4.1')),
    max_version: Nullable(Shown('2.9.0')),
    ended_at: Nullable(Timestamp, 'when an administrator ended it'),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'AppAlert' },
)

export const presentAlert = (row: AlertRow): Static<typeof Alert> => ({
  ...presentShown(row),
  __v: row.version,
  platforms: row.platforms,
  min_version: row.min_version,
  max_version: row.max_version,
  ended_at: row.ended_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
