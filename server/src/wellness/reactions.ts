import { mailRevived, mailSettled } from '../platform/mail/announcements.ts'
import { type Reaction, when } from '../platform/operation/reactions.ts'
import { accountOpened, clockMoved, signedUp } from './accounts/public.ts'
import { reopenMailed, settleMailed } from './campaigns/public.ts'
import { exercisesRetired } from './exercises/public.ts'
import { advanceGoals, tellMoreDates, tellOfRetiredExercises } from './goals/public.ts'
import { beginReferral, joinByReferral, qualifyByPractice, reverseByRefund } from './referrals/public.ts'
import { followClock, reminderDatesEnd } from './reminders/public.ts'
import { completionsMoved, sessionCompleted } from './sessions/public.ts'
import { subscriptionRefunded } from './subscriptions/public.ts'

/** Who of the wellness product reacts to what another noun, or the platform, announces. */
export const reactions: readonly Reaction[] = [
  when(mailSettled, settleMailed),
  when(mailRevived, reopenMailed),
  when(clockMoved, followClock),
  when(signedUp, beginReferral),
  when(accountOpened, joinByReferral),
  when(sessionCompleted, qualifyByPractice),
  when(subscriptionRefunded, reverseByRefund),
  when(completionsMoved, advanceGoals),
  when(reminderDatesEnd, tellMoreDates),
  when(exercisesRetired, tellOfRetiredExercises),
]
