import { amount } from '../platform/system-config/key.ts'

// What is set of the wellness app while it runs, in the system config of the server.

export const wrongPasswords = amount('limits.sign_in.wellness_per_15_minutes', {
  description:
    'wrong passwords of the wellness app in a quarter of an hour for one address, of those whom its account does not know',
  default: 10,
  most: 90,
})
export const administratorsWrongPasswords = amount('limits.sign_in.wellness_administrators_per_15_minutes', {
  description: 'the same of its administrators',
  default: 5,
  most: 90,
})

export const goalsKept = amount('limits.goals', {
  description: 'goals that somebody has and that are not over',
  default: 100,
})

export const wellnessKeys = [wrongPasswords, administratorsWrongPasswords, goalsKept]
