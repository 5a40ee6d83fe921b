import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { choice, importBody, newInstrument, newQuestion } from '../../testing/questionnaires.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminCreateQuestionnaire: ({ wellnessAdministrator: as }) => ({
    as,
    body: { ...choice(), instrument: newInstrument(), question: `Question ${newId()}` },
  }),
  adminDeleteQuestion: async ({ wellnessAdministrator: as }) => ({
    as,
    params: { id: (await newQuestion(as)).id },
  }),
  adminGetQuestionnaireDetail: async ({ wellnessAdministrator: as }) => ({
    as,
    params: { id: (await newQuestion(as)).id },
  }),
  adminGetQuestions: async ({ wellnessAdministrator: as }) => ({
    as,
    query: { instrument: (await newQuestion(as)).instrument },
  }),
  adminImportQuestionnaire: ({ wellnessAdministrator: as }) => ({ as, body: importBody(newInstrument()) }),
  adminUpdateQuestionnaire: async ({ wellnessAdministrator: as }) => ({
    as,
    params: { id: (await newQuestion(as)).id },
    body: { question: `Question ${newId()}` },
  }),
  adminUpdateQuestionnaireStatus: async ({ wellnessAdministrator: as }) => ({
    as,
    params: { id: (await newQuestion(as)).id },
    body: { status: 'INACTIVE' },
  }),
  getQuestionnaire: async ({ wellnessAdministrator, user }) => ({
    as: user,
    query: { instrument: (await newQuestion(wellnessAdministrator)).instrument },
  }),
  getQuestionnaireAnswers: ({ user }) => ({ as: user, query: { instrument: 'phq-9' } }),
}
