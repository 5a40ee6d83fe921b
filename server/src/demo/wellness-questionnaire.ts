export interface DemoOption {
  label: string
  score?: number
  /** Chosen alone. */
  isExclusive?: boolean
}

export interface DemoQuestion {
  /** How other questions refer to it. */
  key: string
  text: string
  help?: string
  type: 'SINGLE_CHOICE' | 'MULTI_CHOICE' | 'SCALE' | 'TEXT' | 'BOOLEAN'
  options?: DemoOption[]
  range?: { min: number; max: number; step: number }
  isOptional?: boolean
  /** Whether the answer says nothing about somebody's health. */
  isHarmless?: boolean
  /** Asked only of those who gave one of these answers. */
  onlyAfter?: { key: string; labels: string[] }
  /** Answers that show where help is to be had. */
  showsHelpFor?: string[]
}

const scored = (...labels: string[]): DemoOption[] => labels.map((label, score) => ({ label, score }))
const plain = (...labels: string[]): DemoOption[] => labels.map((label) => ({ label }))

export const onboarding: DemoQuestion[] = [
  {
    key: 'reasons',
    text: 'What brings you here?',
    help: 'Choose as many as you like; the first suggestions follow from it.',
    type: 'MULTI_CHOICE',
    isHarmless: true,
    options: [
      ...plain(
        'I want to sleep better',
        'I have too much on my mind',
        'I want to worry less',
        'I cannot concentrate',
        'I sit too much and move too little',
        'I want to be in a better mood',
      ),
      { label: 'I am just curious', isExclusive: true },
    ],
  },
  {
    key: 'week',
    text: 'Taken all in all, how did you feel in the last seven days?',
    help: '1 is very unpleasant, 4 neither nor, 7 very pleasant.',
    type: 'SCALE',
    range: { min: 1, max: 7, step: 1 },
  },
  {
    key: 'sleep',
    text: 'How have you slept in the last two weeks?',
    type: 'SINGLE_CHOICE',
    options: scored('Very well', 'Well', 'So-so', 'Badly', 'Very badly'),
  },
  {
    key: 'awake',
    text: 'What keeps you awake?',
    type: 'MULTI_CHOICE',
    options: plain(
      'Thoughts that go round in circles',
      'Screens until late',
      'Pain or discomfort',
      'Noise, light or heat',
      'Children or other people',
      'Shift work',
      'I do not know',
    ),
    onlyAfter: { key: 'sleep', labels: ['So-so', 'Badly', 'Very badly'] },
  },
  {
    key: 'stress',
    text: 'How often does everything get too much for you?',
    type: 'SINGLE_CHOICE',
    options: scored('Hardly ever', 'A few times a month', 'A few times a week', 'Nearly every day'),
  },
  {
    key: 'experience',
    text: 'Have you meditated or done breathing exercises before?',
    type: 'SINGLE_CHOICE',
    isHarmless: true,
    options: plain('Never', 'I tried it a few times', 'Now and then', 'Regularly'),
  },
  {
    key: 'minutes',
    text: 'How much of a day would you like to give it?',
    help: 'Three minutes that happen are worth more than twenty that do not.',
    type: 'SINGLE_CHOICE',
    isHarmless: true,
    options: plain('About 3 minutes', 'About 5 minutes', 'About 10 minutes', '20 minutes or more'),
  },
  {
    key: 'time',
    text: 'Which time of day suits you best?',
    type: 'SINGLE_CHOICE',
    isHarmless: true,
    options: plain(
      'After getting up',
      'At lunchtime',
      'Between work and evening',
      'Before going to sleep',
      'Whenever there is a gap',
    ),
  },
  {
    key: 'voice',
    text: 'Do you like to be led by a voice?',
    help: 'If not, we begin with timers and with exercises to read.',
    type: 'BOOLEAN',
    isHarmless: true,
  },
  {
    key: 'care',
    text: 'Is there anything that exercises should be careful with?',
    help: 'Movement and long breath holds are then left out of the suggestions. This does not replace a doctor.',
    type: 'MULTI_CHOICE',
    isOptional: true,
    options: [
      ...plain(
        'Back or joints',
        'Heart or blood pressure',
        'Asthma or another lung condition',
        'Epilepsy',
        'I am pregnant',
      ),
      { label: 'Nothing of this', isExclusive: true },
    ],
  },
  {
    key: 'safety',
    text: 'Have things been so hard lately that you thought of harming yourself?',
    help: 'No person here reads the answer. If it is yes, we show you at once who can be reached day and night.',
    type: 'SINGLE_CHOICE',
    isOptional: true,
    options: plain('No', 'Yes, some time ago', 'Yes, in the last weeks', 'I would rather not say'),
    onlyAfter: { key: 'stress', labels: ['A few times a week', 'Nearly every day'] },
    showsHelpFor: ['Yes, some time ago', 'Yes, in the last weeks'],
  },
  {
    key: 'wish',
    text: 'If it went well, what would be different in a month?',
    help: 'A sentence to yourself. It stands on your home screen as long as you like.',
    type: 'TEXT',
    isOptional: true,
  },
]
