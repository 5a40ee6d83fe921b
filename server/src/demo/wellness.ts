import type { feelingLabels } from '../wellness/feelings/public.ts'

type FeelingLabel = (typeof feelingLabels)[number]
type Modality = 'MEDITATION' | 'BREATHING' | 'MOVEMENT' | 'MUSIC' | 'UNGUIDED' | 'OTHER'

export interface DemoExercise {
  title: string
  minutes: number
  mediaType: 'TEXT' | 'TIMER' | 'BREATHING'
  modality: Modality
  goodFor: FeelingLabel[]
  description: string
}

export interface DemoWellnessCategory {
  name: string
  description: string
  colour: string
  subCategories: { name: string; exercises: DemoExercise[] }[]
}

const of =
  (mediaType: DemoExercise['mediaType'], modality: Modality) =>
  (title: string, minutes: number, goodFor: FeelingLabel[], description: string): DemoExercise => ({
    title,
    minutes,
    mediaType,
    modality,
    goodFor,
    description,
  })

const breath = of('BREATHING', 'BREATHING')
const sit = of('TIMER', 'MEDITATION')
const move = of('TEXT', 'MOVEMENT')
const write = of('TEXT', 'OTHER')
const rest = of('TIMER', 'UNGUIDED')
const listen = of('TIMER', 'MUSIC')

