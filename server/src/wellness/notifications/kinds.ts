export const categories = [
  'SYSTEM',
  'REMINDER',
  'GOAL',
  'STREAK',
  'SUBSCRIPTION',
  'REFERRAL',
  'SUPPORT',
  'CONTENT',
  'SECURITY',
  'CAMPAIGN',
] as const
export type Category = (typeof categories)[number]

/** What people say of together how they want to be told of it. */
export const kinds = ['reminders', 'goalUpdates', 'subscription', 'service', 'marketing'] as const
export type Kind = (typeof kinds)[number]

/** The kind of each category; what concerns the safety of an account is of none, and always arrives. */
export const kindOf: Readonly<Record<Category, Kind | null>> = {
  SYSTEM: 'service',
  REMINDER: 'reminders',
  GOAL: 'goalUpdates',
  STREAK: 'goalUpdates',
  SUBSCRIPTION: 'subscription',
  REFERRAL: 'service',
  SUPPORT: 'service',
  CONTENT: 'service',
  SECURITY: null,
  CAMPAIGN: 'marketing',
}

/** What is shown on phones, too. A campaign says itself which way it goes, and safety goes by mail. */
export const pushed: readonly Category[] = [
  'SYSTEM',
  'REMINDER',
  'GOAL',
  'STREAK',
  'SUBSCRIPTION',
  'REFERRAL',
  'SUPPORT',
]
