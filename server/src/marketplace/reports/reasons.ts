/** What somebody says is wrong with what they report. */
export const reasons = [
  'spam',
  'scam',
  'prohibited',
  'counterfeit',
  'offensive',
  'wrong_category',
  'duplicate',
  'sold',
  'other',
] as const
export type Reason = (typeof reasons)[number]

/** Of people, of what they say and of chats. */
export const reasonsOfPeople = ['spam', 'scam', 'prohibited', 'offensive', 'other'] as const

const severe: readonly Reason[] = ['scam', 'prohibited', 'counterfeit']
const light: readonly Reason[] = ['wrong_category', 'duplicate', 'sold', 'other']

/** Somebody can be harmed by it. */
export const isSevere = (reason: Reason): boolean => severe.includes(reason)

const pointsOfTrust = [2, 4, 6, 8]

/** What a report of somebody weighs whose reports were all turned down lately. */
const ofUntrusted = 1

/** Three reports of people as one starts hide a listing; of reasons that harm nobody, six. */
export const pointsToHide = 12

/** From this level on one report of a severe class hides a listing. */
const highTrust = 3

interface Reporter {
  trustLevel: number
  /** Of their last reports that staff decided. */
  lately: { upheld: number; dismissed: number }
}

const isUnheeded = ({ lately }: Reporter): boolean => lately.upheld === 0 && lately.dismissed >= 3

/** What a report weighs: by the trust in who makes it, and by how bad it is. */
export function pointsOf(reason: Reason, reporter: Reporter): number {
  if (isUnheeded(reporter)) return ofUntrusted
  const points = pointsOfTrust[reporter.trustLevel] ?? 2
  return light.includes(reason) ? points / 2 : points
}

/** Whether a listing is hidden by what its reports weigh together, or by the last of them alone. */
export const isHidden = (points: number, reason: Reason, reporter: Reporter): boolean =>
  points >= pointsToHide || (isSevere(reason) && reporter.trustLevel >= highTrust && !isUnheeded(reporter))
