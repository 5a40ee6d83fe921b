import type { IntentWords } from './intent.ts'

export const english: IntentWords = {
  IDENTITY: [
    'are you a|an? human|person|bot|robot|program|machine|ai|real|computer',
    'are you real',
    'who|what are you',
    'am i talking|speaking|chatting to|with',
    'is this a|an? bot|human|person|ai|program',
  ],
  MEDICAL: [
    'medication|medications|medicine|dosage|dose|prescription|antidepressant|antidepressants|diagnosis|diagnose|symptom|symptoms|chest_pain|blood_pressure|pregnant|fever|infection|ssri|sertraline|ibuprofen|paracetamol',
  ],
  CAPABILITIES: ['what can you do', 'how do|does you|this work', 'what can i ask', 'help .'],
  PROGRESS: [
    'my streak|progress|practice|statistics|stats|week|goal|goals',
    'how am i doing',
    'how|what * i * practised|practiced|done|did',
  ],
  ANXIOUS: [
    'anxious|anxiety|panic|panicking|nervous|worried|worry|worries|worrying|scared|afraid|frightened|fear|fears',
  ],
  OVERWHELMED: ['overwhelmed|overwhelming', 'too much', 'everything at once', 'burned|burnt out', 'burnout'],
  STRESSED: ['stressed|stress|stressful|tense|tension|pressure|hectic|deadline|deadlines', 'wound up'],
  ANGRY: ['angry|anger|furious|annoyed|irritated|frustrated|frustrating|mad|rage|pissed'],
  LONELY: ['lonely|alone|loneliness|isolated', 'no friends', 'miss him|her|them|my'],
  SAD: [
    'sad|unhappy|down|low|depressed|depressing|crying|cry|heartbroken|grief|grieving|miserable|hopeless|bad',
    'not good|well|great',
  ],
  TIRED: ['tired|exhausted|sleepy|insomnia|awake|fatigued|drained|sleep|sleeping|slept', 'worn out'],
  MOTIVATION: [
    'motivation|motivate|motivated|lazy|procrastinating|procrastinate|unmotivated',
    'cant be bothered',
    'no energy',
  ],
  SUGGEST: [
    'suggest|suggestion|recommend|recommendation|exercise|exercises|meditation|meditate|breathing|breathe|yoga|stretch|relax|relaxing|calm|minutes|minute|min',
    'what should i',
    'something|anything for|to',
  ],
  HAPPY: [
    'feel|feeling|im|am|doing|pretty|very|so|was good',
    'happy|great|wonderful|better|fantastic|amazing|grateful|proud|relieved|joyful|excited|content',
  ],
  THANKS: ['thanks|thank|thx|cheers'],
  BYE: ['bye|goodbye|later', 'good night', 'see you'],
  GREETING: ['hi|hello|hey|hallo|greetings', 'good morning|evening|afternoon|day'],
}