export const wellnessCategories: DemoWellnessCategory[] = [
  {
    name: 'Breathing',
    description: 'Short exercises that work anywhere, because the breath is always with you.',
    colour: '#4F9DB5',
    subCategories: [
      {
        name: 'Calming down',
        exercises: [
          breath(
            'Box breathing',
            4,
            ['STRESSED', 'ANXIOUS'],
            'In for four, hold for four, out for four, hold for four. Draw the box with a finger if the counting slips away.',
          ),
          breath(
            'The long exhale',
            5,
            ['WORRIED', 'OVERWHELMED'],
            'Breathe in for four counts and out for eight. The slow way out tells the heart that nothing is after you.',
          ),
          breath(
            'Two sniffs and a sigh',
            2,
            ['ANGRY', 'STRESSED'],
            'Breathe in, top it up with a second small breath, then let everything go through the mouth. Five rounds are enough.',
          ),
        ],
      },
      {
        name: 'Waking up',
        exercises: [
          breath(
            'Morning bellows',
            3,
            ['DRAINED', 'INDIFFERENT'],
            'Quick, even breaths through the nose for twenty seconds, then a pause. Stop at once if you feel dizzy.',
          ),
          breath(
            'Window breath',
            3,
            ['DRAINED'],
            'Open the window, stand upright, and take twelve full breaths of whatever weather there is.',
          ),
          breath(
            'Counting up to ten',
            4,
            ['INDIFFERENT', 'DISCOURAGED'],
            'Each breath a little deeper than the last until ten, then begin again at one.',
          ),
        ],
      },
      {
        name: 'Falling asleep',
        exercises: [
          breath(
            'Four, seven, eight',
            6,
            ['ANXIOUS', 'STRESSED'],
            'In for four, hold for seven, out for eight. Four rounds, then breathe as you like.',
          ),
          breath(
            'Heavy blanket',
            8,
            ['OVERWHELMED'],
            'With every breath out, another part of you becomes heavier: feet, knees, hips, hands.',
          ),
          breath(
            'Breathing backwards from fifty',
            10,
            ['WORRIED'],
            'Count each breath out, backwards. Few people reach twenty.',
          ),
        ],
      },
    ],
  },
  {
    name: 'Meditation',
    description: 'Sitting still and noticing, from five minutes to half an hour.',
    colour: '#7A6FB0',
    subCategories: [
      {
        name: 'First steps',
        exercises: [
          sit(
            'Five quiet minutes',
            5,
            ['STRESSED'],
            'Sit, set the timer, and watch the breath come and go. Wandering off and coming back is the whole exercise.',
          ),
          sit(
            'Sounds near and far',
            7,
            ['ANNOYED', 'STRESSED'],
            'Listen to the farthest sound you can hear, then to the nearest. Do not name them, only hear them.',
          ),
          sit(
            'A cup of tea, only that',
            10,
            ['OVERWHELMED'],
            'Drink one cup without a screen or a book. Notice warmth, smell, taste, and the last sip.',
          ),
        ],
      },
      {
        name: 'Body scan',
        exercises: [
          sit(
            'From toes to crown',
            15,
            ['DRAINED', 'STRESSED'],
            'Visit each part of the body for three breaths. Nothing has to relax; you are only looking around.',
          ),
          sit(
            'Hands first',
            6,
            ['ANXIOUS'],
            'Feel the hands from within: pulse, warmth, the touch of air. Then let the feeling wander up the arms.',
          ),
          sit(
            'Where does it sit?',
            9,
            ['SAD', 'ANGRY'],
            'Find the place in the body where today’s mood lives, and keep it company without pushing it.',
          ),
        ],
      },
      {
        name: 'Kindness',
        exercises: [
          sit(
            'Good wishes in four circles',
            12,
            ['LONELY', 'ANGRY'],
            'Wish well to yourself, a friend, somebody you hardly know, and somebody difficult.',
          ),
          sit(
            'A friend at the table',
            8,
            ['ASHAMED', 'GUILTY'],
            'Imagine that a friend told you what you are telling yourself. What would you answer?',
          ),
          sit(
            'Thanks to a stranger',
            6,
            ['DISCOURAGED', 'LONELY'],
            'Recall one person who made your day easier without knowing it, and thank them in thought.',
          ),
        ],
      },
      {
        name: 'Open sitting',
        exercises: [
          rest(
            'Twenty minutes of nothing',
            20,
            ['OVERWHELMED'],
            'No instruction. The timer rings at the end.',
          ),
          rest(
            'Bench by the water',
            15,
            ['STRESSED', 'SAD'],
            'Sit outdoors and look at something that moves slowly.',
          ),
          rest(
            'Half an hour in silence',
            30,
            ['CONTENT'],
            'For days when sitting is easy. One bell at the beginning, one at the end.',
          ),
        ],
      },
    ],
  },
  {
    name: 'Movement',
    description: 'Gentle exercises without equipment, at home or on the way.',
    colour: '#D07B4A',
    subCategories: [
      {
        name: 'Stretching',
        exercises: [
          move(
            'Neck and shoulders at the desk',
            5,
            ['STRESSED', 'DRAINED'],
            'Ear to shoulder, chin to chest, circles with the shoulders. Slow enough to hear the joints complain less.',
          ),
          move(
            'Long back',
            8,
            ['DRAINED'],
            'Cat, cow and child on the floor, five breaths each. Ends lying on the back with knees held.',
          ),
          move(
            'Hips of a runner',
            10,
            ['IRRITATED'],
            'Three stretches for people who sit all day or run all evening.',
          ),
        ],
      },
      {
        name: 'Walking',
        exercises: [
          move(
            'Once around the block',
            10,
            ['FRUSTRATED', 'SAD'],
            'Leave the phone at home. Look at every house as if you wanted to buy it.',
          ),
          move(
            'Slow walking',
            12,
            ['STRESSED'],
            'Half of your usual speed, feeling heel, sole and toes of every step.',
          ),
          move(
            'Brisk twenty',
            20,
            ['DISCOURAGED', 'DRAINED'],
            'Fast enough that talking takes effort. Turn back after ten minutes.',
          ),
        ],
      },
      {
        name: 'Shaking it off',
        exercises: [
          move(
            'Shake every limb',
            4,
            ['ANGRY', 'ANXIOUS'],
            'One minute for each arm and leg, loose like wet laundry.',
          ),
          move(
            'Dance to one song',
            4,
            ['SAD', 'INDIFFERENT'],
            'Choose a song you would not admit to. Close the curtains if you must.',
          ),
          move(
            'Push against the wall',
            3,
            ['ANGRY', 'FRUSTRATED'],
            'Lean in with all your strength for ten seconds, let go, feel the arms float. Five times.',
          ),
        ],
      },
    ],
  },
  {
    name: 'Sleep',
    description: 'How to end the day and leave it alone.',
    colour: '#3E5C8A',
    subCategories: [
      {
        name: 'Winding down',
        exercises: [
          write(
            'Tomorrow on paper',
            6,
            ['WORRIED', 'OVERWHELMED'],
            'Write down what has to be done tomorrow, in order, and close the notebook. It will keep the list for you.',
          ),
          rest(
            'Lights low',
            20,
            ['STRESSED'],
            'Dim everything, put the phone in another room, and do one quiet thing with your hands.',
          ),
          move(
            'Legs up the wall',
            10,
            ['DRAINED'],
            'Lie on the floor with the legs resting against the wall. Arms wide, jaw loose.',
          ),
        ],
      },
      {
        name: 'Night sounds',
        exercises: [
          listen('Rain on a tent', 30, ['ANXIOUS'], 'Play steady rain quietly and imagine being dry inside.'),
          listen(
            'Night train',
            40,
            ['LONELY'],
            'A piece with an even rhythm, low volume, timer on. You need not get off anywhere.',
          ),
          listen(
            'One slow piano piece',
            8,
            ['SAD'],
            'Pick a piece without singing and follow only the left hand.',
          ),
        ],
      },
      {
        name: 'Awake at three',
        exercises: [
          breath(
            'Breathing with the dark',
            6,
            ['SCARED', 'ANXIOUS'],
            'Hands on the belly, feel it rise. Nothing has to be solved before morning.',
          ),
          write(
            'Park the thought',
            3,
            ['WORRIED'],
            'One sentence on paper, no light brighter than a candle, then back to the pillow.',
          ),
          rest(
            'Resting counts too',
            20,
            ['FRUSTRATED'],
            'Give up on sleeping and only lie still. Rest is most of what the body wanted.',
          ),
        ],
      },
    ],
  },
  {
    name: 'Reflection',
    description: 'Pen, paper and a few honest minutes.',
    colour: '#6B8F55',
    subCategories: [
      {
        name: 'Gratitude',
        exercises: [
          write(
            'Three good things',
            5,
            ['DISAPPOINTED', 'SAD'],
            'Write three things that went well today and your own part in each of them.',
          ),
          write(
            'A letter you need not send',
            15,
            ['GRATEFUL', 'LONELY'],
            'Tell somebody what they did for you, with details. Sending it is allowed.',
          ),
          write(
            'The ordinary list',
            6,
            ['INDIFFERENT'],
            'Ten things you would miss if they were gone: tap water, the corner bakery, your left knee.',
          ),
        ],
      },
      {
        name: 'Sorting thoughts',
        exercises: [
          write(
            'Fact, guess, fear',
            8,
            ['ANXIOUS', 'WORRIED'],
            'Three columns. Put every thought about the matter into one of them.',
          ),
          write(
            'Ten minutes without stopping',
            10,
            ['OVERWHELMED', 'FRUSTRATED'],
            'The pen may not rest. Write “I do not know” until you do.',
          ),
          write(
            'What is mine to change?',
            7,
            ['ANGRY', 'HOPELESS'],
            'Two circles: what you can do something about, and the rest. Choose one small thing from the first.',
          ),
        ],
      },
      {
        name: 'Looking ahead',
        exercises: [
          write(
            'A small brave thing',
            5,
            ['SCARED', 'DISCOURAGED'],
            'Name one thing you have been avoiding that takes less than ten minutes. Decide when.',
          ),
          write(
            'Postcard from next year',
            10,
            ['HOPEFUL', 'DISCOURAGED'],
            'Write to yourself from a year that went well enough. What did you stop doing?',
          ),
          write(
            'The week in one word',
            3,
            ['CONTENT'],
            'Choose a word for the last seven days and one for the next seven.',
          ),
        ],
      },
    ],
  },
  {
    name: 'Focus',
    description: 'For work that needs your whole attention and for the breaks between.',
    colour: '#B0556B',
    subCategories: [
      {
        name: 'Getting started',
        exercises: [
          rest(
            'Twenty-five minutes',
            25,
            ['INDIFFERENT'],
            'One task, one timer. Whatever else comes up goes on a slip of paper.',
          ),
          write(
            'The first ugly step',
            4,
            ['OVERWHELMED', 'DISCOURAGED'],
            'Write down the smallest step that would count as having begun, and take it badly on purpose.',
          ),
          sit(
            'A minute before the call',
            1,
            ['ANXIOUS'],
            'Feet on the floor, three breaths, one sentence about what you want from the talk.',
          ),
        ],
      },
      {
        name: 'Breaks',
        exercises: [
          move(
            'Look out of the window',
            2,
            ['DRAINED'],
            'Find the farthest thing, then the nearest leaf. Blink often.',
          ),
          move(
            'Stairs instead of coffee',
            5,
            ['DRAINED'],
            'Up and down twice at an easy speed. Coffee afterwards is permitted.',
          ),
          listen(
            'One song, eyes closed',
            4,
            ['STRESSED', 'IRRITATED'],
            'Choose one instrument and stay with it to the end.',
          ),
        ],
      },
      {
        name: 'Closing the day',
        exercises: [
          write(
            'Done list',
            5,
            ['DISAPPOINTED', 'STRESSED'],
            'Not what is left, but what you did. Small things count.',
          ),
          rest(
            'Tidy one surface',
            10,
            ['OVERWHELMED'],
            'The desk, the sink or the hall. Only one, and then stop.',
          ),
          breath(
            'Leaving work at the door',
            3,
            ['STRESSED', 'IRRITATED'],
            'Six slow breaths before you turn the key. The seventh belongs to the evening.',
          ),
        ],
      },
      {
        name: 'Deep work',
        exercises: [
          rest(
            'Ninety minutes, one thing',
            90,
            ['CONFIDENT'],
            'Tell the others when you will be back. Water on the table, door closed.',
          ),
          listen(
            'Music without words',
            45,
            ['ANNOYED'],
            'The same album every time, so that the first bars mean: now.',
          ),
          sit(
            'Reset between two tasks',
            3,
            ['OVERWHELMED'],
            'Close everything, breathe ten times, open only what the next task needs.',
          ),
        ],
      },
    ],
  },
]

