import { type Static, Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Instant, Line, OneOf, Text } from '../../platform/operation/schema.ts'
import { AppPlatform, platforms } from '../apps.ts'
import { kinds, severities } from './kinds.ts'
import type { NewAlert } from './queries.ts'
import { KeptAlertId, SemanticVersion } from './shapes.ts'
import { compareVersions } from './version.ts'

/** What an administrator says of an alert. */
export const AlertBody = Type.Object({
  _id: Type.Optional({ ...KeptAlertId, description: 'of the alert to write anew, or to make' }),
  title: Line(1, 120, { example: 'We mend the search' }),
  message: Text(1, 2000, {
    example: 'From ten to eleven you will not find anything. Everything else works.',
  }),
  severity: OneOf(severities),
  kind: OneOf(kinds),
  platforms: Type.Optional(
    Type.Array(AppPlatform, { maxItems: platforms.length, description: 'every one unless said' }),
  ),
  min_version: Type.Optional({
    ...SemanticVersion,
    description: 'of force_update the version that is needed, else the first that is told',
  }),
  max_version: Type.Optional({ ...SemanticVersion, description: 'the last that is told' }),
  starts_at: Type.Optional({ ...Instant, description: 'at once unless said' }),
  ends_at: Type.Optional({ ...Instant, description: 'once it is ended by hand unless said' }),
  dismissible: Type.Optional(
    Type.Boolean({
      description: 'whether people may put it away: of info unless said, of force_update never',
    }),
  ),
})
type Said = Static<typeof AlertBody>

/** When an alert holds. @throws VALIDATION_FAILED when that is no time, or over. */
function windowOf(said: Said, now: Date): Pick<NewAlert, 'starts_at' | 'ends_at'> {
  const starts_at = said.starts_at === undefined ? now : new Date(said.starts_at)
  const ends_at = said.ends_at === undefined ? null : new Date(said.ends_at)
  if (ends_at && ends_at <= starts_at) throw invalidField('body.ends_at', 'order', 'must be after it starts')
  if (ends_at && ends_at <= now) throw invalidField('body.ends_at', 'future', 'must not have been already')
  return { starts_at, ends_at }
}

/** Which versions an alert is about. @throws VALIDATION_FAILED */
function versionsOf({ kind, min_version: min, max_version: max }: Said) {
  if (kind === 'force_update' && min === undefined)
    throw invalidField('body.min_version', 'required', 'is required of force_update')
  if (kind === 'force_update' && max !== undefined)
    throw invalidField('body.max_version', 'kind', 'does not go together with force_update')
  if (min !== undefined && max !== undefined && compareVersions(max, min) < 0)
    throw invalidField('body.max_version', 'order', 'must not be before the first')
  return { min_version: min ?? null, max_version: max ?? null }
}

/** The alert that an administrator means. @throws VALIDATION_FAILED */
export function alertOf(said: Said, now: Date): NewAlert {
  const { _id: id = newId(), title, message, severity, kind, dismissible = kind === 'info' } = said
  if (kind === 'force_update' && dismissible)
    throw invalidField('body.dismissible', 'kind', 'does not go together with force_update')
  return {
    ...{ id, title, message, severity, kind },
    platforms: [...new Set(said.platforms)],
    ...versionsOf(said),
    ...windowOf(said, now),
    is_dismissible: dismissible,
  }
}
