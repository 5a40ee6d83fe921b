import { isJob } from '../platform/jobs/job.ts'
import type { Module } from '../platform/operation/registry.ts'
import { about } from './about.ts'
import { everyone } from './access.ts'
import { createAdministrator } from './accounts/administrators.ts'
import * as accounts from './accounts/operations.ts'

import * as categories from './categories/operations.ts'
import * as chatJobs from './chat/jobs.ts'
import * as chat from './chat/operations.ts'
import { roomCards } from './chat/public.ts'
import * as collectionJobs from './collections/jobs.ts'
import * as collections from './collections/operations.ts'
import { events } from './events.ts'
import * as files from './files/operations.ts'
import * as filingJobs from './filing/jobs.ts'
import * as filing from './filing/operations.ts'
import * as moderationJobs from './moderation/jobs.ts'
import * as moderation from './moderation/operations.ts'
import * as notificationJobs from './notifications/jobs.ts'
import * as notifications from './notifications/operations.ts'
import * as payments from './payments/operations.ts'
import * as postJobs from './posts/jobs.ts'
import { listingCards } from './posts/kept-cards.ts'
import * as posts from './posts/operations.ts'
import * as profiles from './profiles/operations.ts'
import * as purchaseJobs from './purchase-tool/jobs.ts'
import * as purchaseTool from './purchase-tool/operations.ts'
import { reactions } from './reactions.ts'
import * as sales from './sales/operations.ts'
import * as searchJobs from './search/jobs.ts'
import * as search from './search/operations.ts'
import * as stream from './stream/operations.ts'
import * as users from './users/operations.ts'
import { loadCallers } from './users/public.ts'

export const marketplace: Module = {
  product: 'marketplace',
  basePath: '/api/v1',
  title: 'Plaza marketplace',
  about,
  realms: ['marketplace'],
  kinds: everyone,
  staff: ['moderator', 'administrator'],
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
    payments,
    'purchase-tool': purchaseTool,
  },
  jobs: [
    chatJobs,
    collectionJobs,
    filingJobs,
    moderationJobs,
    notificationJobs,
    postJobs,
    purchaseJobs,
    searchJobs,
  ].flatMap((noun) => Object.values(noun).filter(isJob)),
  cards: [listingCards, roomCards],
  events,
  reactions,
  loadCallers,
  createAdministrator,
}
