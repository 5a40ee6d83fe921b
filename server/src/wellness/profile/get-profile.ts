import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf, selectUser } from '../accounts/public.ts'
import { AnswerSet, answersOf } from '../questionnaires/public.ts'
import { circumstancesOf } from './circumstances.ts'
import { Profile, presentProfile } from './shapes.ts'

const ProfileAndAnswers = Type.Object(
  { ...Profile.properties, answers: Type.Optional(Type.Array(AnswerSet)) },
  { title: 'WellnessProfileAndAnswers' },
)

export const getProfile = operation({
  key: 'U9',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/user/profile',
  summary: 'See your own profile, preferences, streak and subscription, and what you have yet to agree to',
  access: user,
  query: Type.Object({
    include: Type.Optional(
      Type.Literal('answers', { description: 'what you answered last of every questionnaire, too' }),
    ),
  }),
  headers: Type.Pick(ClientHeaders, ['timeZone', 'language']),
  replies: { 200: { message: 'Profile fetched successfully', data: ProfileAndAnswers } },

  async handle({ query, headers, caller, ...reading }) {
    const row = await selectUser(reading.db, caller.id)
    // Purged between the check of the token and here.
    if (!row) throw sessionRevoked()
    const client = clientOf(headers)
    const circumstances = await circumstancesOf(reading, row, { caller, client })
    const profile = presentProfile(row, circumstances)
    if (query.include === undefined) return profile
    const language = client.language ?? row.language
    return { ...profile, answers: await answersOf(reading, { userId: caller.id, language }) }
  },
})