export interface DemoSession {
  daysAgo: number
  /** Hour and minute on that day, in UTC. */
  at: [hour: number, minute: number]
  exercise: string
  before: FeelingLabel
  after: FeelingLabel
}

/** What the demo user practised in the last week. */
export const sessions: DemoSession[] = [
  { daysAgo: 7, at: [6, 40], exercise: 'Window breath', before: 'DRAINED', after: 'CALM' },
  { daysAgo: 6, at: [6, 35], exercise: 'Five quiet minutes', before: 'STRESSED', after: 'CALM' },
  { daysAgo: 6, at: [20, 10], exercise: 'Three good things', before: 'DISAPPOINTED', after: 'GRATEFUL' },
  { daysAgo: 5, at: [12, 5], exercise: 'Once around the block', before: 'FRUSTRATED', after: 'CONTENT' },
  { daysAgo: 4, at: [6, 45], exercise: 'Five quiet minutes', before: 'INDIFFERENT', after: 'PEACEFUL' },
  { daysAgo: 4, at: [21, 0], exercise: 'Legs up the wall', before: 'DRAINED', after: 'RELIEVED' },
  { daysAgo: 3, at: [7, 0], exercise: 'Box breathing', before: 'ANXIOUS', after: 'CALM' },
  { daysAgo: 2, at: [6, 30], exercise: 'Five quiet minutes', before: 'STRESSED', after: 'CONTENT' },
  { daysAgo: 2, at: [17, 20], exercise: 'Fact, guess, fear', before: 'WORRIED', after: 'HOPEFUL' },
  { daysAgo: 1, at: [6, 50], exercise: 'Five quiet minutes', before: 'DRAINED', after: 'CALM' },
  { daysAgo: 1, at: [20, 30], exercise: 'Tomorrow on paper', before: 'OVERWHELMED', after: 'RELIEVED' },
  { daysAgo: 0, at: [0, 2], exercise: 'Box breathing', before: 'ANXIOUS', after: 'PEACEFUL' },
]
