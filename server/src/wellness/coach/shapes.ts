import { type Static, Type } from 'typebox'
import { Id, Integer, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { Settings } from '../../platform/services.ts'
import { SafetyCard, safetyCard } from '../helplines/public.ts'
import type { PersonalKey } from '../personal-keys/public.ts'
import type { ConversationRow, MessageRow, Role } from './queries.ts'
import { coachTextsIn } from './texts.ts'

const roles = ['USER', 'COACH', 'SYSTEM'] as const satisfies readonly Role[]
/** Who wrote a message: a person, a program of ours, a language model, or the fixed words for somebody in danger. */
export const writers = ['PERSON', 'BUILT_IN', 'MODEL', 'SAFETY'] as const
export type Writer = (typeof writers)[number]

/** An exercise that the coach suggests. */
export const ExerciseCard = Type.Object(
  {
    exerciseId: Id,
    title: Shown('Long breath out'),
    durationSec: Nullable(Type.Integer()),
    reason: Shown('It is good for stress.'),
  },
  { title: 'CoachExerciseCard' },
)
export type ExerciseCard = Static<typeof ExerciseCard>

export const ChatMessage = Type.Object(
  {
    id: Id,
    conversationId: Id,
    role: OneOf(roles),
    writtenBy: OneOf(writers),
    text: Shown('I cannot sleep.'),
    replyTo: Nullable(Id),
    cards: Type.Array(ExerciseCard),
    safety: Nullable(SafetyCard),
    createdAt: Timestamp,
  },
  { title: 'CoachMessage' },
)

export const Conversation = Type.Object(
  {
    id: Id,
    title: Nullable(Shown('I cannot sleep.', 'the beginning of its first message')),
    lastMessageAt: Timestamp,
  },
  { title: 'CoachConversation' },
)

export const Disclosure = Type.Object(
  { isAutomated: Type.Boolean(), text: Shown('These replies are written by a program, not by a person.') },
  { title: 'CoachDisclosure' },
)

export const disclosureIn = (language: string): Static<typeof Disclosure> => ({
  isAutomated: true,
  text: coachTextsIn(language).disclosure,
})

/** For how many days messages are kept; null for ever. */
export const retentions = [30, 90, 365] as const
export const Retention = Nullable(
  Type.Unsafe<(typeof retentions)[number]>({ type: 'integer', enum: [...retentions] }),
  'days that messages are kept; null for ever',
)

export const ChatSettings = Type.Object(
  {
    retentionDays: Nullable(Integer(30, 365, { description: 'days that messages are kept; null for ever' })),
    model: Nullable(
      Type.Object({
        host: Shown('api.example.com', 'where messages would be sent'),
        name: Shown('a-model'),
        version: Shown('1 api.example.com', 'what is agreed to; another one is agreed to anew'),
        agreedAt: Nullable(Timestamp),
      }),
    ),
    disclosure: Disclosure,
    help: SafetyCard,
  },
  { title: 'CoachSettings' },
)

/** What is sealed of a message. */
export interface Content {
  text: string
  writtenBy: Writer
  cards?: ExerciseCard[]
  /** Somebody may be in danger; the card is for this country. */
  safety?: { country: string | null }
}

const messagePlace = (id: string) => `coach message ${id}`
const titlePlace = (id: string) => `coach title ${id}`

export const sealContent = (key: PersonalKey, id: string, content: Content): Buffer =>
  key.seal(messagePlace(id), JSON.stringify(content))

/** @returns undefined of what no key opens any more. */
export function openContent(
  key: PersonalKey | undefined,
  { id, sealed }: Pick<MessageRow, 'id' | 'sealed'>,
): Content | undefined {
  const text = opened(key, messagePlace(id), sealed)
  return text === undefined ? undefined : JSON.parse(text)
}

export const sealTitle = (key: PersonalKey, id: string, title: string): Buffer =>
  key.seal(titlePlace(id), title)

function opened(key: PersonalKey | undefined, place: string, sealed: Buffer): string | undefined {
  try {
    return key?.open(place, sealed).toString()
  } catch {
    return undefined
  }
}

interface Reader {
  settings: Settings
  language: string
}

export const presentMessage = (
  row: Omit<MessageRow, 'sealed'>,
  { text, writtenBy, cards = [], safety }: Content,
  { settings, language }: Reader,
): Static<typeof ChatMessage> => ({
  id: row.id,
  conversationId: row.conversation_id,
  role: row.role,
  writtenBy,
  text,
  replyTo: row.reply_to,
  cards,
  // Made anew, since numbers change.
  safety: safety ? safetyCard(settings, safety.country, language) : null,
  createdAt: row.created_at.toISOString(),
})

export const presentConversation = (
  row: ConversationRow,
  key: PersonalKey | undefined,
): Static<typeof Conversation> => ({
  id: row.id,
  title: (row.sealed_title && opened(key, titlePlace(row.id), row.sealed_title)) ?? null,
  lastMessageAt: row.last_message_at.toISOString(),
})
