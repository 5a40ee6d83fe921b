import { Type } from 'typebox'
import { Id, OneOf, Text } from '../../platform/operation/schema.ts'
import { reasons, reasonsOfPeople } from './reasons.ts'

const Details = Type.Optional(
  Text(0, 1000, { description: 'what staff should know', example: 'The pictures are of another shop.' }),
)
const Evidence = Type.Optional(
  Type.Array(Id, { maxItems: 5, description: 'your uploads for the purpose evidence, read by staff alone' }),
)

/** What a report says beside what it is about. */
export const complaintFields = {
  reason: OneOf(reasons, { example: 'scam' }),
  details: Details,
  evidence: Evidence,
}

/** The same, of what is not for sale. */
export const complaintOfPeople = {
  reason: OneOf(reasonsOfPeople, { example: 'scam' }),
  details: Details,
  evidence: Evidence,
}

export const OpenReport = Type.Object({ report_id: Id, status: OneOf(['open']) }, { title: 'OpenReport' })

/** What somebody can report in a day, of each kind. */
export const reportLimit = { max: 100, strict: 20, windowSeconds: 86_400 }
