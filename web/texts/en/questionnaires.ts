import { plural } from '../../ui/formats.ts'

/** What the pages of questionnaires say to those who answer them. */
export const texts = {
  titles: {
    onboarding: 'A few questions for you',
    'phq-9': 'How you have been lately',
    'gad-7': 'How calm you have been lately',
    'who-5': 'How well you have been lately',
    other: 'Questions for you',
  },
  scales: {
    title: 'How you have been',
    hint: 'What your answers came to over time. Only you can see it.',
    back: 'Back to your account',
    none: 'Not answered yet.',
    begin: 'Answer',
    goOn: 'Go on answering',
    again: 'Answer again or change',
    curve: (first: number, last: number) => `From ${first} to ${last}`,
  },
  invite: 'A few questions to begin with',
  inviteAgain: 'Continue with the questions',
  inviteHint: (count: number) =>
    `${plural(count, { one: 'question', other: 'questions' })}. You can stop at any time.`,
  privacy: 'Only you can see what you answer here.',
  at: (index: number, count: number) => `Question ${index} of ${count}`,
  needed: 'Please choose or write an answer.',
  next: 'Next',
  finish: 'Finish',
  back: 'Back',
  skip: 'Rather not say',
  yes: 'Yes',
  no: 'No',
  waiting: (count: number) =>
    `${plural(count, { one: 'answer is', other: 'answers are' })} waiting for a connection. Nothing is lost.`,
  refused: (reason: string) => `An answer could not be saved: ${reason}`,
  discard: 'Answer again',
  newer: 'There is a newer version of these questions. You can finish this one first.',
  done: 'Thank you',
  doneHint: 'Your answers are saved. You can change them whenever you like.',
  stillWaiting: 'Your answers are kept on this device, and saved as soon as there is a connection.',
  score: (score: string, max: string, band: string) =>
    band ? `${score} of ${max}: ${band}` : `${score} of ${max}`,
  incomplete: 'There is no result, because something that counts was left out.',
  change: 'Change an answer',
  again: 'Answer again as of today',
  home: 'Back to today',
  empty: 'There is nothing to answer',
  emptyHint: 'When there are questions for you, they are here.',
}
