import type { Module } from '../platform/operation/registry.ts'
import { everyone } from './access.ts'
import { createAdministrator } from './accounts/administrators.ts'
import * as accounts from './accounts/operations.ts'
import * as categories from './categories/operations.ts'
import { refilingJob } from './categories/public.ts'
import * as chat from './chat/operations.ts'
import * as collections from './collections/operations.ts'
import { tellingJob } from './collections/public.ts'
import * as files from './files/operations.ts'
import * as filing from './filing/operations.ts'
import * as moderation from './moderation/operations.ts'
import * as notifications from './notifications/operations.ts'
import { broadcastJob, sweepNotifications } from './notifications/public.ts'
import * as posts from './posts/operations.ts'
import * as profiles from './profiles/operations.ts'
import * as purchaseTool from './purchase-tool/operations.ts'
import * as sales from './sales/operations.ts'
import * as search from './search/operations.ts'
import { sweepSearchTerms } from './search/public.ts'
import * as stream from './stream/operations.ts'
import * as users from './users/operations.ts'
import { loadCallers } from './users/public.ts'

export const marketplace: Module = {
  product: 'marketplace',
  basePath: '/api/v1',
  title: 'Plaza marketplace',
  realms: ['marketplace'],
  kinds: everyone,
  nouns: {
    categories,
    chat,
    files,
    users,
    accounts,
    profiles,
    notifications,
    stream,
    posts,
    filing,
    search,
    collections,
    sales,
    moderation,
    'purchase-tool': purchaseTool,
  },
  jobs: [
    broadcastJob,
    refilingJob,
    tellingJob,
    {
      name: 'marketplace.sweep',
      cron: '23 * * * *',
      async handle({ db, clock }) {
        await sweepNotifications(db, clock.now())
        await sweepSearchTerms(db, clock.now())
      },
    },
  ],
  loadCallers,
  createAdministrator,
}
