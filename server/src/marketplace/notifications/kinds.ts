import type { Category } from './shapes.ts'

/** Kinds of notices that reach everybody whom they concern. */
export const neverMuted: readonly Category[] = ['security', 'content_violation', 'moderation']

/** What an inbox shows whatever its owner wants; of the last one at least nothing needs to be pushed. */
export const alwaysShown: readonly Category[] = [...neverMuted, 'breaking_news']
