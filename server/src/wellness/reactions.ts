import type { Reaction } from '../platform/operation/reactions.ts'

/** Who of the wellness product reacts to what another noun announces. */
export const reactions: readonly Reaction[] = []
