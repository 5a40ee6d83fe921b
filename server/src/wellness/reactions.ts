import { mailSettled } from '../platform/mail/announcements.ts'
import { type Reaction, when } from '../platform/operation/reactions.ts'
import { clockMoved } from './accounts/public.ts'
import { settleMailed } from './campaigns/public.ts'
import { advanceGoals, tellMoreDates } from './goals/public.ts'
import { followClock, reminderDatesEnd } from './reminders/public.ts'
import { sessionsCompleted } from './sessions/public.ts'

/** Who of the wellness product reacts to what another noun, or the platform, announces. */
export const reactions: readonly Reaction[] = [
  when(mailSettled, settleMailed),
  when(clockMoved, followClock),
  when(sessionsCompleted, advanceGoals),
  when(reminderDatesEnd, tellMoreDates),
]
