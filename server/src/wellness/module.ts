import { isJob } from '../platform/jobs/job.ts'
import type { Module } from '../platform/operation/registry.ts'
import { about } from './about.ts'
import { administrators, everyone } from './access.ts'
import * as accountJobs from './accounts/jobs.ts'
import * as accounts from './accounts/operations.ts'
import { loadUsers } from './accounts/public.ts'
import * as admins from './admins/operations.ts'
import {
  createAdministrator,
  loadAdministrators,
  requireSecondFactor,
  roles,
  setRole,
} from './admins/public.ts'
import * as campaignJobs from './campaigns/jobs.ts'
import * as campaigns from './campaigns/operations.ts'
import * as coachJobs from './coach/jobs.ts'
import * as coach from './coach/operations.ts'
import * as deviceJobs from './devices/jobs.ts'
import * as devices from './devices/operations.ts'
import { events } from './events.ts'
import * as exerciseJobs from './exercises/jobs.ts'
import * as exercises from './exercises/operations.ts'
import * as feelings from './feelings/operations.ts'
import * as files from './files/operations.ts'
import * as goalJobs from './goals/jobs.ts'
import * as goals from './goals/operations.ts'
import { checkHelplines } from './helplines/public.ts'
import { wellnessKeys } from './limits.ts'
import * as notificationJobs from './notifications/jobs.ts'
import * as notifications from './notifications/operations.ts'
import * as practiceJobs from './practice/jobs.ts'
import * as practice from './practice/operations.ts'
import * as profile from './profile/operations.ts'
import * as questionnaireJobs from './questionnaires/jobs.ts'
import * as questionnaires from './questionnaires/operations.ts'
import { publishShipped } from './questionnaires/public.ts'
import { reactions } from './reactions.ts'
import * as referralJobs from './referrals/jobs.ts'
import * as referrals from './referrals/operations.ts'
import * as reminderJobs from './reminders/jobs.ts'
import * as reminders from './reminders/operations.ts'
import * as sessionJobs from './sessions/jobs.ts'
import * as sessions from './sessions/operations.ts'
import { simulateStreak } from './simulate-streak.ts'
import * as stream from './stream/operations.ts'
import * as subscriptionJobs from './subscriptions/jobs.ts'
import * as subscriptions from './subscriptions/operations.ts'
import * as sync from './sync/operations.ts'
import * as system from './system/operations.ts'

export const wellness: Module = {
  product: 'wellness',
  basePath: '/wellness-app/api/v1',
  deepestJson: 20,
  title: 'Plaza wellness',
  about,
  realms: ['wellness-user', 'wellness-admin'],
  kinds: everyone,
  staff: administrators,
  nouns: {
    accounts,
    profile,
    admins,
    questionnaires,
    stream,
    notifications,
    reminders,
    devices,
    system,
    files,
    feelings,
    exercises,
    practice,
    sessions,
    goals,
    sync,
    campaigns,
    referrals,
    subscriptions,
    coach,
  },
  loadCallers: (work, realm, sessionIds) =>
    realm === 'wellness-admin' ? loadAdministrators(work, sessionIds) : loadUsers(work, sessionIds),
  jobs: [
    accountJobs,
    campaignJobs,
    coachJobs,
    deviceJobs,
    exerciseJobs,
    goalJobs,
    notificationJobs,
    practiceJobs,
    questionnaireJobs,
    referralJobs,
    reminderJobs,
    sessionJobs,
    subscriptionJobs,
  ].flatMap((noun) => Object.values(noun).filter(isJob)),
  configKeys: wellnessKeys,
  cards: [],
  events,
  reactions,
  requireSecondFactor,
  checkSettings: checkHelplines,
  prepare: publishShipped,
  simulateStreak,
  roles,
  setRole,
  createAdministrator: async (work, person) => (await createAdministrator(work, person)) !== undefined,
}
