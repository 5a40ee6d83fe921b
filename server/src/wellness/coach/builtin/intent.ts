/** What a message is about; of several the first one counts, feelings before pleasantries. */
export const intents = [
  'IDENTITY',
  'MEDICAL',
  'CAPABILITIES',
  'PROGRESS',
  'ANXIOUS',
  'OVERWHELMED',
  'STRESSED',
  'ANGRY',
  'LONELY',
  'SAD',
  'TIRED',
  'MOTIVATION',
  'SUGGEST',
  'HAPPY',
  'THANKS',
  'BYE',
  'GREETING',
  'UNKNOWN',
] as const
export type Intent = (typeof intents)[number]

/** By intent, the phrases that speak of it; see `anyOf`. */
export type IntentWords = Readonly<Record<Exclude<Intent, 'UNKNOWN'>, readonly string[]>>
