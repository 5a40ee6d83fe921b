import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { contentAdministrator } from '../access.ts'
import { InstrumentFile, mistakeIn, questionsOf } from './instrument-file.ts'
import { instrumentExists } from './problems.ts'
import { publishInstrument } from './publication.ts'
import { lockInstrument, selectQuestionsOf } from './queries.ts'
import { presentQuestion, QuestionRecord } from './shapes.ts'

export const adminImportQuestionnaire = operation({
  source: 'chosen here, for published scales whose terms do not let them come with the server',
  method: 'POST',
  path: '/admin/questionnaire/import',
  summary: 'Add a published scale with its wordings and how it is counted',
  access: contentAdministrator,
  body: InstrumentFile,
  bodyLimitBytes: 1024 * 1024,
  replies: { 201: { message: 'Questionnaire imported successfully', data: Type.Array(QuestionRecord) } },
  problems: [instrumentExists],

  async handle({ body, db, clock, audit }) {
    const mistake = mistakeIn(body)
    if (mistake) throw invalidField(`body.${mistake.path}`, 'content', mistake.message)
    const { instrument } = body
    if ((await lockInstrument(db, instrument, clock.now())) > 0) throw instrumentExists()
    const { revisions, scoring } = questionsOf(body)
    await publishInstrument(db, { instrument, revisions, scoring }, clock.now())
    audit(`questionnaire/${instrument}`, { source: body.source })
    return (await selectQuestionsOf(db, instrument)).map(presentQuestion)
  },
})
