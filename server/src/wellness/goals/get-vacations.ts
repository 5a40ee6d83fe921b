import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { viewOf } from './kept-course.ts'
import { selectVacations } from './pause-queries.ts'
import { presentVacation, Vacation } from './pauses.ts'

export const getVacations = operation({
  source: 'not in the specification; what is planned by the operation of the same path has to be seen',
  method: 'GET',
  path: '/goals/pause',
  summary: 'List your times off that are not over, the first to come first',
  access: user,
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  replies: { 200: { message: 'Times off fetched successfully', data: Type.Array(Vacation) } },

  async handle({ headers, caller, ...reading }) {
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const { today } = await viewOf(reading, { ...caller, timezone })
    return (await selectVacations(reading.db, caller.id, today)).map(presentVacation)
  },
})
