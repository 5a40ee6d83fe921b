import { problem } from '../../platform/operation/problem.ts'

export const noSuchConversation = problem(404, 'NO_SUCH_CONVERSATION', 'There is no such conversation.')
export const modelChanged = problem(
  409,
  'MODEL_CHANGED',
  'Another language model is used by now, or none. Load the settings again and look at which it is.',
)
