import type { Platform } from '../apps.ts'
import type { AlertRow } from './queries.ts'
import { compareVersions } from './version.ts'

/** An app that asks. */
export interface App {
  platform: Platform
  version: string
}

const severities = ['critical', 'warn', 'info']

/** Whether an alert holds for a platform at a moment. */
const holds = (alert: AlertRow, { platform }: Pick<App, 'platform'>, now: Date): boolean =>
  alert.ended_at === null &&
  alert.starts_at <= now &&
  (alert.ends_at === null || alert.ends_at > now) &&
  (alert.platforms.length === 0 || alert.platforms.includes(platform))

/** Whether it speaks to a version: a forced update to those that are too old, others to those from one to another. */
function isMeant({ kind, min_version: min, max_version: max }: AlertRow, { version }: App): boolean {
  if (kind === 'force_update') return min !== null && compareVersions(version, min) < 0
  const isOldEnough = max === null || compareVersions(version, max) <= 0
  return isOldEnough && (min === null || compareVersions(version, min) >= 0)
}

/** The oldest version that every forced update of a platform leaves in peace. */
export function versionNeeded(
  app: Pick<App, 'platform'>,
  alerts: readonly AlertRow[],
  now: Date,
): string | null {
  const needed = alerts
    .filter((alert) => alert.kind === 'force_update' && holds(alert, app, now))
    .flatMap(({ min_version }) => (min_version === null ? [] : [min_version]))
  return needed.sort(compareVersions).at(-1) ?? null
}

/** What an app is told at its start, the most serious first. */
export function standingFor(app: App, alerts: readonly AlertRow[], now: Date) {
  const holding = alerts.filter((alert) => holds(alert, app, now))
  const active = holding
    .filter((alert) => isMeant(alert, app))
    .sort(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        b.starts_at.getTime() - a.starts_at.getTime() ||
        (a.id < b.id ? 1 : -1),
    )
  return {
    active,
    isTooOld: active.some(({ kind }) => kind === 'force_update'),
    isMended: active.some(({ kind }) => kind === 'maintenance'),
    minVersion: versionNeeded(app, alerts, now),
  }
}
