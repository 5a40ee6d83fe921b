import { languageOf } from '../../../platform/language.ts'
import type { Reading } from '../../../platform/operation/work.ts'
import type { User } from '../../access.ts'
import { logicalDate } from '../../days/public.ts'
import {
  localized,
  type PlacedExerciseRow,
  selectExercise,
  selectHelpful,
  selectSuggestion,
} from '../../exercises/public.ts'
import { goalsToday } from '../../goals/public.ts'
import { dayPartAt } from '../../practice/public.ts'
import { streakOf } from '../../sessions/public.ts'
import { hasSubscription } from '../../subscriptions/public.ts'
import { selectHelped, selectLately } from '../queries.ts'
import type { Content, ExerciseCard } from '../shapes.ts'
import { coachTextsIn } from '../texts.ts'
import type { Intent } from './intent.ts'
import { intentOf, minutesIn } from './intents.ts'

/** Who asks, with where they are and in which language they are spoken with. */
export type Asker = Pick<User, 'id' | 'timezone' | 'dayStartMinutes' | 'language'>

type Looking = Pick<Reading, 'db' | 'clock'>

/** The feelings that an exercise is looked for by. */
const feelingsOf: Partial<Record<Intent, readonly string[]>> = {
  STRESSED: ['STRESSED', 'OVERWHELMED', 'IRRITATED'],
  ANXIOUS: ['ANXIOUS', 'WORRIED', 'SCARED'],
  OVERWHELMED: ['OVERWHELMED', 'STRESSED'],
  ANGRY: ['ANGRY', 'FRUSTRATED', 'IRRITATED', 'ANNOYED'],
  LONELY: ['LONELY', 'SAD'],
  SAD: ['SAD', 'DISCOURAGED', 'HOPELESS', 'DISAPPOINTED'],
  TIRED: ['DRAINED', 'STRESSED'],
  MOTIVATION: ['DISCOURAGED', 'INDIFFERENT', 'DRAINED'],
  HAPPY: ['HAPPY', 'GRATEFUL', 'JOYFUL'],
}
const withoutExercise: readonly Intent[] = [
  'IDENTITY',
  'MEDICAL',
  'CAPABILITIES',
  'THANKS',
  'BYE',
  'GREETING',
  'PROGRESS',
]
/** Seconds that somebody has who does not say. */
const usualDuration = 1200
const shortDuration = 300

/**
 * What the built-in coach says: the same to the same message at the same place with the same practice. `turn`
 * counts the messages of the conversation.
 */
export async function builtInReply(
  looking: Looking,
  asker: Asker,
  { text, turn }: { text: string; turn: number },
): Promise<Content> {
  const texts = coachTextsIn(asker.language)
  const intent = intentOf(text)
  const variants = texts.replies[intent]
  const opening = variants[Math.floor(turn / 2) % variants.length] ?? ''
  const said = (...sentences: string[]) => [opening, ...sentences].filter(Boolean).join(' ')
  if (intent === 'PROGRESS') {
    const goals = texts.goals(await goalsToday(looking, asker))
    return { text: said(await progressOf(looking, asker), goals), writtenBy: 'BUILT_IN' }
  }
  if (withoutExercise.includes(intent)) return { text: said(), writtenBy: 'BUILT_IN' }
  const minutes = minutesIn(text)
  const card = await suggestionFor(looking, asker, {
    feelings: feelingsOf[intent] ?? [],
    maxDuration:
      minutes === undefined ? (intent === 'MOTIVATION' ? shortDuration : usualDuration) : minutes * 60,
  })
  if (!card) return { text: said(texts.nothingFits), writtenBy: 'BUILT_IN' }
  const suggestion = texts.suggestion(card.title, durationInWords(asker.language, card.durationSec))
  const goals = intent === 'MOTIVATION' ? texts.goals(await goalsToday(looking, asker)) : ''
  return { text: said(suggestion, card.reason, goals), writtenBy: 'BUILT_IN', cards: [card] }
}

function durationInWords(language: string, seconds: number | null): string | null {
  if (seconds === null) return null
  const minutes = Math.max(1, Math.round(seconds / 60))
  // What somebody asks for need not be a language that there is.
  return new Intl.NumberFormat(languageOf(language), {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  }).format(minutes)
}

/** How the practice of somebody is going, in words. What their goals are called stays out of it: a model reads it, too. */
export async function progressOf({ db, clock }: Looking, asker: Asker): Promise<string> {
  const texts = coachTextsIn(asker.language)
  const now = clock.now()
  const [lately, streak] = await Promise.all([selectLately(db, asker.id, now), streakOf(db, asker, now)])
  return [texts.lately(lately.sessions, lately.minutes), texts.streak(streak.current, streak.best)]
    .filter(Boolean)
    .join(' ')
}

/** An exercise and why: one for these feelings, else one that helped before, else one for the time of the day. */
export async function suggestionFor(
  { db, clock }: Looking,
  asker: Asker,
  { feelings, maxDuration }: { feelings: readonly string[]; maxDuration: number },
): Promise<ExerciseCard | undefined> {
  const { reasons } = coachTextsIn(asker.language)
  const now = clock.now()
  const mayBePremium = await hasSubscription(db, asker.id, now)
  const date = logicalDate(now, asker.timezone, asker.dayStartMinutes)
  const wanted = { userId: asker.id, date, maxDuration, mayBePremium }
  const helpful = feelings.length > 0 ? await selectHelpful(db, { ...wanted, feelings }) : undefined
  if (helpful) return cardOf(helpful, asker, reasons.GOOD_FOR)
  const helped = await selectHelped(db, asker.id, now)
  const known = helped && (await selectExercise(db, helped.exercise_id))
  const isFit =
    known?.is_offered && (mayBePremium || !known.is_premium) && (known.duration_sec ?? 0) <= maxDuration
  if (helped && known && isFit) return cardOf(known, asker, reasons.HELPED(helped.times))
  const suited = await selectSuggestion(db, { ...wanted, dayPart: dayPartAt(now, asker.timezone) })
  return suited && cardOf(suited, asker, reasons.DAY_PART)
}

const cardOf = (row: PlacedExerciseRow, { language }: Asker, reason: string): ExerciseCard => ({
  exerciseId: row.id,
  title: localized(row.translations, language, 'title') ?? row.title,
  durationSec: row.duration_sec,
  reason,
})
