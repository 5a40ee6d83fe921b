import { mailSettled } from '../platform/mail/announcements.ts'
import { type Reaction, when } from '../platform/operation/reactions.ts'
import { accountOpened, clockMoved, signedUp } from './accounts/public.ts'
import { settleMailed } from './campaigns/public.ts'
import { advanceGoals, tellMoreDates } from './goals/public.ts'
import { beginReferral, joinByReferral, qualifyByPractice } from './referrals/public.ts'
import { followClock, reminderDatesEnd } from './reminders/public.ts'
import { completionsMoved, sessionCompleted } from './sessions/public.ts'

/** Who of the wellness product reacts to what another noun, or the platform, announces. */
export const reactions: readonly Reaction[] = [
  when(mailSettled, settleMailed),
  when(clockMoved, followClock),
  when(signedUp, beginReferral),
  when(accountOpened, joinByReferral),
  when(sessionCompleted, qualifyByPractice),
  when(completionsMoved, advanceGoals),
  when(reminderDatesEnd, tellMoreDates),
]
