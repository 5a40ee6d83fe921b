import type { Db } from '../../platform/db/database.ts'
import { selectGates } from './queries.ts'

export { insertConsents as recordConsents } from './queries.ts'

/** A text that somebody has to agree to before going on. */
export interface ConsentGate {
  contentId: string
  /** `TERMS`, `PRIVACY_POLICY` and so on. */
  type: string
  language: string
  version: number
  effectiveAt: Date
}

/** What a user, or with null whoever signs up, has yet to agree to. Texts are looked for in the language, its base, then English. */
export async function consentGates(
  db: Db,
  { userId, language, now }: { userId: string | null; language: string; now: Date },
): Promise<ConsentGate[]> {
  const tag = language.toLowerCase()
  const languages = [...new Set([tag, tag.split('-')[0] ?? tag, 'en'])]
  const rows = await selectGates(db, { userId, languages, now })
  return rows.map(({ content_id: contentId, effective_at: effectiveAt, ...row }) => ({
    ...row,
    contentId,
    effectiveAt,
  }))
}
