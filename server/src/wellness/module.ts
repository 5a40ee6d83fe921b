import type { Module } from '../platform/operation/registry.ts'
import { everyone } from './access.ts'
import * as accounts from './accounts/operations.ts'
import { loadUsers, sweepAccounts } from './accounts/public.ts'
import * as admins from './admins/operations.ts'
import { createAdministrator, loadAdministrators, requireSecondFactor } from './admins/public.ts'
import * as campaigns from './campaigns/operations.ts'
import { campaignJob, recipientsJob } from './campaigns/public.ts'
import * as devices from './devices/operations.ts'
import * as exercises from './exercises/operations.ts'
import * as notifications from './notifications/operations.ts'
import { sweepNotifications } from './notifications/public.ts'
import * as profile from './profile/operations.ts'
import * as sessions from './sessions/operations.ts'
import * as stream from './stream/operations.ts'
import * as system from './system/operations.ts'

export const wellness: Module = {
  product: 'wellness',
  basePath: '/wellness-app/api/v1',
  title: 'Plaza wellness',
  realms: ['wellness-user', 'wellness-admin'],
  kinds: everyone,
  nouns: {
    accounts,
    profile,
    admins,
    stream,
    notifications,
    devices,
    system,
    exercises,
    sessions,
    campaigns,
  },
  loadCallers: (work, realm, sessionIds) =>
    realm === 'wellness-admin' ? loadAdministrators(work, sessionIds) : loadUsers(work, sessionIds),
  jobs: [
    campaignJob,
    recipientsJob,
    {
      name: 'wellness.sweep',
      cron: '7 * * * *',
      async handle(work) {
        await sweepAccounts(work)
        await sweepNotifications(work)
      },
    },
  ],
  requireSecondFactor,
  createAdministrator: async (work, person) => (await createAdministrator(work, person)) !== undefined,
}
