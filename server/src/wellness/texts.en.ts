/** What the wellness app says in notices and mails. */
export const en = {
  code: {
    subjects: {
      signup: 'Your Plaza wellness verification code',
      reset: 'Reset your Plaza wellness password',
    },
    text: (code: string, lifetime: string) =>
      `Your code is ${code}. It is valid for ${lifetime}.\n\nIf you did not ask for it, nothing needs to be done.\n`,
  },
  welcome: {
    subject: 'Welcome to Plaza wellness',
    text: (name: string) => `Hello ${name},\n\nyour account is ready. Small steps count.\n`,
    title: (name: string) => `Welcome, ${name}`,
    message: 'Your account is ready. Today has something short to begin with.',
  },
  newDevice: {
    subject: 'New sign-in to Plaza wellness',
    text: (name: string) =>
      `Hello ${name},\n\nyour account was used on a new device. If this was not you, reset your password.\n`,
  },
  sessionEnded: {
    subject: 'A Plaza wellness session was ended',
    text: (name: string) =>
      `Hello ${name},\n\na used key of one of your sessions was presented again, so that session was ended. Sign in anew; if you do not know why this happened, reset your password.\n`,
  },
  passwordChanged: {
    subject: 'Your Plaza wellness password was changed',
    text: (name: string) =>
      `Hello ${name},\n\nyour password was changed and every device was signed out. If this was not you, reset it again and write to support.\n`,
  },
  safety: {
    title: 'You do not have to go through this alone',
    message:
      'Please talk to a person now. Those below listen, whatever it is, without judging, and many can be reached at any hour.',
    emergency: (number: string) => `When your life or that of somebody else is in danger, call ${number}.`,
    emergencyAnywhere: (number: string) =>
      `When your life or that of somebody else is in danger, call the emergency number of the country you are in. From most mobile phones ${number} leads there.`,
    directory: 'Helplines in every other country',
  },
  questionnaire: {
    notADiagnosis: 'For your information only: this is not a diagnosis.',
    newVersion: {
      title: 'There are new questions for you',
      message:
        'A questionnaire that you answered has changed. What you said stays; only what is new is asked.',
      subject: 'New questions at Plaza wellness',
      text: (name: string) =>
        `Hello ${name},\n\na questionnaire that you answered has changed. What you said stays; only what is new is asked, in the app, whenever you like.\n`,
    },
  },
  referral: {
    refunded: 'Whom you invited had the price of their subscription given back.',
    JOINED: {
      title: 'Your invitation was accepted',
      message: (name: string, _points: number) =>
        `${name} joined by your code. Once they have practised on two days, your points are on their way.`,
    },
    REWARDED: {
      title: 'You have new points',
      message: (name: string, points: number) => `${points} points for inviting ${name}. Thank you.`,
    },
    REVERSED: {
      title: 'A reward was taken back',
      message: (name: string, points: number) =>
        `The ${points} points for inviting ${name} were taken back. Your list of invitations says why.`,
    },
  },
  /** Why an exercise is recommended. */
  recommended: {
    FOR_YOUR_GOAL: 'It belongs to one of your goals.',
    HELPED_YOU: 'It has lifted your mood before.',
    HELPS_OTHERS: 'It lifts the mood of many.',
    NEW_TO_YOU: 'You have not tried it yet.',
    NOT_LATELY: 'You have not done it for a while.',
    FOR_TODAY: 'Something for today.',
  },
  reminder: { message: 'It is time.' },
  campaign: {
    footer: 'This is news of Plaza wellness. To get no more of it by mail:',
    unsubscribe: {
      title: 'No more mails?',
      text: 'You will get no more news of Plaza wellness by mail. Codes and warnings about your account still come.',
      button: 'Unsubscribe',
    },
    unsubscribed: {
      title: 'Unsubscribed',
      text: 'You will get no more news of Plaza wellness by mail.',
    },
  },
  practice: {
    freezeUsed: (left: number) => ({
      title: 'Saved your streak',
      message: `A freeze kept your run of days with practice alive. ${left === 0 ? 'It was the last one; seven more days in a row earn another.' : 'You have one left.'}`,
    }),
  },
  goals: {
    milestone: (goal: string, count: number, frequency: string) => ({
      title: `${count} ${unitsEn(frequency)} in a row`,
      message: `“${goal}”: ${count} ${unitsEn(frequency)} without a gap. That is worth a moment.`,
    }),
    freezeUsed: (goal: string, left: number) => ({
      title: 'Saved your streak',
      message: `A freeze kept your streak of “${goal}” alive. ${left === 0 ? 'It was the last one; seven more in a row earn another.' : 'You have one left.'}`,
    }),
    completed: (goal: string) => ({
      title: 'Goal completed',
      message: `You have completed “${goal}”.`,
    }),
    exerciseRetired: (goal: string, exercise: string) => ({
      title: 'An exercise is no longer offered',
      message: `“${exercise}” belongs to your goal “${goal}”. The goal runs on: mark it by hand, or choose another exercise.`,
    }),
  },
}

const unitsEn = (frequency: string): string =>
  ({ WEEKLY: 'weeks', MONTHLY: 'months', EVERY_N_DAYS: 'times', RRULE: 'times' })[frequency] ?? 'days'

export type Texts = typeof en
