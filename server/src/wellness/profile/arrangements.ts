import type { Arrangements } from '../../testing/arranged.ts'
import { newQuestion } from '../../testing/questionnaires.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getProfile: ({ user }) => ({ as: user }),
  updateProfile: async ({ user, wellnessAdministrator }) => {
    const { id: questionId, options } = await newQuestion(wellnessAdministrator)
    const questionnaireData = [{ questionId, optionIds: [options[0]?.id] }]
    return { as: user, body: { questionnaireData, heightCm: 171 } }
  },
}
