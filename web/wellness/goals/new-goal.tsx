import { Button, Stack } from '@mantine/core'
import { createGoalMutation } from '@plaza/client/wellness/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { GoalFields } from './goal-fields.tsx'
import { newGoalOf, nothing, type Values } from './values.ts'

/** Fields of a goal as the server names them, where the form names them otherwise. */
export const fieldNames = {
  'target.value': 'target',
  'target.unit': 'unit',
  'current.value': 'start',
  metric: 'kind',
  direction: 'kind',
}

/** Setting out to do something, in a few seconds. */
export function NewGoal() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useServerForm({
    initialValues: nothing,
    mutation: createGoalMutation(),
    request: (values: Values) => ({ body: newGoalOf(values) }),
    names: fieldNames,
    onSuccess: async () => {
      await queryClient.invalidateQueries(ofNoun('goals'))
      await navigate({ to: '/goals' })
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack maw="34rem" mx="auto">
        <PageTitle>{texts.add}</PageTitle>
        <FormFailure message={form.failure} />
        <GoalFields form={form} />
        <Button type="submit" size="lg" loading={form.isSending}>
          {texts.create.submit}
        </Button>
      </Stack>
    </form>
  )
}
