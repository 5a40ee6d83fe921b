import { largestRecording, megabyte } from '../platform/media/recordings.ts'
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

export const pointsPerReward = amount('referrals.points_per_reward', {
  description: 'points for somebody who came by an invitation and stayed',
  default: 100,
})
export const mostRewards = amount('referrals.rewards_per_person', {
  description: 'so many can be rewarded of those whom one person invited',
  default: 50,
})
export const arrivalsPerDay = amount('referrals.arrivals_per_day', {
  description: 'of more sign-ups by one code within a day an administrator decides',
  default: 10,
})

export const userMegabytes = amount('limits.uploads.wellness_megabytes', {
  description: 'megabytes that a person of the wellness app may have uploaded',
  default: 200,
})

const uploads = (
  of: string,
  { megabytes, ...said }: { megabytes: number; description: string; most: number },
) => amount(`limits.uploads.wellness_${of}_megabytes`, { ...said, default: megabytes })

export const pictureMegabytes = uploads('picture', {
  description: 'megabytes of one picture in the wellness app',
  megabytes: 10,
  most: 50,
})
export const supportMegabytes = uploads('support', {
  description: 'megabytes of one picture for support',
  megabytes: 20,
  most: 50,
})
export const audioMegabytes = uploads('audio', {
  description: 'megabytes of one recording of sound',
  megabytes: 200,
  most: largestRecording / megabyte,
})
export const videoMegabytes = uploads('video', {
  description: 'megabytes of one recording of film',
  megabytes: 2048,
  most: largestRecording / megabyte,
})

export const goalsKept = amount('limits.goals', {
  description: 'goals that somebody has and that are not over',
  default: 100,
})

export const subGoalsOfGoal = amount('limits.sub_goals_of_goal', {
  description: 'sub-goals that one goal has',
  default: 20,
  most: 100,
})

export const timesOffKept = amount('limits.times_off', {
  description: 'times off that somebody has to come, and has had in a year',
  default: 100,
})

export const remindersKept = amount('limits.reminders', {
  description: 'reminders that somebody has of goals that are not over',
  default: 50,
})
export const remindersOfGoal = amount('limits.reminders_of_goal', {
  description: 'reminders that one goal has',
  default: 10,
  most: 50,
})

export const wellnessKeys = [
  wrongPasswords,
  administratorsWrongPasswords,
  pointsPerReward,
  mostRewards,
  arrivalsPerDay,
  userMegabytes,
  pictureMegabytes,
  supportMegabytes,
  audioMegabytes,
  videoMegabytes,
  goalsKept,
  subGoalsOfGoal,
  timesOffKept,
  remindersKept,
  remindersOfGoal,
]
