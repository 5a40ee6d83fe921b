import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable, Shown } from '../../platform/operation/schema.ts'
import { anyoneAtAll } from '../access.ts'
import { AppPlatform } from '../apps.ts'
import { selectAcknowledged, standingAlerts } from './queries.ts'
import { presentShown, SemanticVersion, ShownAlert } from './shapes.ts'
import { standingFor } from './version-check.ts'

export const getAlertStatus = operation({
  key: 'M108',
  source: 'named in the specification; method, path, query and shape chosen here',
  method: 'GET',
  path: '/application-alert/status',
  summary:
    'What an app must know at its start: whether it is too old, and what there is to say, critical things first',
  access: anyoneAtAll,
  query: Type.Object({ platform: AppPlatform, app_version: SemanticVersion }),
  headers: IfNoneMatch,
  replies: {
    200: {
      message: 'Alerts fetched successfully',
      data: Type.Object(
        {
          active: Type.Array(ShownAlert),
          force_update: Type.Boolean({ description: 'whether this version may do nothing but be updated' }),
          maintenance: Type.Boolean({ description: 'whether something is being mended' }),
          min_version: Nullable(Shown('2.4.1'), 'the oldest version that need not be updated'),
          acknowledged: Type.Array(Id, {
            description:
              'those of the active ones that you have put away; none with a token that has expired',
          }),
        },
        { title: 'AlertStatus' },
      ),
    },
    304: { empty: true, description: 'everything is as you know it' },
  },

  async handle({ query, headers, caller, db, clock, services }) {
    const app = { platform: query.platform, version: query.app_version }
    const alerts = await services.cache.get(standingAlerts)
    const { active, isTooOld, isMended, minVersion } = standingFor(app, alerts, clock.now())
    const dismissible = active.flatMap(({ id, is_dismissible }) => (is_dismissible ? [id] : []))
    const acknowledged =
      caller === null || dismissible.length === 0 ? [] : await selectAcknowledged(db, caller.id, dismissible)
    const data = {
      active: active.map(presentShown),
      force_update: isTooOld,
      maintenance: isMended,
      min_version: minVersion,
      acknowledged,
    }
    return unlessKnown(headers, { data }, 0)
  },
})
