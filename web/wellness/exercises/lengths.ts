/** How long an exercise takes, for whoever has only so long: in seconds, as the server filters. */
export const lengths = {
  short: { maxDuration: 300 },
  medium: { minDuration: 300, maxDuration: 900 },
  long: { minDuration: 901 },
} as const
export type Length = keyof typeof lengths

export const isLength = (value: unknown): value is Length => typeof value === 'string' && value in lengths
