import { Type } from 'typebox'
import { currencies } from '../../platform/money.ts'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, Shown } from '../../platform/operation/schema.ts'
import { anyoneAtAll } from '../access.ts'
import { termsVersion } from '../accounts/public.ts'
import { standingAlerts, versionNeeded } from '../alerts/public.ts'
import { AppPlatform } from '../apps.ts'
import { categoryTree, etagOfTop } from '../categories/public.ts'
import { publicGroup } from './shapes.ts'

const each = (type: 'boolean' | 'integer', example: string, description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: { type },
    description,
    examples: [{ [example]: type === 'boolean' ? true : 60 }],
  })

export const getSystemConfig = operation({
  key: 'M110',
  source: 'named in the specification with GET; query and shape chosen here',
  method: 'GET',
  path: '/system-config',
  summary: 'What an app needs to know of the server: flags, limits, how often to ask, and what is new',
  access: anyoneAtAll,
  query: Type.Object({
    platform: Type.Optional({ ...AppPlatform, description: 'whose needed version is to be said' }),
  }),
  headers: IfNoneMatch,
  replies: {
    200: {
      message: 'System config fetched successfully',
      data: Type.Object({
        version: Type.Integer({ description: 'one higher with each change' }),
        flags: each('boolean', 'sign_up_open', 'what is open'),
        limits: each('integer', 'favourites', 'how much of something one may have'),
        poll_intervals: each('integer', 'notifications_seconds', 'how often to ask, without events'),
        money: each('integer', 'wallet_holds', 'how much money one may move, in whole units of its currency'),
        fees: each('integer', 'order_basis_points', 'what the platform takes, in parts of ten thousand'),
        maintenance: Type.Object({
          sentence: Shown('We move to another house until noon.', 'empty for an app’s own words'),
          retry_after_seconds: Type.Integer(),
        }),
        currencies: Type.Array(Shown('EUR')),
        categories: Type.Object({
          etag: Shown('W/"none"', 'of GET /category-mgt/get without a query'),
        }),
        policies: Type.Object({ terms: Shown('1', 'the version that new accounts agree to') }),
        min_version: Nullable(
          Shown('2.4.1'),
          'the oldest version of the platform’s app that need not be updated; null where any will do',
        ),
      }),
    },
    304: { empty: true, description: 'everything is as you know it' },
  },

  async handle({ query: { platform }, headers, services, clock }) {
    const [tree, alerts] = await Promise.all([
      services.cache.get(categoryTree),
      services.cache.get(standingAlerts),
    ])
    const data = {
      version: services.systemConfig.version,
      flags: publicGroup(services, 'flags'),
      limits: publicGroup(services, 'limits'),
      poll_intervals: publicGroup(services, 'poll_intervals'),
      money: publicGroup(services, 'money'),
      fees: publicGroup(services, 'fees'),
      maintenance: publicGroup(services, 'maintenance'),
      currencies,
      categories: { etag: etagOfTop(tree) },
      policies: { terms: termsVersion },
      min_version: platform === undefined ? null : versionNeeded({ platform }, alerts, clock.now()),
    }
    return unlessKnown(headers, { data }, 0)
  },
})
