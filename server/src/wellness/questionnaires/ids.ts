import { openId } from '../../platform/operation/open-id.ts'
import { everyone } from '../access.ts'

/** Of a question, or of one of its options. */
export const QuestionId = openId({ to: everyone, because: 'everybody is asked the same questions' })
