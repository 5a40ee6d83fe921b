import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted } from '../../testing/kit.ts'
import { newQuestion } from '../../testing/questionnaires.ts'
import { wellnessBase } from '../../testing/wellness.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getProfile: [({ user }) => ({ as: user }), ({ user }) => ({ as: user, query: { include: 'answers' } })],
  updateProfile: async ({ user, wellnessAdministrator }) => {
    const { id: questionId, options } = await newQuestion(wellnessAdministrator)
    const questionnaireData = [{ questionId, optionIds: [options[0]?.id] }]
    const path = `${wellnessBase}/user/profile`
    const { body } = await granted(call('PUT', path, { as: user, body: { questionnaireData } }))
    const { answerSetId: newSetAfter } = body.data.questionnaire
    return { as: user, body: { questionnaireData, newSetAfter, heightCm: 171 } }
  },
}
