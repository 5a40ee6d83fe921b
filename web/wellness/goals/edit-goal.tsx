import { Button, Group, Stack, Text } from '@mantine/core'
import type { Goal } from '@plaza/client/wellness'
import { editGoalMutation, getGoalDetailsOptions } from '@plaza/client/wellness/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { GoalFields } from './goal-fields.tsx'
import { fieldNames } from './new-goal.tsx'
import { changeOf, type Values, valuesOf } from './values.ts'

const route = getRouteApi('/inside/goals/$goalId/edit')

/** Changing a goal. Another rhythm or target holds from today; the days before stay as they were judged. */
export function EditGoal() {
  const { goalId } = route.useParams()
  // What was read a while ago may be old.
  const query = useQuery({ ...getGoalDetailsOptions({ path: { goalId } }), staleTime: 0, gcTime: 0 })
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  if (!query.data || query.isRefetching) return <Waiting />
  return <Form goal={query.data.data} />
}

function Form({ goal }: { goal: Goal }) {
  const { id: goalId, version } = goal
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useServerForm({
    initialValues: valuesOf(goal),
    base: { values: valuesOf(goal), version },
    mutation: editGoalMutation(),
    request: (values: Values, { base }) => ({
      path: { goalId },
      body: changeOf(values, base.values, base.version),
    }),
    names: fieldNames,
    onSuccess: async () => {
      await queryClient.invalidateQueries(ofNoun('goals'))
      await navigate({ to: '/goals/$goalId', params: { goalId } })
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack maw="34rem" mx="auto">
        <PageTitle>{texts.edit.title}</PageTitle>
        <Text c="var(--ink-soft)">{texts.edit.hint}</Text>
        <FormFailure message={form.failure} />
        <GoalFields form={form} isKept />
        <Group>
          <Button type="submit" loading={form.isSending}>
            {texts.edit.submit}
          </Button>
          <ButtonLink to="/goals/$goalId" params={{ goalId }} variant="default">
            {texts.edit.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  )
}
