import { mailSettled } from '../platform/mail/announcements.ts'
import { type Reaction, when } from '../platform/operation/reactions.ts'
import { accountOpened, signedUp } from './accounts/public.ts'
import { settleMailed } from './campaigns/public.ts'
import { noticesWritten } from './notifications/public.ts'
import { pushNotices } from './pushes/public.ts'
import { beginReferral, joinByReferral, qualifyByPractice } from './referrals/public.ts'
import { sessionCompleted } from './sessions/public.ts'

/** Who of the wellness product reacts to what another noun, or the platform, announces. */
export const reactions: readonly Reaction[] = [
  when(mailSettled, settleMailed),
  when(noticesWritten, pushNotices),
  when(signedUp, beginReferral),
  when(accountOpened, joinByReferral),
  when(sessionCompleted, qualifyByPractice),
]
