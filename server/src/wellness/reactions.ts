import { mailSettled } from '../platform/mail/announcements.ts'
import { type Reaction, when } from '../platform/operation/reactions.ts'
import { settleMailed } from './campaigns/public.ts'

/** Who of the wellness product reacts to what another noun, or the platform, announces. */
export const reactions: readonly Reaction[] = [when(mailSettled, settleMailed)]
