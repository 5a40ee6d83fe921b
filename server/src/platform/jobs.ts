import { sweepLiveEvents } from './events/jobs.ts'
import { sweepCredentials } from './identity/jobs.ts'
import { resumeInbox, sweepInbox } from './inbox/jobs.ts'
import { deliverMail, sweepMails } from './mail/jobs.ts'
import { moveWithheld, processUpload, returnWithheld, sweepUploads } from './media/jobs.ts'
import { sweepKeys } from './operation/jobs.ts'
import { sweepPushMessages } from './push/jobs.ts'

/** The jobs of the platform itself. */
export const platformJobs = [
  deliverMail,
  processUpload,
  moveWithheld,
  returnWithheld,
  sweepLiveEvents,
  sweepKeys,
  sweepCredentials,
  sweepMails,
  sweepPushMessages,
  sweepUploads,
  sweepInbox,
  resumeInbox,
]
