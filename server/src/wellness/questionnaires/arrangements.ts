import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import type { TestPerson } from '../../testing/kit.ts'
import { choice, importBody, newInstrument, newQuestion } from '../../testing/questionnaires.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminCreateQuestionnaire: async ({ wellnessAdministrator: as }) => ({ as, body: await dependent(as) }),
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
  adminUpdateQuestionnaire: async ({ wellnessAdministrator: as }) => {
    const { instrument, ...body } = await dependent(as)
    const { id } = await newQuestion(as, { instrument, question: 'And why?' })
    return { as, params: { id }, body }
  },
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

/** What a question says that is asked depending on another one, and shows help. */
async function dependent(as: TestPerson) {
  const { id: questionId, instrument } = await newQuestion(as)
  const [well, badly] = [newId(), newId()]
  return {
    ...choice(),
    instrument,
    question: `Question ${newId()}`,
    options: [
      { id: well, label: 'Well' },
      { id: badly, label: 'Badly' },
    ],
    enableWhen: [{ questionId, operator: 'EXISTS', value: true }],
    safetyRule: { optionIds: [badly] },
  }
}
