import { atField, problem } from '../../platform/operation/problem.ts'

export const noSuchQuestionnaire = problem(
  404,
  'NO_SUCH_QUESTIONNAIRE',
  'There is no such questionnaire.',
  atField('query.instrument', 'exists', 'is not a questionnaire'),
)
export const noSuchQuestion = problem(404, 'NO_SUCH_QUESTION', 'There is no such question.')
export const noSuchVersion = problem(
  404,
  'NO_SUCH_VERSION',
  'This questionnaire has no such version.',
  atField('query.version', 'exists', 'is not a version of the questionnaire'),
)
export const duplicateQuestion = problem(
  409,
  'DUPLICATE_QUESTION',
  'This questionnaire asks the same already.',
  atField('body.question', 'unique', 'is asked already'),
)
export const optionsRequired = problem(
  400,
  'OPTIONS_REQUIRED',
  'A choice needs two options or more.',
  atField('body.options', 'required', 'needs two options or more'),
)
export const enableWhenCycle = problem(
  400,
  'ENABLE_WHEN_CYCLE',
  'These questions would wait for each other.',
  atField('body.enableWhen', 'circle', 'waits for a question that waits for this one'),
)
export const typeChangeHasAnswers = problem(
  409,
  'TYPE_CHANGE_HAS_ANSWERS',
  'There are answers to this question. Ask it in another way as a new question.',
  atField('body.type', 'answered', 'has answers of the earlier type'),
)
export const referencedByEnableWhen = problem(
  409,
  'REFERENCED_BY_ENABLE_WHEN',
  'Other questions are asked depending on this one. Change them first.',
)
export const instrumentExists = problem(
  409,
  'INSTRUMENT_EXISTS',
  'There is a questionnaire of this name already.',
  atField('body.instrument', 'unique', 'is taken'),
)
export const answerInvalid = problem(
  400,
  'ANSWER_INVALID',
  'One of the answers is not one that its question takes.',
)
export const questionnaireChanged = problem(
  409,
  'QUESTIONNAIRE_CHANGED',
  'This questionnaire changed since you read it. Read it again; what you answered before is kept.',
)
export const dependsOnInactive = problem(
  409,
  'DEPENDS_ON_INACTIVE',
  'This question is asked depending on one that is not asked now. Activate that one first.',
)
/** The body says which version it was made from, and that is not the present one. */
export const versionOutdated = problem(
  409,
  'VERSION_CONFLICT',
  'This changed since you read it. Read it again.',
  atField('body.version', 'current', 'is not the present version'),
)
export const noSuchAnswers = problem(
  404,
  'NO_SUCH_ANSWERS',
  'There are no such answers of yours.',
  atField('body.newSetAfter', 'exists', 'are no answers of yours to this questionnaire'),
)
