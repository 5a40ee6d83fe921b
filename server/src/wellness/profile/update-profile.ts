import { type Static, Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import {
  DateOfBirth,
  Decimal,
  Id,
  Integer,
  Nullable,
  OneOf,
  Shown,
  Text,
  Verbatim,
} from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { minutesOf } from '../../platform/wall-time.ts'
import { type User, user } from '../access.ts'
import {
  type Client,
  ClientHeaders,
  checkAge,
  clientOf,
  describeSelf,
  genders,
  underage,
  weekStarts,
  zoneOf,
} from '../accounts/public.ts'
import { bindDevice, findDevice } from '../devices/public.ts'
import { countryToHelpIn, SafetyCard, safetyCard } from '../helplines/public.ts'
import { changeInShort, changePreference } from '../notifications/public.ts'
import {
  answerInvalid,
  noSuchAnswers,
  presentScore,
  presentStatus,
  QuestionnaireData,
  questionnaireChanged,
  recordAnswers,
  Score,
  setStatuses,
} from '../questionnaires/public.ts'
import { changePracticeMinimum } from '../sessions/public.ts'
import { circumstancesOf } from './circumstances.ts'
import { keepLocation, LocationData } from './location.ts'
import { Profile, presentProfile } from './shapes.ts'

const ClockTime = Text(5, 5, {
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'HH:mm',
  example: '22:00',
})
const Wish = Type.Optional(Type.Boolean())

const NotificationData = Type.Object(
  {
    push: Wish,
    email: Wish,
    inApp: Wish,
    reminders: Wish,
    marketing: Wish,
    goalUpdates: Wish,
    subscription: Wish,
    quietHours: Type.Optional(
      Type.Object({
        start: Type.Optional(ClockTime),
        end: Type.Optional(ClockTime),
        enabled: Wish,
      }),
    ),
    deviceToken: Type.Optional(Verbatim(1, 4096, { example: 'fMb0:APA91bE' })),
  },
  { title: 'notificationData' },
)

const UserUpdateProfileDto = Type.Object(
  {
    questionnaireVersion: Type.Optional(
      Integer(1, 1_000_000, {
        description: 'the version that you showed; else the one that you were given last',
      }),
    ),
    questionnaireData: Type.Optional(Type.Array(QuestionnaireData, { maxItems: 200 })),
    newSetAfter: Type.Optional({
      ...Id,
      description: 'the completed answers after which these are another time of answering, and no correction',
    }),
    locationData: Type.Optional(LocationData),
    notificationData: Type.Optional(NotificationData),
    gender: Type.Optional(OneOf(genders)),
    dateOfBirth: Type.Optional(DateOfBirth),
    heightCm: Type.Optional(Decimal(30, 300)),
    weightKg: Type.Optional(Decimal(1, 700)),
    timeZone: Type.Optional(Text(1, 64, { example: 'Europe/Berlin' })),
    dayStart: Type.Optional(
      Text(5, 5, {
        pattern: '^(0[0-5]:[0-5]\\d|06:00)$',
        description: 'HH:mm, 06:00 at the latest',
        example: '04:00',
      }),
    ),
    weekStart: Type.Optional(OneOf(weekStarts)),
    minPracticeMinutes: Type.Optional(
      Integer(0, 720, {
        description:
          'minutes of practice that a day needs to count for your streak, from tomorrow on; 0 is any length',
      }),
    ),
  },
  { title: 'UserUpdateProfileDto' },
)

const UpdatedProfile = Type.Object(
  {
    ...Profile.properties,
    questionnaire: Type.Optional(
      Type.Object({
        instrument: Shown('onboarding'),
        version: Type.Integer(),
        status: OneOf(setStatuses),
        answerSetId: Nullable(Id),
        isAmended: Type.Boolean(),
      }),
    ),
    scores: Type.Optional(
      Type.Array(Score, { description: 'what the answers came to, once they are complete' }),
    ),
    safety: Type.Optional(SafetyCard),
  },
  { title: 'UpdatedWellnessProfile' },
)

export const updateProfile = operation({
  key: 'U10',
  source: 'named in the specification with PUT; path, fields and reply chosen here',
  method: 'PUT',
  path: '/user/profile',
  summary: 'Say more of yourself: answers to a questionnaire, where you live, what you want to hear of',
  access: user,
  headers: ClientHeaders,
  body: UserUpdateProfileDto,
  // What is answered is kept under the key of whose it is, and nowhere else. Saying the same again changes nothing.
  idempotency: 'own',
  bodyLimitBytes: 1024 * 1024,
  replies: { 200: { message: 'Profile updated successfully', data: UpdatedProfile } },
  problems: [answerInvalid, questionnaireChanged, noSuchAnswers, underage],

  async handle({ body, headers, caller, ...work }) {
    const client = clientOf(headers)
    const now = work.clock.now()
    if (body.dateOfBirth !== undefined) checkAge(body.dateOfBirth, now)
    const { gender, dateOfBirth, heightCm, weightKg, weekStart, dayStart } = body
    const row = await describeSelf(
      work,
      caller.id,
      {
        gender,
        dateOfBirth,
        heightCm,
        weightKg,
        weekStart,
        timezone: zoneOf(body.timeZone, 'body.timeZone') ?? undefined,
        dayStartMinutes: dayStart === undefined ? undefined : minutesOf(dayStart),
      },
      now,
    )
    if (!row) throw sessionRevoked()
    if (body.locationData) await keepLocation(work, caller.id, body.locationData)
    if (body.minPracticeMinutes !== undefined)
      await changePracticeMinimum(
        work.db,
        { ...caller, timezone: client.timezone ?? row.timezone },
        body.minPracticeMinutes,
        now,
      )
    if (body.notificationData) await keepWishes(work, caller, { wishes: body.notificationData, client })
    const said = await answersOf(work, caller, body)
    const profile = presentProfile(row, await circumstancesOf(work, row, { caller, client }))
    if (!said) return profile
    const language = client.language ?? row.language
    const score = presentScore(said, language)
    const scores = score && [score]
    const country =
      profile.location?.country ??
      countryToHelpIn(work.services.settings, { timezone: row.timezone, language })
    return {
      ...profile,
      questionnaire: {
        instrument: said.instrument,
        version: said.number,
        status: presentStatus(said.status),
        answerSetId: said.setId,
        isAmended: said.isAmended,
      },
      ...(scores ? { scores } : {}),
      ...(said.isAtRisk ? { safety: safetyCard(work.services.settings, country, language) } : {}),
    }
  },
})

type Sent = Static<typeof UserUpdateProfileDto>

async function answersOf(work: Work, caller: User, body: Sent) {
  const { questionnaireData = [] } = body
  if (questionnaireData.length === 0) return undefined
  const now = work.clock.now().getTime()
  return recordAnswers(work, {
    userId: caller.id,
    version: body.questionnaireVersion,
    after: body.newSetAfter,
    answers: questionnaireData.map(({ answeredAt, ...answer }) => ({
      ...answer,
      at: answeredAt === undefined ? now : Date.parse(answeredAt),
    })),
  })
}

async function keepWishes(
  { db, clock }: Work,
  { id: userId, sessionId }: User,
  { wishes, client }: { wishes: Static<typeof NotificationData>; client: Client },
): Promise<void> {
  const { deviceToken, quietHours, ...switches } = wishes
  const at = clock.now()
  const change = changeInShort(switches)
  if (change || quietHours)
    await changePreference(db, userId, { ...change, ...(quietHours && { quietHours }) }, at)
  if (deviceToken === undefined) return
  const known = await findDevice(db, { userId, sessionId, pushToken: null })
  const deviceId = client.deviceId ?? known ?? sessionId
  await bindDevice(db, { userId, deviceId, sessionId, type: client.deviceType, pushToken: deviceToken, at })
}
