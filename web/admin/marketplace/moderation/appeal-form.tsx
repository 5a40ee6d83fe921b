import { decideAppealMutation } from '@plaza/client/marketplace/queries'
import { texts } from '../../../texts/admin/marketplace/queue.ts'
import { AnswerForm } from './answer-form.tsx'
import type { OnDecided } from './queue-item.ts'

/** The end of an appeal, with an answer to whoever made it. */
export const AppealForm = ({ decisionId, onDecided }: { decisionId: string; onDecided: OnDecided }) => (
  <AnswerForm
    isRequired
    mutation={decideAppealMutation()}
    request={(outcome, answer) => ({ body: { decision_id: decisionId, outcome, answer } })}
    label={texts.answer}
    outcomes={[
      ['upheld', texts.uphold],
      ['overturned', texts.overturn],
    ]}
    done={texts.appealDone}
    onDecided={onDecided}
  />
)
