import type { GoalsToday } from '../goals/public.ts'
import type { Intent } from './builtin/intent.ts'

/** What the coach says. Where there are several replies, they take turns. */
export const en = {
  disclosure:
    'These replies are automatic: they are written by a program, not by a person, and are no medical advice.',
  safety:
    'Thank you for telling me. That sounds very heavy, and I am a program: I cannot give you the help that you deserve right now. Please talk to a person, at once if you can. Those below are there for exactly this. If you are in danger now, call the emergency number, or go to somebody you trust and stay with them.',
  replies: {
    GREETING: [
      'Hello! I am the automatic coach of this app. How are you feeling today?',
      'Welcome back. Tell me in a few words how it is going, or how many minutes you have.',
    ],
    IDENTITY: [
      'I am a program, not a person. I answer by simple rules from what you write, what you practised here and the exercises of this app. For anything serious a person is the better address.',
    ],
    CAPABILITIES: [
      'You can tell me how you feel, how many minutes you have, or ask how your practice is going. I then suggest an exercise and say why. I am automatic, and I give no medical advice.',
    ],
    THANKS: ['You are welcome. Be kind to yourself today.', 'Gladly. Come back whenever you like.'],
    BYE: [
      'Take care. Small steps count.',
      'See you. A few quiet breaths before you go on are always possible.',
    ],
    MEDICAL: [
      'I am an automatic coach and cannot judge symptoms, medicines or illnesses. Please ask a doctor or a pharmacist about this. If it is urgent, call the emergency number.',
    ],
    STRESSED: [
      'That sounds like a lot at once. Breathing out for longer than you breathe in tells the body that it may slow down.',
      'Pressure like this is tiring. Perhaps a short break comes first, and the rest after it.',
    ],
    ANXIOUS: [
      'Being anxious is unpleasant, and it passes. Feel both feet on the floor and name five things that you see.',
      'When the thoughts race, the body can lead the way: slow breaths, shoulders down.',
    ],
    SAD: [
      'I am sorry that today is heavy. You need not cheer up at once. Something small that is good for you is enough.',
      'That sounds sad. If it stays so for two weeks or longer, please talk to somebody about it.',
    ],
    ANGRY: [
      'Anger has energy. Let it move for a moment before you answer anybody.',
      'That would annoy many people. A minute of distance often changes what one wants to say.',
    ],
    TIRED: [
      'Rest is not laziness. Something quiet may do you more good now than something demanding.',
      'For a better night, light and screens down, and the breath slow.',
    ],
    LONELY: [
      'Feeling alone hurts. Is there somebody whom you could write one line to today?',
      'I am only a program and no company. But I can suggest something that is kind to you, and perhaps afterwards you call somebody.',
    ],
    OVERWHELMED: [
      'One thing at a time. Write down what is on your mind, and choose only the next step.',
      'Too much at once makes everything look equally urgent. A pause sorts it.',
    ],
    HAPPY: [
      'How good to read that! Notice what did it, so that you find it again.',
      'Lovely. A good day is a good moment to practise, too.',
    ],
    MOTIVATION: [
      'You do not have to feel like it; it only has to be small. Two minutes count.',
      'Make it so easy that you cannot say no: one exercise, now, the shortest one.',
    ],
    SUGGEST: ['Gladly.', 'Here is something for you.'],
    PROGRESS: ['Here is how it is going.'],
    UNKNOWN: [
      'I am not sure that I understood that: I am automatic and know only some subjects. You can tell me how you feel, or how many minutes you have.',
      'I did not catch that. I am a program. Try “I am stressed”, “I cannot sleep” or “something for five minutes”.',
    ],
  } satisfies Record<Intent, string[]>,
  suggestion: (title: string, minutes: string | null) =>
    minutes === null ? `My suggestion: “${title}”.` : `My suggestion: “${title}”, ${minutes}.`,
  nothingFits: 'I find no exercise here that fits. Three slow breaths always do.',
  reasons: {
    GOOD_FOR: 'It is made for moments like this.',
    HELPED: (times: number) =>
      times === 1
        ? 'After it you felt better than before.'
        : `You felt better after it ${times} times than before.`,
    DAY_PART: 'It suits this time of the day.',
  },
  lately: (sessions: number, minutes: number) =>
    sessions === 0
      ? 'In the last seven days you recorded nothing. Any day is a good one to begin.'
      : `In the last seven days you practised ${sessions === 1 ? 'once' : `${sessions} times`}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} altogether.`,
  streak: (current: number, best: number) =>
    current === 0
      ? best === 0
        ? ''
        : `Your longest run of days so far is ${best}.`
      : `Your run stands at ${current} ${current === 1 ? 'day' : 'days'}, the longest was ${best}.`,
  goals: ({ due, done, open }: GoalsToday) => {
    if (due === 0) return ''
    const stand = `Of your ${due} ${due === 1 ? 'goal' : 'goals'} of today ${done} ${done === 1 ? 'is' : 'are'} done`
    return open === undefined ? `${stand}.` : `${stand}; “${open}” is still open.`
  },
}

export type CoachTexts = typeof en
