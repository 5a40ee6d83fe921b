import { Button, Group, Stack, Text } from '@mantine/core'
import type { AdminQuestion } from '@plaza/client/wellness'
import {
  adminDeleteQuestionMutation,
  adminGetQuestionnaireDetailOptions,
  adminUpdateQuestionnaireStatusMutation,
} from '@plaza/client/wellness/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { texts as t } from '../../../texts/admin/wellness/questionnaires.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { dateTime } from '../../../ui/dates.ts'
import { number } from '../../../ui/formats.ts'
import { useOneOpen } from '../../../ui/one-open.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { Failed, FormFailure, messageOf, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { useWritesContent } from '../admins/own-role.ts'
import { QuestionForm } from './question-form.tsx'
import classes from './questionnaires.module.css'

/** Counts are told by fives, so that nobody is known by one. */
const shownCount = (count: number | null) => (count === null ? t.fewer : t.about(number(count)))

/** One question with what it said over time, about how often it was answered how, and what can be done with it. */
export function QuestionPanel({
  question,
  others,
}: {
  question: AdminQuestion
  others: readonly AdminQuestion[]
}) {
  const { id, instrument, status } = question
  const detail = useQuery(adminGetQuestionnaireDetailOptions({ path: { id } }))
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/questionnaires' })
  const { opened: window, open, close } = useOneOpen<'edit' | 'remove'>()
  const writesContent = useWritesContent()
  const changed = () => queryClient.invalidateQueries(ofNoun('questionnaires'))
  const setStatus = useMutation({ ...adminUpdateQuestionnaireStatusMutation(), onSuccess: changed })
  const remove = useMutation({
    ...adminDeleteQuestionMutation(),
    onSuccess: async () => {
      await navigate({ search: (old) => ({ ...old, show: undefined }), replace: true })
      return changed()
    },
  })
  if (detail.isPending) return <Waiting />
  if (!detail.data) return <Failed error={detail.error} retry={() => detail.refetch()} />
  const { counts, history, options } = detail.data.data
  const nameOf = (answer: string) => options.find((option) => option.id === answer)?.label ?? answer
  return (
    <Stack>
      <Text component="h2" fw={600} size="lg" m={0} dir="auto">
        {question.question}
      </Text>
      <Facts
        facts={[
          [t.heading.type, t.types[question.type]],
          [t.heading.status, t.statuses[status]],
          [t.version, question.instrumentVersion],
          [t.answers, shownCount(counts.answers)],
          ...counts.byAnswer.map(({ answer, count }) => [nameOf(answer), shownCount(count)] as const),
          ...(question.safetyRule ? [[t.helpShown, shownCount(counts.helpShown)] as const] : []),
        ]}
      />
      {writesContent && (
        <Group>
          <Button onClick={() => open('edit')}>{t.edit}</Button>
          <Button
            variant="default"
            loading={setStatus.isPending}
            onClick={() => setStatus.mutate({ path: { id }, body: { isActive: status !== 'ACTIVE' } })}
          >
            {status === 'ACTIVE' ? t.stop : t.ask}
          </Button>
          <Button variant="subtle" color="red" onClick={() => open('remove')}>
            {t.remove}
          </Button>
        </Group>
      )}
      <FormFailure message={setStatus.isError ? messageOf(setStatus.error) : undefined} />
      <Text component="h3" fw={600} m={0}>
        {t.history}
      </Text>
      <ol className={classes.questions}>
        {history.map(({ revision, question: said, createdAt }) => (
          <li key={revision} className={classes.question}>
            <span dir="auto">{said}</span>
            <p>{dateTime(createdAt)}</p>
          </li>
        ))}
      </ol>
      {window === 'edit' && (
        <QuestionForm instrument={instrument} question={question} others={others} onClose={close} />
      )}
      {window === 'remove' && (
        <Confirmation
          title={t.removeTitle}
          hint={t.removeHint}
          action={t.remove}
          isGrave
          change={{ ...remove, mutate: () => remove.mutate({ path: { id } }) }}
          onClose={close}
        />
      )}
    </Stack>
  )
}
