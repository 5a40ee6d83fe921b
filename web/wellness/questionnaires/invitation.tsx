import { getQuestionnaireOptions } from '@plaza/client/wellness/queries'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/questionnaires.ts'
import { visibleOf } from '../../ui/questions/branching.ts'

/** The way to the first questions, as long as they are not answered. */
export function Invitation({ className }: { className: string | undefined }) {
  const asked = useQuery({
    ...getQuestionnaireOptions({ query: { instrument: 'onboarding' } }),
    retry: false,
  })
  const questionnaire = asked.data?.data
  if (!questionnaire || questionnaire.status === 'COMPLETED' || questionnaire.questions.length === 0)
    return null
  const { questions, answers, status } = questionnaire
  const known = new Map(answers.map(({ answeredAt: _, ...answer }) => [answer.questionId, answer]))
  const left = visibleOf(questions, known).filter(({ id }) => !known.has(id)).length
  return (
    <Link to="/questionnaires/$instrument" params={{ instrument: 'onboarding' }} className={className}>
      <IconMessageQuestion aria-hidden size={22} />
      <span>
        <strong>{status === 'NOT_STARTED' ? texts.invite : texts.inviteAgain}</strong>
        <span>{texts.inviteHint(left)}</span>
      </span>
    </Link>
  )
}
