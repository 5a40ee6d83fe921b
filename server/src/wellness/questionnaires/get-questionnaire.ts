import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { user } from '../access.ts'
import { Language } from '../accounts/public.ts'
import { existingKeyOf } from '../personal-keys/public.ts'
import { selectStanding } from './answer-queries.ts'
import { openSet } from './content.ts'
import { noSuchQuestionnaire } from './problems.ts'
import { selectAsked, selectVersion } from './queries.ts'
import { givenTo, servedVersions } from './served.ts'
import { carriedOver, servedTo } from './serving.ts'
import {
  Instrument,
  presentAnswer,
  presentAsked,
  presentScore,
  presentStatus,
  Questionnaire,
} from './shapes.ts'

export const getQuestionnaire = operation({
  key: 'U8',
  source: 'named in the specification with GET; path, query and shape chosen here',
  method: 'GET',
  path: '/user/questionnaire',
  summary: 'Get a questionnaire, and your answers to it so far',
  access: user,
  query: Type.Object({
    instrument: Type.Optional({ ...Instrument, default: 'onboarding' }),
    resume: Type.Optional(
      Type.Boolean({ default: true, description: 'false for the newest version without your answers' }),
    ),
  }),
  headers: Type.Object({ language: Type.Optional(Language), ...IfNoneMatch.properties }),
  replies: {
    200: { message: 'Questionnaire fetched successfully', data: Questionnaire },
    304: { empty: true, description: 'it is as you know it' },
  },
  problems: [noSuchQuestionnaire],

  async handle({ query: { instrument = 'onboarding', resume = true }, headers, caller, ...reading }) {
    const { db, clock } = reading
    const [standing, key] = await Promise.all([
      selectStanding(db, caller.id, instrument),
      existingKeyOf(reading, caller.id),
    ])
    if (!standing) throw noSuchQuestionnaire()
    const { newest, set_id: setId, sealed } = standing
    const served = resume
      ? servedTo(standing, clock.now())
      : { number: newest, newerVersion: null, isCarriedOver: false }
    if (standing.served !== served.number)
      reading.services.writeBehind.note(servedVersions, [
        givenTo({ userId: caller.id, instrument, number: served.number }),
      ])
    const [questions, version] = await Promise.all([
      selectAsked(db, instrument, served.number),
      selectVersion(db, instrument, served.number),
    ])
    const content = resume && setId && sealed ? openSet(key, setId, sealed) : { answers: [], result: null }
    const { answers, result } = served.isCarriedOver
      ? { answers: carriedOver(content.answers, questions), result: null }
      : content
    const language = headers.language ?? caller.language
    const scored = { instrument, number: served.number, scoring: version?.scoring ?? null, questions, result }
    const status = presentStatus(standing.status)
    const data = {
      instrument,
      version: served.number,
      newerVersion: served.newerVersion,
      // Whoever is asked again has something to answer.
      status: served.isCarriedOver && status === 'COMPLETED' ? 'IN_PROGRESS' : status,
      answerSetId: setId,
      isAmended: standing.status === 'AMENDED',
      questions: questions.map((question) => presentAsked(question, language)),
      answers: answers.map(presentAnswer),
      score: presentScore(scored, language) ?? null,
    }
    const { parts } = unlessKnown(headers, { data }, 0)
    return reply({ ...parts, headers: { ...parts.headers, Vary: 'language, authorization' } })
  },
})
